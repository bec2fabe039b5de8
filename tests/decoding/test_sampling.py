import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.distributions import LazyRows
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.verification import draw

CASES = json.loads((Path(__file__).parents[1] / "data" / "verification.json").read_text(encoding="utf-8"))
OFF = SamplingParams(1.0, 0, 1.0, 0.0, 1.0)
CPU = torch.device("cpu")


def logits(rows: int, vocabulary: int, seed: int, spread: float = 3.0) -> torch.Tensor:
    return torch.randn(rows, vocabulary, generator=torch.Generator().manual_seed(seed)) * spread


def chain(rows: torch.Tensor, drafts: Sequence[int] = ()) -> list[Sequence[int]]:
    return [drafts[:row] for row in range(len(rows))]


def pipeline_after(params: SamplingParams, vocabulary: int, prompt: Sequence[int] = ()) -> SamplingPipeline:
    pipeline = SamplingPipeline(params, vocabulary, CPU)
    pipeline.start(prompt)
    return pipeline


def distribution(
    params: SamplingParams, rows: torch.Tensor, prompt: Sequence[int] = (), drafts: Sequence[int] = ()
) -> torch.Tensor:
    pipeline = pipeline_after(params, rows.shape[1], prompt)
    return pipeline.distribution(pipeline.scores(rows, chain(rows, drafts)))


def test_known_temperatures() -> None:
    case = next(case for case in CASES["greedy"] if "temperatures" in case)
    row = torch.tensor([case["logits"]])
    for temperature in case["temperatures"]:
        ours = distribution(SamplingParams(temperature, top_p=1.0), row)
        torch.testing.assert_close(ours, (row / temperature).softmax(-1))


def test_rows_do_not_depend_on_each_other() -> None:
    """One pipeline for a plain row and for the same row among others."""
    params = SamplingParams(0.7, 20, 0.9, 0.01, 1.1)
    rows = logits(8, 100, 1)
    drafts = [3, 1, 4, 1, 5, 9, 2]
    together = distribution(params, rows, [7], drafts)
    for row in range(8):
        alone = distribution(params, rows[row : row + 1], [7, *drafts[:row]])
        assert torch.equal(together[row], alone[0])


def test_greedy_probabilities_are_those_of_temperature_one() -> None:
    rows = logits(2, 50, 2)
    greedy = SamplingParams(0.0, 1, 0.01, 0.9, 1.3)
    scores_only = SamplingParams(1.0, 0, 1.0, 0.0, 1.3)
    torch.testing.assert_close(
        distribution(greedy, rows, [4], [9]), distribution(scores_only, rows, [4], [9])
    )


@pytest.mark.parametrize(
    ("params", "kept"),
    [
        (SamplingParams(1.0, 2, 1.0), {0, 1, 2}),
        (SamplingParams(1.0, 0, 0.5), {0, 1, 2}),
        (SamplingParams(1.0, 0, 0.3), {0}),
        (SamplingParams(1.0, 0, 0.31), {0, 1, 2}),
        (SamplingParams(1.0, 0, 1.0, 0.6), {0, 1, 2}),
        (SamplingParams(1.0, 1, 0.01, 1.0), {0}),
    ],
)
def test_ties_at_the_cut_all_stay(params: SamplingParams, kept: set[int]) -> None:
    """Otherwise the reply would depend on the order of a sort."""
    row = torch.tensor([[0.3, 0.2, 0.2, 0.15, 0.15]], dtype=torch.float64)
    row[0, 0] += 1e-12  # 0.3 is a hair above 0.3, so that top-p 0.3 is met by it alone
    probs = distribution(params, row.log())
    assert set(probs[0].nonzero().flatten().tolist()) == kept
    torch.testing.assert_close(probs.sum(), torch.tensor(1.0, dtype=torch.float64))


@pytest.mark.parametrize("typical_p", [1e-9, 0.2, 0.9])
def test_ties_in_surprise_all_stay(typical_p: float) -> None:
    """Four tokens of a quarter of the mass are equally typical; four of a hundredth of it are not."""
    row = torch.tensor([[1.0, 0.01] * 4], dtype=torch.float64).log()
    probs = distribution(SamplingParams(1.0, top_p=1.0, typical_p=typical_p), row)
    assert probs[0].nonzero().flatten().tolist() == [0, 2, 4, 6]


def test_typical_stops_when_the_mass_is_held() -> None:
    """1.2 nats: the quarter is nearest, and is all of the quarter that is asked for."""
    row = torch.tensor([[0.5, 0.25, 0.125, 0.125]], dtype=torch.float64).log()
    assert distribution(SamplingParams(1.0, top_p=1.0, typical_p=0.25), row)[0].tolist() == [0, 1, 0, 0]


def test_typical_may_drop_the_likeliest() -> None:
    row = torch.tensor([[0.4, *[0.06] * 10]], dtype=torch.float64).log()
    probs = distribution(SamplingParams(1.0, top_p=1.0, typical_p=0.5), row)
    assert probs[0].tolist() == pytest.approx([0.0, *[0.1] * 10])


