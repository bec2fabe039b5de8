"""Costs and acceptance over replies, recomputed from their rounds in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_factory import make_round

from desktop_app.decoding.measured_speedup import SpeedupMeter
from desktop_app.decoding.round_costs import CostMeter, RoundCosts
from desktop_app.decoding.rounds import USER, Round, Timing, Verdict
from desktop_app.decoding.tally import Tally


def spoken(
    index: int, accepted: int, drafted: int, *, at: float, draft: float, verify: float, why: str | None = None
) -> Round:
    verdicts = ["accepted"] * accepted + ["rejected"] * (accepted < drafted)
    verdicts += ["untested"] * (drafted - len(verdicts))
    own = "plain" if not drafted else "bonus" if accepted == drafted else "corrected"
    made = make_round(
        verdicts, ["accepted"] * accepted + [own], index=index, timing=Timing(draft, verify, 0.0), at=at
    )
    return replace(made, undrafted=why)  # type: ignore[arg-type]


@st.composite
def replies(draw: st.DrawFn) -> list[list[Round]]:
    result = []
    for _ in range(draw(st.integers(0, 3))):
        rounds, at = [], 1.0
        for index in range(draw(st.integers(0, 25))):
            why = draw(st.sampled_from([None] * 5 + ["control", "switched"])) if index else None
            drafted = draw(st.integers(0, 5)) if why is None else 0
            accepted = draw(st.integers(0, drafted))
            times = [draw(st.integers(1, 40)) / 1000 for _ in range(3)]
            at += sum(times)
            rounds.append(
                spoken(
                    index,
                    accepted,
                    drafted,
                    at=at,
                    draft=times[0] if drafted else 0.0,
                    verify=times[1],
                    why=why,
                )
            )
        result.append(rounds)
    return result


def costs_of(given_replies: Sequence[Sequence[Round]]) -> RoundCosts:
    meter = CostMeter()
    for rounds in given_replies:
        meter.begin()
        for round_ in rounds:
            meter.add(round_)
    return meter.costs()


@given(replies())
def test_every_figure_comes_from_the_rounds(given_replies: list[list[Round]]) -> None:
    costs = costs_of(given_replies)
    later = [(a.at, b) for rounds in given_replies for a, b in pairwise(rounds)]
    own = [(before, r) for before, r in later if r.undrafted is None]
    control = [r.at - before for before, r in later if r.undrafted == "control"]
    assert costs.replies == len(given_replies)
    assert (costs.rounds, costs.controls) == (len(own), len(control))
    assert costs.plain_s == (median(control) if control else None)
    steps = [r.timing.draft_s / len(r.drafts) for _, r in own if r.drafts]
    assert costs.draft_step_s == (median(steps) if steps else None)
    rest = [max(0.0, r.at - before - r.timing.draft_s - r.timing.verify_s) for before, r in own]
    assert costs.other_s == (median(rest) if rest else None)
    rows: dict[int, list[float]] = {}
    for _, r in later:
        if r.undrafted != "switched":
            rows.setdefault(1 + len(r.drafts), []).append(r.timing.verify_s)
    assert {c.rows: (c.seconds, c.rounds) for c in costs.verify} == {
        n: (median(times), len(times)) for n, times in rows.items()
    }
    if own:
        mean = sum(median(rows[1 + len(r.drafts)]) for _, r in own) / len(own)
        assert costs.verify_s == pytest.approx(mean)
    for depth in range(costs.most_levels):
        assert costs.drafted_at[depth] == sum(len(r.drafts) > depth for _, r in own) / len(own)
    # the tally counts round 0 and the rest alike, so without it they agree
    tally = Tally.of(r for _, r in own)
    assert sum(costs.tested_at) == tally.tested_levels
    assert costs.acceptance == tally.acceptance_rate
    assert costs.chain
    meter = SpeedupMeter()
    for rounds in given_replies:
        meter.begin()
        for round_ in rounds:
            meter.add(round_)
    assert costs.speedup == meter.measured()


@given(replies())
def test_rates_are_probabilities(given_replies: list[list[Round]]) -> None:
    costs = costs_of(given_replies)
    assert all(rate is None or 0 <= rate <= 1 for rate in costs.conditional)
    assert list(costs.survival) == sorted(costs.survival, reverse=True)
    assert all(0 <= share <= 1 for share in costs.drafted_at)
    assert list(costs.drafted_at) == sorted(costs.drafted_at, reverse=True)


def test_acceptance_by_position_is_of_the_drafts_tested_there() -> None:
    accepted = [0, 0, 1, 3, 3]
    rounds = [spoken(0, 0, 0, at=1.0, draft=0, verify=0)]
    rounds += [spoken(i + 1, n, 3, at=2.0 + i, draft=0.1, verify=0.2) for i, n in enumerate(accepted)]
    costs = costs_of([rounds])
    assert costs.tested_at == (5, 3, 2)
    assert costs.accepted_at == (3, 2, 2)
    assert costs.conditional == (3 / 5, 2 / 3, 1.0)
    assert costs.survival == pytest.approx((3 / 5, 2 / 5, 2 / 5))
    assert costs.acceptance == 7 / 10


def test_long_replies_weigh_more_and_the_first_round_of_each_counts_for_nothing() -> None:
    one = [spoken(i, 1, 1, at=1.0 + i, draft=0.1, verify=0.2) for i in range(5)]
    two = [spoken(i, 0, 1, at=100.0 + i, draft=0.1, verify=0.2) for i in range(2)]
    costs = costs_of([one, two])
    assert (costs.rounds, costs.tokens) == (5, 9)
    assert costs.acceptance == 4 / 5


def test_a_tree_is_no_chain_and_counts_its_levels() -> None:
    tree = make_round(
        [
            {"verdict": Verdict.ACCEPTED, "parent": -1},
            {"verdict": Verdict.REJECTED, "parent": -1},
            {"verdict": Verdict.ACCEPTED, "parent": 0},
        ],
        ["accepted", "accepted", "bonus"],
        index=1, timing=Timing(0.4, 0.3, 0.1), at=2.0,
    )  # fmt: skip
    costs = costs_of([[make_round(at=1.0), tree]])
    assert not costs.chain
    assert costs.drafted_at == (1.0, 1.0)
    assert costs.draft_step_s == 0.2
    assert costs.verify[0].rows == 4
    assert costs.survival == (1.0, 1.0)


def test_tokens_of_the_user_and_rounds_after_a_switch_count_for_nothing() -> None:
    rounds = [spoken(i, 1, 2, at=1.0 + i, draft=0.1, verify=0.2) for i in range(4)]
    chosen = replace(make_round(index=4, at=9.0), drafter=USER)
    switched = replace(make_round(index=5, at=20.0), undrafted="switched")
    assert costs_of([[*rounds, chosen, switched]]) == costs_of([rounds])
