"""Every case of the card “Is it worth it?”: what decides it, why it loses, and what would be sensible."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_round_costs import costs_of, replies

from desktop_app.decoding.measured_speedup import MeasuredSpeedup
from desktop_app.decoding.round_costs import RoundCosts, VerifyCost
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.worth import Case, Reason, Remedy, Setup, worth_of


def costs(
    *, draft: float = 0.02, wide: float = 1.1, accepted: int = 7, rounds: int = 40, controls: int = 5,
    k: int = 4, low: float | None = None, high: float | None = None, chain: bool = True,
) -> RoundCosts:  # fmt: skip
    """A plain step takes 1 s, a pass over all rows `wide`; of 10 drafts at any depth `accepted` stand."""
    speedup = (
        None if low is None or high is None else MeasuredSpeedup((low * high) ** 0.5, low, high, controls)
    )
    rows = tuple(VerifyCost(1 + n, 0.95 + (wide - 0.95) * n / k, 20) for n in range(k + 1))
    return RoundCosts(
        replies=2, rounds=rounds, tokens=100, controls=controls, plain_s=1.0 if controls else None,
        draft_step_s=draft, verify_s=wide, other_s=0.05, verify=rows, drafted_at=(1.0,) * k,
        tested_at=(10,) * k, accepted_at=(accepted,) * k, chain=chain, speedup=speedup,
    )  # fmt: skip


MODEL = Setup("small")
FREE = Setup("lookup")
OFF = Setup("small", controls=False)
SLOW = costs(draft=0.6, low=0.85, high=0.95)
WIDE = costs(draft=0.0, wide=3.5, low=0.85, high=0.95)
WRONG = costs(draft=0.3, accepted=1, low=0.75, high=0.9)
PREDICTED = costs(controls=0)

TABLE = [
    # what is known, the baseline, how it is drafted -> the case, the button, the reason
    (None, None, Setup("none"), Case.PLAIN, Remedy.TURN_ON, None),
    (None, None, MODEL, Case.NOTHING, Remedy.MEASURE, None),
    (None, 1.0, MODEL, Case.NOTHING, Remedy.NOTHING, None),
    (costs(rounds=0, controls=0), 1.0, MODEL, Case.NOTHING, Remedy.NOTHING, None),
    (costs(rounds=10, controls=1), None, MODEL, Case.TOO_FEW, Remedy.MEASURE, None),
    (costs(rounds=10, controls=1), 1.0, MODEL, Case.TOO_FEW, Remedy.NOTHING, None),
    (costs(rounds=10, controls=0), 1.0, OFF, Case.TOO_FEW, Remedy.CONTROL_ROUNDS, None),
    (costs(rounds=10, controls=0), None, OFF, Case.NO_BASELINE, Remedy.MEASURE, None),
    (costs(rounds=40, controls=0), None, MODEL, Case.NO_BASELINE, Remedy.MEASURE, None),
    (costs(low=1.2, high=1.6), None, MODEL, Case.GAINS, Remedy.NOTHING, None),
    (costs(low=1.001, high=1.6), None, MODEL, Case.GAINS, Remedy.NOTHING, None),
    (costs(low=0.9, high=1.3), None, MODEL, Case.UNCLEAR, Remedy.NOTHING, None),
    (costs(low=1.0, high=1.3), None, MODEL, Case.UNCLEAR, Remedy.NOTHING, None),
    (costs(low=0.97, high=1.03), None, FREE, Case.EVEN, Remedy.TURN_OFF, None),
    (costs(low=1.01, high=1.04), None, MODEL, Case.EVEN, Remedy.TURN_OFF, None),
    (SLOW, None, MODEL, Case.LOSES, Remedy.LOOKUP, Reason.DRAFT),
    (SLOW, None, Setup("eagle+lookup"), Case.LOSES, Remedy.LOOKUP, Reason.DRAFT),
    (SLOW, None, Setup("lookup+suffix"), Case.LOSES, Remedy.TURN_OFF, Reason.DRAFT),
    (WIDE, None, FREE, Case.LOSES, Remedy.TURN_OFF, Reason.VERIFY),
    (WRONG, None, MODEL, Case.LOSES, Remedy.TURN_OFF, Reason.ACCEPTANCE),
    (PREDICTED, 1.0, MODEL, Case.SHOULD_GAIN, Remedy.NOTHING, None),
    (PREDICTED, 1.0, OFF, Case.SHOULD_GAIN, Remedy.CONTROL_ROUNDS, None),
    (PREDICTED, 0.3, FREE, Case.SHOULD_LOSE, Remedy.TURN_OFF, Reason.ACCEPTANCE),
    (costs(controls=0, draft=0.6), 0.9, MODEL, Case.SHOULD_LOSE, Remedy.LOOKUP, Reason.DRAFT),
    (costs(controls=0, draft=0.6), 1.25, OFF, Case.SHOULD_BE_EVEN, Remedy.CONTROL_ROUNDS, None),
]  # fmt: skip


@pytest.mark.parametrize(("known", "baseline", "setup", "case", "remedy", "reason"), TABLE)
def test_every_case(
    known: RoundCosts | None,
    baseline: float | None,
    setup: Setup,
    case: Case,
    remedy: Remedy,
    reason: Reason | None,
) -> None:
    # a tree, so that no other k is offered
    found = worth_of(known and replace(known, chain=False), baseline, setup)
    assert (found.case, found.remedy, found.reason) == (case, remedy, reason)


def test_the_table_has_every_case_and_reason() -> None:
    assert {row[3] for row in TABLE} == set(Case)
    assert {row[5] for row in TABLE} == {None, *Reason}
    assert {row[4] for row in TABLE} == set(Remedy) - {Remedy.SET_K}


def test_a_k_that_should_do_clearly_better_is_offered_first() -> None:
    # the first draft mostly stands, the others never do
    long = replace(
        costs(draft=0.2, k=6, low=0.7, high=0.8),
        tested_at=(100, 80, 1, 0, 0, 0),
        accepted_at=(80, 1, 0, 0, 0, 0),
    )
    found = worth_of(long, None, MODEL)
    assert (found.case, found.remedy) == (Case.LOSES, Remedy.SET_K)
    assert found.best is not None
    assert found.best[0] == 1
    assert found.best[1] > 1.05
    assert found.now is not None
    assert found.now < 1
    gaining = worth_of(replace(long, speedup=MeasuredSpeedup(1.2, 1.1, 1.3, 5)), None, MODEL)
    assert (gaining.case, gaining.remedy) == (Case.GAINS, Remedy.SET_K)
    # the same k is no other, and none is offered that gains too little
    assert worth_of(costs(low=1.2, high=1.6), None, MODEL).remedy is Remedy.NOTHING
    assert worth_of(replace(SLOW, chain=True), None, MODEL).remedy is Remedy.LOOKUP


def test_a_plain_step_of_this_chat_counts_more_than_one_of_other_prompts() -> None:
    own = worth_of(costs(low=1.2, high=1.6, controls=3), 9.0, MODEL)
    assert (own.plain_s, own.of_other_prompts) == (1.0, False)
    assert own.cost_ratio == 0.02
    other = worth_of(costs(controls=2), 2.0, MODEL)
    assert (other.plain_s, other.of_other_prompts) == (2.0, True)
    assert other.cost_ratio == 0.01


def test_a_baseline_never_makes_a_measured_speedup() -> None:
    assert worth_of(PREDICTED, 1.0, MODEL).measured is None
    assert worth_of(PREDICTED, 100.0, MODEL).case is Case.SHOULD_GAIN


@given(replies(), st.none() | st.floats(0.001, 1.0), st.booleans(), st.sampled_from(["lookup", "m", "none"]))
def test_any_rounds_have_a_case_that_agrees_with_its_figures(
    given_replies: list[list[Round]], baseline: float | None, controls: bool, draft: str
) -> None:
    found = worth_of(costs_of(given_replies), baseline, Setup(draft, controls))
    measured = found.measured
    if found.case is Case.GAINS:
        assert measured is not None
        assert 1 < measured.low <= measured.value
    if found.case is Case.LOSES:
        assert measured is not None
        assert measured.value <= measured.high < 1
    if found.case in (Case.SHOULD_GAIN, Case.SHOULD_LOSE, Case.SHOULD_BE_EVEN):
        assert measured is None
        assert found.now is not None
    assert (found.reason is not None) == (found.case in (Case.LOSES, Case.SHOULD_LOSE))
    assert found.break_even is None or 0 <= found.break_even <= 1
    assert found.now is None or found.now > 0
    if found.remedy is Remedy.SET_K:
        assert found.best is not None
        assert 1 <= found.best[0] < (found.costs.most_levels if found.costs else 0)
