"""The coupled verifier's noise: its distribution, what it depends on and what not, and its arithmetic."""

import functools
import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding import noise
from desktop_app.decoding.noise import gumbel
from desktop_app.decoding.sampling_params import MAX_SEED

COUNT = 20_000
IDS = torch.arange(COUNT)
SEEDS = (0, 1, 12345, 2**32, 2**62 + 7, MAX_SEED)
PLACES = (0, 1, 2, 63, 4096, 1_000_000)

# a statistic of many draws may be so many standard deviations off; seeds are fixed, so it is for good
SIGMAS = 4.5
MEAN = 0.5772156649015329
VARIANCE = math.pi**2 / 6
FOURTH = 2.4 + 2  # excess kurtosis, for the variance of the variance


@functools.cache
def streams() -> dict[str, torch.Tensor]:
    """Noise along each of the three things it is keyed by."""
    token = torch.tensor([7])
    return {
        "ids": gumbel(3, 5, IDS),
        "ids, last seed": gumbel(MAX_SEED, 1_000_000, IDS),
        "positions": torch.cat([gumbel(3, position, token) for position in range(4000)]),
        "seeds": torch.cat([gumbel(seed, 5, token) for seed in range(4000)]),
        "far seeds": torch.cat([gumbel(seed << 40, 5, token) for seed in range(4000)]),
    }


STREAMS = ["ids", "ids, last seed", "positions", "seeds", "far seeds"]


@pytest.mark.parametrize("name", STREAMS)
def test_moments_are_those_of_a_gumbel_distribution(name: str) -> None:
    drawn = streams()[name]
    n = len(drawn)
    assert abs(drawn.mean().item() - MEAN) < SIGMAS * math.sqrt(VARIANCE / n)
    assert abs(drawn.var().item() - VARIANCE) < SIGMAS * VARIANCE * math.sqrt(FOURTH / n)


@pytest.mark.parametrize("name", STREAMS)
def test_distribution_function_is_that_of_a_gumbel_distribution(name: str) -> None:
    """Kolmogorov and Smirnov's distance; beyond 1.95 / sqrt(n) once in a thousand."""
    drawn = streams()[name].sort().values
    steps = torch.arange(len(drawn) + 1, dtype=torch.float64) / len(drawn)
    right = torch.exp(-torch.exp(-drawn))
    distance = torch.maximum(right - steps[:-1], steps[1:] - right).max().item()
    assert distance < 1.95 / math.sqrt(len(drawn))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (((3, 5), 0), ((3, 6), 0)),
        (((3, 5), 0), ((4, 5), 0)),
        (((3, 5), 0), ((3, 5), 1)),
        (((3, 6), 0), ((4, 5), 0)),
        (((3, 5), 0), ((5, 3), 0)),
        (((3, 5), 1), ((3, 6), 0)),
        (((3, 5), 0), ((3 + 2**32, 5), 0)),
        (((3, 5), 0), ((3, 5 + 2**16), 0)),
    ],
    ids=["position", "seed", "id", "diagonal", "swapped", "id and position", "high seed", "high position"],
)
def test_neighbours_are_independent(
    one: tuple[tuple[int, int], int], other: tuple[tuple[int, int], int]
) -> None:
    """(seed, position), and by how many ids the row is shifted. Also of the size of the noise, not only of
    its sign: a correlation of the ranks' distance from the middle."""
    rows = []
    for key, shift in (one, other):
        ranks = gumbel(*key, IDS + shift).argsort().argsort().double() / COUNT - 0.5
        rows.append(torch.stack([ranks, ranks.abs() - 0.25]))
    for mine in rows[0]:
        for theirs in rows[1]:
            correlation = torch.corrcoef(torch.stack([mine, theirs]))[0, 1].item()
            assert abs(correlation) < SIGMAS / math.sqrt(COUNT)


@given(
    st.sampled_from(SEEDS),
    st.sampled_from(PLACES),
    st.lists(st.integers(0, 262_143), min_size=1, max_size=20),
)
def test_a_tokens_noise_does_not_depend_on_its_companions(seed: int, position: int, ids: list[int]) -> None:
    together = gumbel(seed, position, torch.tensor(ids))
    alone = [float(gumbel(seed, position, torch.tensor([token]))) for token in ids]
    assert together.tolist() == alone


def test_seeds_and_positions_to_the_last_give_different_noise() -> None:
    rows = [gumbel(seed, place, IDS[:500]) for seed in SEEDS for place in PLACES]
    together = torch.cat(rows)
    assert together.isfinite().all()
    assert len(together.unique()) == len(together)


@pytest.mark.parametrize("bits", [0, 2**64 - 1, 2**63 - 1, 2**63, (1 << 12) - 1, 2**64 - (1 << 12)])
def test_no_bits_give_infinite_noise(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One infinite value in 2**53 would choose its token however unlikely."""
    mixed = lambda x: np.full_like(x, bits) if isinstance(x, np.ndarray) else x  # noqa: E731
    monkeypatch.setattr(noise, "_mix", mixed)
    drawn = gumbel(0, 0, IDS[:1])
    assert drawn.isfinite().all()
    assert -4 < float(drawn) < 37


@given(st.integers(0, 2**64 - 1))
def test_numbers_and_arrays_are_mixed_alike(value: int) -> None:
    assert noise._mix(np.array([value], dtype=np.uint64)).tolist() == [noise._mix(value)]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**20))
def test_only_64_bits_of_a_seed_count(seed: int, position: int) -> None:
    assert torch.equal(gumbel(seed, position, IDS[:9]), gumbel(seed + 2**64, position, IDS[:9]))


def test_the_mixer_is_that_of_splitmix64() -> None:
    """First outputs of the published generator for the seed 1234567."""
    golden = 0x9E3779B97F4A7C15
    states = [(1234567 + step * golden) % 2**64 for step in (1, 2, 3)]
    right = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [noise._mix(state) for state in states] == right


def test_noise_of_a_seed_never_changes() -> None:
    """Stored seeds must give the same texts in later versions."""
    drawn = gumbel(42, 17, torch.tensor([0, 1, 49_151]))
    right = [1.0759055502056503, 1.3673738209378714, -0.028922328546380292]
    assert drawn.tolist() == pytest.approx(right, rel=1e-12)
