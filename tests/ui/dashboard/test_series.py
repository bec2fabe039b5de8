"""The numbers of the charts, exactly."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from dashboard_rounds import make_reply, make_round, random_reply
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.tally import Tally
from desktop_app.ui.dashboard.series import (
    AcceptanceSeries,
    BoundedSeries,
    ReplySeries,
    SpeedSeries,
    levels_tested,
    nice_ceiling,
    shares,
)


def speed_of(rounds: list[Round]) -> SpeedSeries:
    return ReplySeries.of(rounds).speed


def test_needs_no_qt() -> None:
    code = (
        "import sys, desktop_app.ui.dashboard.series, desktop_app.ui.dashboard.cells, "
        "desktop_app.ui.dashboard.figures; "
        "sys.exit(any(m.split('.')[0] in ('PySide6', 'pyqtgraph', 'numpy', 'torch') for m in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# Speed


@pytest.mark.parametrize("seed", range(5))
def test_a_reply_inside_the_window_has_the_speed_of_its_tally(seed: int) -> None:
    rounds = [make_round(i, 3, (i + seed) % 4, 0.5 + 0.07 * i) for i in range(12)]
    for count in range(4, 13):
        speed = speed_of(rounds[:count])
        if speed.points.last is not None:
            assert speed.points.last == Tally.of(rounds[:count]).decode_tokens_per_s
    assert speed_of(rounds).points.last is not None


def test_counts_from_the_end_of_the_first_round() -> None:
    # Round 0 brings 4 tokens at 10 s, after a long prompt: neither counts.
    rounds = [make_round(0, 3, 3, 10.0), *(make_round(i, 3, 3, 10.0 + i) for i in (1, 2))]
    assert speed_of(rounds).points.xs == [8, 12]
    assert speed_of(rounds).points.ys == [4.0, 4.0]


def test_the_window_slides_and_is_a_second_and_sixteen_tokens_long() -> None:
    slow = [(0, 0)] * 40
    rounds = make_reply(slow, step=0.25)
    assert speed_of(rounds).points.last == pytest.approx(4.0)
    # From here each round takes 0.125 s: 16 tokens later nothing of the slow part is left.
    fast = [make_round(40 + i, 0, 0, rounds[-1].at + 0.125 * (i + 1)) for i in range(16)]
    assert speed_of(rounds + fast[:15]).points.last == pytest.approx(16 / (15 * 0.125 + 0.25))
    assert speed_of(rounds + fast).points.last == pytest.approx(8.0)
    assert speed_of(rounds + fast).highest == pytest.approx(8.0)


def test_a_fast_reply_is_averaged_over_a_second() -> None:
    rounds = make_reply([(0, 0)] * 300, step=1 / 128)
    last = make_round(300, 0, 0, rounds[-1].at + 0.5)
    # The window reaches back over 64 rounds and the half second: 65 tokens in one second.
    assert speed_of([*rounds, last]).points.last == pytest.approx(65.0)


def test_too_few_tokens_make_no_speed() -> None:
    rounds = make_reply([(0, 0)] * 8, step=0.01)
    assert speed_of(rounds).points.last is None
    assert speed_of([*rounds, make_round(8, 0, 0, rounds[-1].at + 0.01)]).points.last == pytest.approx(100.0)


def test_rounds_without_duration_make_no_speed() -> None:
    assert speed_of(make_reply([(0, 0)] * 40, step=0.0)).points.last is None


# Acceptance


@pytest.mark.parametrize("seed", range(4))
def test_whole_and_rolling_acceptance_are_those_of_the_tally(seed: int) -> None:
    rounds = random_reply(90, seed)
    series = ReplySeries.of(rounds)
    whole, rolling = series.acceptance.whole, series.acceptance.rolling
    tested = [round_ for round_ in rounds if round_.drafts]
    rate, recent = Tally.of(rounds).acceptance_rate, Tally.of(tested[-20:]).acceptance_rate
    assert rate is not None
    assert recent is not None
    assert whole.last == pytest.approx(100 * rate, rel=1e-12)
    assert rolling.last == pytest.approx(100 * recent, rel=1e-12)
    assert len(whole) == len(tested)
    assert whole.xs[-1] <= series.tally.emitted


def test_a_plain_reply_has_no_acceptance() -> None:
    series = AcceptanceSeries()
    for round_ in make_reply([(0, 0)] * 30):
        series.add(round_)
    assert len(series.whole) == len(series.rolling) == 0


def test_a_round_cut_before_any_test_does_not_count() -> None:
    untested = Round(
        0, "lookup", (Draft(1, "a", 0.5, None, Verdict.UNTESTED, -1),), (), Timing(0, 0, 0), at=1.0
    )
    series = AcceptanceSeries()
    series.add(untested)
    assert levels_tested(untested) == 0
    assert series.whole.last is None


def test_siblings_of_a_tree_are_one_level() -> None:
    drafts = (
        Draft(1, "a", 0.6, 0.1, Verdict.REJECTED, -1),
        Draft(2, "b", 0.3, 0.8, Verdict.ACCEPTED, -1),
        Draft(3, "c", 0.9, 0.2, Verdict.REJECTED, 1),
    )
    emitted = (Emitted(2, "b", Origin.ACCEPTED, 0.8), Emitted(4, "d", Origin.CORRECTED, 0.7))
    tree = Round(0, "model", drafts, emitted, Timing(0, 0, 0), at=1.0)
    series = ReplySeries.of([tree])
    assert levels_tested(tree) == 2
    assert series.acceptance.whole.last == 100 * (series.tally.acceptance_rate or 0) == 50.0


# What is kept


def test_a_full_series_thins_out_and_keeps_both_ends() -> None:
    series = BoundedSeries(capacity=8)
    for n in range(1000):
        series.append(n, -n)
        assert len(series) < 8
        assert (series.xs[0], series.xs[-1]) == (0, n)
        assert series.ys == [-x for x in series.xs]
        gaps = {b - a for a, b in zip(series.xs[:-1], series.xs[1:-1], strict=False)}
        assert len(gaps) <= 1, "even but for the newest point"


def test_a_series_keeps_every_point_until_it_is_full() -> None:
    series = BoundedSeries(capacity=8)
    for n in range(7):
        series.append(n, n)
    assert series.xs == [0, 1, 2, 3, 4, 5, 6]


def test_a_long_reply_stays_small_and_right() -> None:
    rounds = random_reply(6000)
    series = ReplySeries.of(rounds)
    sizes = [len(series.speed.points), len(series.acceptance.whole), len(series.acceptance.rolling)]
    assert max(sizes) <= 2048
    # Only the window is kept of the rounds themselves, whatever the length of the reply.
    assert len(series.speed._ends) < 64
    assert len(series.acceptance._recent) == 20
    assert series.speed.points.xs[-1] == series.tally.emitted
    assert series.tally.summary() == Tally.of(rounds).summary()


def test_a_round_costs_the_same_early_and_late() -> None:
    # Counted in calls, not in seconds: nothing may walk over what came before.
    def calls(series: ReplySeries, rounds: list[Round]) -> int:
        count = 0

        def profile(frame: object, event: str, arg: object) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(profile)
        try:
            for round_ in rounds:
                series.add(round_)
        finally:
            sys.setprofile(None)
        return count

    series = ReplySeries()
    rounds = make_reply([(3, 1)] * 6000, step=0.04)
    for round_ in rounds[:100]:
        series.add(round_)
    early = calls(series, rounds[100:200])
    for round_ in rounds[200:5900]:
        series.add(round_)
    assert calls(series, rounds[5900:]) <= 1.1 * early


# Small ones


@pytest.mark.parametrize(
    ("value", "ceiling"),
    [
        (0, 1),
        (-3, 1),
        (math.nan, 1),
        (math.inf, 1),
        (1, 1),
        (1.01, 2),
        (12, 20),
        (41, 60),
        (61, 80),
        (81, 100),
        (100, 100),
        (101, 200),
        (0.05, 0.06),
        (0.6, 0.6),
        (950, 1000),
    ],
)
def test_ceilings_are_round_numbers(value: float, ceiling: float) -> None:
    assert nice_ceiling(value) == pytest.approx(ceiling)


@given(st.floats(1e-6, 1e9))
def test_a_ceiling_is_not_below_and_not_far_above(value: float) -> None:
    assert value * (1 - 1e-8) <= nice_ceiling(value) <= 2.0 * value * (1 + 1e-8)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=5))
def test_shares_make_a_hundred(parts: list[float]) -> None:
    result = shares(parts)
    assert sum(result) == (100 if sum(parts) > 0 else 0)
    if sum(parts) > 0:
        assert all(abs(s - 100 * p / sum(parts)) < 1 for s, p in zip(result, parts, strict=True))


def test_shares_are_rounded_by_largest_remainder() -> None:
    assert shares([1, 1, 1]) == [34, 33, 33]
    assert shares([0.18, 0.80, 0.02]) == [18, 80, 2]
    assert shares([0, 0, 0]) == [0, 0, 0]
