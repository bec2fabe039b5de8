"""Costs of rounds whose times are known."""

from __future__ import annotations

import pytest
from suite_runs import timed_round

from desktop_app.bench.suite_costs import costs
from desktop_app.decoding.rounds import Round, Timing, Verdict

A, R, U = Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNTESTED
# Round 0 is slow on both sides: it must not count.
SLOW = Timing(9.0, 9.0, 9.0)


def plain() -> list[Round]:
    step = Timing(0.0, 0.020, 0.001)
    return [
        timed_round(0, 30.0, timing=SLOW),
        timed_round(1, 30.022, timing=step),
        timed_round(2, 30.044, timing=step),
    ]


def speculative() -> list[Round]:
    return [
        timed_round(0, 30.0, verdicts=[A, A], timing=SLOW),
        timed_round(1, 30.040, verdicts=[A, R, U], timing=Timing(0.006, 0.030, 0.002)),
        timed_round(2, 30.080, verdicts=[R], timing=Timing(0.002, 0.024, 0.004)),
        timed_round(3, 30.100, timing=Timing(0.0, 0.018, 0.002)),
    ]


def test_steps_and_their_ratio() -> None:
    found = costs([plain()], [speculative()])
    assert found.target_step_ms == pytest.approx(20.0)
    assert found.draft_step_ms == pytest.approx(2.0)  # 6 ms for three levels, 2 ms for one
    assert found.c == pytest.approx(0.1)


def test_verify_by_rows_is_over_both_kinds_of_reply() -> None:
    found = costs([plain()], [speculative()]).v
    assert {rows: verify.rounds for rows, verify in found.items()} == {1: 3, 2: 1, 4: 1}
    assert found[1].ms == pytest.approx(20.0)
    assert found[4].ms == pytest.approx(30.0)
    assert found[4].steps == pytest.approx(1.5)


def test_overhead_and_the_time_in_nobodys_timing() -> None:
    found = costs([plain()], [speculative()])
    assert found.overhead_plain_ms == pytest.approx(1.0)
    assert found.overhead_ms == pytest.approx(2.0)
    assert found.between_rounds_plain_ms == pytest.approx(1.0)
    assert found.between_rounds_ms == pytest.approx(2.0)  # 2, 10 and 0 ms


def test_shares_add_up_to_the_decode_time() -> None:
    shares = costs([plain()], [speculative()]).shares
    assert shares is not None
    assert shares.draft == pytest.approx(0.08)
    assert shares.verify == pytest.approx(0.72)
    assert shares.draft + shares.verify + shares.other + shares.between == pytest.approx(1.0)


def test_replies_of_one_round_have_no_costs() -> None:
    found = costs([plain()[:1]], [speculative()[:1], []])
    assert found.target_step_ms is found.draft_step_ms is found.c is found.shares is None
    assert found.v == {}
