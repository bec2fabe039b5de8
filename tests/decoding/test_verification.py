import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from verification_cases import ORACLE_CASES
from verification_oracle import (
    EXACT,
    Case,
    ScriptedCoins,
    error,
)

from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.verification import (
    Greedy,
    Rejection,
    SeededCoins,
    Verification,
    accepts,
    draw,
    residual,
)

CASES = json.loads((Path(__file__).parents[1] / "data" / "verification.json").read_text(encoding="utf-8"))


# ---- known answers


def double(values: Sequence[float]) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


def known(case: dict[str, Any]) -> Case:
    """The case with one draft; after it the target says something else, so that rows cannot be mixed up."""
    size = len(case["p"])
    after = {(token,): [1.0 if i == token else 0.0 for i in range(size)] for token in range(size)}
    return Case(case["name"], size, 1, {(): case["p"], **after}, {(): case["q"]})


@pytest.mark.parametrize("case", CASES["verification"], ids=lambda case: case["name"])
def test_known_cases(case: dict[str, Any]) -> None:
    p, q = double(case["p"]), double(case["q"])
    for token, right in enumerate(case["accept_probability"]):
        if right is None:
            continue
        below, above = right * (1 - 1e-9), right * (1 + 1e-9)
        assert accepts(below, float(p[token]), float(q[token])) == (right > 0)
        assert above >= 1.0 or not accepts(above, float(p[token]), float(q[token]))
    torch.testing.assert_close(residual(p, q), double(case["residual"]))
    assert error(known(case)) < EXACT
    torch.testing.assert_close(double(case["p"]), double(case["output_distribution"]))


@pytest.mark.parametrize("case", [c for c in CASES["verification"] if 1 in c["q"]], ids=lambda c: c["name"])
def test_one_hot_as_a_token_is_one_hot_as_a_distribution(case: dict[str, Any]) -> None:
    p, token = double(case["p"]), case["q"].index(1)
    torch.testing.assert_close(residual(p, token), residual(p, double(case["q"])))
    assert Drafts((token,)).probability(0) == 1.0


@pytest.mark.parametrize(
    "case", [case for case in CASES["greedy"] if "draft_token" in case], ids=lambda case: case["name"]
)
def test_known_greedy_cases(case: dict[str, Any]) -> None:
    p = double(case["target_logits_probs"])
    scores = p.log().expand(2, -1)
    outcome = Greedy().verify(scores, p.expand(2, -1), Drafts((case["draft_token"],)), 0)
    assert outcome == Verification(0, int(case["right"].removeprefix("reject, emit ")))


@given(st.data(), st.integers(0, 4))
def test_greedy_is_the_argmax_chain(data: st.DataObject, k: int) -> None:
    """Whole numbers as scores, so that ties abound; they go to the lowest id."""
    rows = [data.draw(st.lists(st.integers(0, 2), min_size=4, max_size=4)) for _ in range(k + 1)]
    tokens = data.draw(st.lists(st.integers(0, 3), min_size=k, max_size=k))
    best = [row.index(max(row)) for row in rows]
    accepted = next((i for i, token in enumerate(tokens) if token != best[i]), k)
    scores = torch.tensor(rows, dtype=torch.float32)
    outcome = Greedy().verify(scores, scores.softmax(-1), Drafts(tokens), 0)
    assert outcome == Verification(accepted, best[accepted])


# ---- the exact output distribution


@pytest.mark.parametrize("case", ORACLE_CASES, ids=lambda case: case.name)
def test_output_has_the_targets_distribution(case: Case) -> None:
    assert error(case) < EXACT


# ---- the parts


@pytest.mark.parametrize("q", [1.0, 0.5, 5e-324, 0.0])
def test_zero_coin_never_accepts_what_the_target_rules_out(q: float) -> None:
    assert not accepts(0.0, 0.0, q)


def test_zero_coin_rejects_in_a_round() -> None:
    p = double([[0.0, 1.0], [1.0, 0.0]])
    assert Rejection(ScriptedCoins([0.0, 0.0])).verify(p, p, Drafts((0,)), 0) == Verification(0, 1)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_residual_without_mass_is_the_target(dtype: torch.dtype) -> None:
    p = torch.tensor([0.25, 0.75], dtype=dtype)
    assert residual(p, p.clone()).tolist() == [0.25, 0.75]
    sure = torch.tensor([0.0, 1.0], dtype=dtype)
    assert residual(sure, 1).tolist() == [0.0, 1.0]


def test_residual_leaves_the_distributions_as_they_are() -> None:
    p, q = double([0.25, 0.75]), double([0.75, 0.25])
    residual(p, q)
    residual(p, 1)
    assert (p.tolist(), q.tolist()) == ([0.25, 0.75], [0.75, 0.25])


@given(st.lists(st.sampled_from([0.0, 1e-30, 1e-6, 0.3, 1.0]), min_size=1, max_size=8), st.floats(0, 1))
def test_draw_never_hits_a_zero(row: list[float], coin: float) -> None:
    if sum(row) == 0:
        return
    for point in (0.0, min(coin, 1 - 2**-53), 1 - 2**-53):
        assert row[draw(torch.tensor(row), point)] > 0


def test_draw_reaches_a_tail_that_single_precision_would_lose() -> None:
    """100,000 tokens of 1e-9 behind one: summed in float32 none of them would move the sum."""
    probs = torch.full((100_001,), 1e-9)
    probs[0] = 1.0 - 1e-4
    tail = [draw(probs, 1 - share * 1e-4) for share in (0.75, 0.5, 0.25)]
    assert tail == pytest.approx([25_000, 50_000, 75_000], abs=5)


def test_coins_are_repeatable_and_in_range() -> None:
    first = [SeededCoins(5).next() for _ in range(2)]
    assert first[0] == first[1]
    assert SeededCoins(5).next() != SeededCoins(6).next()
    coins = SeededCoins(2**63 - 1)
    values = [coins.next() for _ in range(20_000)]
    assert all(0 <= value < 1 for value in values)
    # 6 standard deviations of a mean of uniform numbers
    assert abs(sum(values) / len(values) - 0.5) < 6 / (12 * len(values)) ** 0.5
    assert any(value * 2**24 % 1 for value in values), "double precision"


def test_coins_do_not_touch_the_global_generator() -> None:
    before = torch.get_rng_state()
    SeededCoins(1).next()
    assert torch.equal(before, torch.get_rng_state())
