"""The test that other tests rest on: its p-values, its power, and that it notices."""

from __future__ import annotations

import pytest
import torch

from desktop_app.bench.chi_square import chi_square, critical, noncentral_tail, tail


@pytest.mark.parametrize(
    ("statistic", "df", "p"), [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (29.588298, 10, 0.001)]
)
def test_known_tails(statistic: float, df: int, p: float) -> None:
    assert tail(statistic, df) == pytest.approx(p, rel=1e-5)
    assert critical(df, p) == pytest.approx(statistic, rel=1e-5)


def test_the_noncentral_tail_against_simulation() -> None:
    generator = torch.Generator().manual_seed(1)
    shift = torch.zeros(6)
    shift[0] = 3.0
    draws = (torch.randn(200_000, 6, generator=generator) + shift).square().sum(-1)
    for statistic in (5.0, 12.0, 25.0):
        share = float((draws >= statistic).double().mean())
        assert noncentral_tail(statistic, 6, 9.0) == pytest.approx(share, abs=0.004)
    assert noncentral_tail(7.0, 6, 0.0) == pytest.approx(tail(7.0, 6))


def counts(probs: torch.Tensor, draws: int, seed: int) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    tokens = torch.multinomial(probs, draws, replacement=True, generator=generator)
    return torch.bincount(tokens, minlength=len(probs)).tolist()


def test_right_draws_pass_and_draws_a_hundredth_away_do_not() -> None:
    right = torch.tensor([0.4, 0.3, 0.2, 0.1], dtype=torch.float64)
    wrong = right + torch.tensor([0.01, -0.01, 0.0, 0.0], dtype=torch.float64)
    result = chi_square(counts(right, 200_000, 3), right.tolist())
    assert result.power(0.01, 0.001) > 0.99
    assert result.noticed(0.001) < 0.01
    passed = [chi_square(counts(right, 200_000, seed), right.tolist()).p_value for seed in range(20)]
    assert min(passed) > 0.001
    assert all(chi_square(counts(wrong, 200_000, seed), right.tolist()).p_value < 0.001 for seed in range(20))


def test_rare_cells_are_joined_and_impossible_ones_are_errors() -> None:
    result = chi_square([90, 5, 3, 2], [0.9, 0.05, 0.03, 0.02])
    assert result.df == 2
    assert result.statistic == pytest.approx(0.0)
    with pytest.raises(ValueError, match="probability 0"):
        chi_square([1, 9], [0.0, 1.0])
