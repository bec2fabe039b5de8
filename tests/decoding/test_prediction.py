"""The closed form with measured costs, against sums written out and against the textbook's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.prediction import (
    best_k,
    break_even,
    expected_tokens,
    predicted_speedup,
    round_seconds,
    verify_seconds,
)
from desktop_app.decoding.round_costs import RoundCosts, VerifyCost
from desktop_app.decoding.speedup import expected_tokens as textbook_tokens
from desktop_app.decoding.speedup import speedup as textbook


def textbook_costs(alpha: float, k: int, c: float, v: float, o: float) -> RoundCosts:
    """Rounds that are as the closed form thinks them: k drafts each, independent; a plain step takes 1 s."""
    rows = tuple(VerifyCost(1 + n, 1 + v * n, 50) for n in range(k + 1))
    tested = [round(1e6 * alpha**n) for n in range(k)]
    return RoundCosts(
        replies=1, rounds=10**6, tokens=1, controls=9, plain_s=1.0, draft_step_s=c, verify_s=1 + v * k,
        other_s=o, verify=rows, drafted_at=(1.0,) * k, tested_at=tuple(tested),
        accepted_at=tuple(round(n * alpha) for n in tested), chain=True, speedup=None,
    )  # fmt: skip


FORM = {
    "alpha": st.floats(0.05, 1.0),
    "k": st.integers(1, 8),
    "c": st.floats(0.0, 0.6),
    "v": st.floats(0.0, 0.3),
    "o": st.floats(0.0, 0.5),
}


@given(**FORM)
def test_it_is_the_textbooks_closed_form(alpha: float, k: int, c: float, v: float, o: float) -> None:
    costs = textbook_costs(alpha, k, c, v, o)
    assert expected_tokens(costs, k) == pytest.approx(textbook_tokens(alpha, k), rel=1e-3)
    for shorter in range(1, k + 1):
        found = predicted_speedup(costs, 1.0, shorter)
        assert found == pytest.approx(textbook(alpha, shorter, c, v, o), rel=1e-3)
    assert predicted_speedup(costs, 1.0) == pytest.approx(textbook(alpha, k, c, v, o), rel=1e-3)
    found_best = best_k(costs, 1.0)
    assert found_best is not None
    assert found_best[1] == pytest.approx(max(textbook(alpha, n, c, v, o) for n in range(1, k + 1)), rel=1e-3)


@given(**FORM)
def test_at_break_even_it_neither_gains_nor_loses(alpha: float, k: int, c: float, v: float, o: float) -> None:
    found = break_even(textbook_costs(alpha, k, c, v, o), 1.0)
    if found is None:
        assert textbook(1.0, k, c, v, o) < 1
    elif found == 0.0:
        assert textbook(0.0, k, c, v, o) >= 1 - 1e-9
    else:
        assert textbook(found, k, c, v, o) == pytest.approx(1.0, rel=1e-6)


def lookup_costs() -> RoundCosts:
    """Half of the rounds have no guess, a quarter three drafts, a quarter one."""
    return RoundCosts(
        replies=1, rounds=40, tokens=60, controls=5, plain_s=0.05, draft_step_s=0.001,
        verify_s=0.5 * 0.04 + 0.25 * 0.044 + 0.25 * 0.052, other_s=0.01,
        verify=(VerifyCost(1, 0.04, 20), VerifyCost(2, 0.044, 10), VerifyCost(4, 0.052, 10)),
        drafted_at=(0.5, 0.25, 0.25), tested_at=(20, 8, 6), accepted_at=(16, 6, 3), chain=True, speedup=None,
    )  # fmt: skip


def test_rounds_without_a_guess_cost_and_bring_their_share() -> None:
    costs = lookup_costs()
    tokens = 1 + 0.5 * 0.8 + 0.25 * 0.6 + 0.25 * 0.3
    seconds = 0.001 * 1.0 + costs.verify_s + 0.01
    assert round_seconds(costs) == pytest.approx(seconds)
    assert predicted_speedup(costs, 0.05) == pytest.approx(tokens * 0.05 / seconds)
    assert predicted_speedup(costs, 0.05, 3) == pytest.approx(tokens * 0.05 / seconds)
    # with one draft at most: half without, half with two rows
    one = (1 + 0.5 * 0.8) * 0.05 / (0.001 * 0.5 + 0.5 * 0.04 + 0.5 * 0.044 + 0.01)
    assert predicted_speedup(costs, 0.05, 1) == pytest.approx(one)
    # with two: three rows were never seen, they lie between two and four
    two = (1 + 0.5 * 0.8 + 0.25 * 0.6) * 0.05
    two /= 0.001 * 0.75 + 0.5 * 0.04 + 0.25 * 0.044 + 0.25 * 0.048 + 0.01
    assert predicted_speedup(costs, 0.05, 2) == pytest.approx(two)
    assert best_k(costs, 0.05) == (3, pytest.approx(tokens * 0.05 / seconds))


def test_verify_is_linear_between_what_was_measured_and_unknown_outside() -> None:
    measured = (VerifyCost(2, 0.1, 5), VerifyCost(6, 0.3, 5))
    assert [verify_seconds(measured, rows) for rows in (1, 2, 3, 6, 7)] == [
        None, 0.1, pytest.approx(0.15), 0.3, None
    ]  # fmt: skip


def test_of_trees_no_k_is_best_but_their_rounds_are_predicted() -> None:
    tree = replace(lookup_costs(), chain=False)
    assert best_k(tree, 0.05) is None
    assert predicted_speedup(tree, 0.05, 2) is None
    assert predicted_speedup(tree, 0.05) == predicted_speedup(lookup_costs(), 0.05)


def test_a_k_whose_rows_are_unknown_is_not_predicted() -> None:
    costs = replace(lookup_costs(), verify=(VerifyCost(4, 0.052, 10),))
    assert predicted_speedup(costs, 0.05, 1) is None
    assert best_k(costs, 0.05) is None


def test_nothing_measured_predicts_nothing() -> None:
    costs = replace(lookup_costs(), verify_s=None, other_s=None)
    assert round_seconds(costs) is None
    assert predicted_speedup(costs, 0.05) is None
    assert break_even(costs, 0.05) is None