@pytest.mark.parametrize("option", [{"top_p": 0.95}, {"typical_p": 0.95}, {"top_k": 40}, {"min_p": 0.05}])
def test_only_few_tokens_are_sorted(option: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """In a distribution about as sure as a language model's: 3 nats."""
    sizes: list[int] = []
    sort = torch.Tensor.sort

    def counted(self: torch.Tensor, *args: Any, **options: Any) -> Any:
        sizes.append(len(self))
        return sort(self, *args, **options)

    monkeypatch.setattr(torch.Tensor, "sort", counted)
    params = SamplingParams(**{"temperature": 0.7, "top_p": 1.0, **option})
    distribution(params, logits(1, 49_152, 4, spread=2.5) * 1.4)
    assert sizes
    assert max(sizes) < 1000


def test_a_row_is_computed_when_it_is_asked_for_and_once() -> None:
    computed: list[float] = []

    def double(row: torch.Tensor) -> torch.Tensor:
        computed.append(float(row[0]))
        return row * 2

    rows = LazyRows(torch.tensor([[1.0], [2.0], [3.0]]), double)
    assert [float(rows[1]), float(rows[0]), float(rows[1])] == [4.0, 2.0, 4.0]
    assert computed == [2.0, 1.0]


@pytest.mark.parametrize("vocabulary", [1, 2, 3, 7, 49, 1000, 49_152])
@pytest.mark.parametrize("top_p", [1e-12, 1e-7, 0.5, 1 - 1e-9])
def test_flat_distribution_keeps_all(vocabulary: int, top_p: float) -> None:
    """Every token is at the cut: none may be lost to rounding, and one always stays."""
    probs = distribution(SamplingParams(1.0, 0, top_p), torch.zeros(2, vocabulary))
    torch.testing.assert_close(probs, torch.full((2, vocabulary), 1 / vocabulary))


@given(
    st.lists(st.floats(-30, 30, width=32), min_size=1, max_size=12),
    st.sampled_from([0.0, 1e-3, 0.3, 1.0, 5.0, 100.0]),
    st.integers(0, 13),
    st.floats(1e-9, 1.0),
    st.floats(0.0, 1.0),
    st.floats(0.1, 10),
    st.just(1.0) | st.floats(1e-9, 1.0),
)
def test_always_a_distribution(
    row: list[float],
    temperature: float,
    top_k: int,
    top_p: float,
    min_p: float,
    penalty: float,
    typical_p: float,
) -> None:
    params = SamplingParams(temperature, top_k, top_p, min_p, penalty, typical_p)
    scores = SamplingPipeline(params, len(row), CPU).scores(torch.tensor([row]), [()])
    probs = distribution(params, torch.tensor([row]))[0]
    assert probs.isfinite().all()
    assert (probs >= 0).all()
    assert float(probs.sum()) == pytest.approx(1, abs=1e-5)
    if typical_p == 1.0 or params.greedy:
        assert probs[scores[0].argmax()] == probs.max() > 0


@pytest.mark.parametrize("temperature", [1e-3, 1e-30, 1e-300])
@pytest.mark.parametrize("scale", [1.0, 1e4])
def test_tiny_temperature_is_the_largest_logit(temperature: float, scale: float) -> None:
    rows = torch.tensor([[1.0, 3.0, 2.0], [-5.0, -4.0, -4.0]]) * scale
    probs = distribution(SamplingParams(temperature), rows)
    assert probs.tolist() == [[0.0, 1.0, 0.0], [0.0, 0.5, 0.5]]


def test_dtype_is_kept() -> None:
    rows = logits(1, 9, 0).double()
    params = SamplingParams(0.7, 5, 0.9, 0.01, 1.2)
    exact = distribution(params, rows, [2])
    assert exact.dtype == torch.float64
    assert float(exact.sum()) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize(
    "params",
    [
        OFF,
        SamplingParams(),
        SamplingParams(0.7, 5, 0.9, 0.1, 1.1, 0.9),
        SamplingParams(1.0, 0, 1.0, typical_p=0.9),
    ],
)
def test_nan_goes_through_and_stays_in_its_row(params: SamplingParams) -> None:
    """The decoder reports it; the pipeline must neither stumble nor hide it."""
    rows = logits(3, 9, 0)
    clean = distribution(params, rows, (), [1, 2])
    rows[1, 4] = float("nan")
    probs = distribution(params, rows, (), [1, 2])
    assert probs[1].isnan().any()
    assert torch.equal(probs[[0, 2]], clean[[0, 2]])


def test_draws_follow_the_distribution_of_a_large_vocabulary() -> None:
    """Chi-square over 100 cells of equal share. With 20,000 draws a shift of 5 % of the mass between the two
    halves is found with power over 0.99 (noncentrality 20,000 * 0.1**2 = 200 against a threshold of 149)."""
    probs = distribution(SamplingParams(3.0, top_p=1.0), logits(1, 49_152, 11))[0]
    generator = torch.Generator().manual_seed(12)
    coins = torch.rand(20_000, dtype=torch.float64, generator=generator)
    cells = ((probs.double().cumsum(0) - probs.double() / 2) * 100).long().clamp(max=99)
    expected = torch.zeros(100, dtype=torch.float64).index_add_(0, cells, probs.double()) * len(coins)
    drawn = draw_all(probs, coins)
    assert drawn[:200].tolist() == [draw(probs, float(coin)) for coin in coins[:200]]
    counts = torch.bincount(cells[drawn], minlength=100)
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    # 99 degrees of freedom: 148.2 is the 99.9th percentile, 53.9 the 0.01th
    assert 53.0 < chi_square < 148.2


def draw_all(probs: torch.Tensor, coins: torch.Tensor) -> torch.Tensor:
    """The same inverse as `draw`, written out for many coins at once."""
    cumulative = probs.double().cumsum(0)
    return torch.searchsorted(cumulative, coins * cumulative[-1], right=True)
