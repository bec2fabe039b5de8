from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_factory import make_round
from timed_rounds import Part, timed_rounds

from desktop_app.decoding.control_rounds import ControlRounds
from desktop_app.decoding.measured_speedup import MeasuredSpeedup, SpeedupMeter, t_quantile
from desktop_app.decoding.rounds import USER, Round
from desktop_app.decoding.tally import Tally, TallySummary


def measured(*replies: Sequence[Round]) -> MeasuredSpeedup | None:
    meter = SpeedupMeter()
    for rounds in replies:
        meter.begin()
        for round_ in rounds:
            meter.add(round_)
    return meter.measured()


def by_the_book(parts: Sequence[Part]) -> MeasuredSpeedup | None:
    """The formula of the module, from whole lists."""
    controls = [(place, part[0]) for place, part in enumerate(parts) if part[2] == "control"]
    others = [(place, *part[:2]) for place, part in enumerate(parts) if part[2] is None]
    if min(len(controls), len(others)) < 3:
        return None
    weights = dict.fromkeys((place for place, _ in controls), 0.0)
    plain_s = 0.0
    for place, _, tokens in others:
        near = [c for c in controls if c[0] < place][-1:] + [c for c in controls if c[0] > place][:1]
        plain_s += tokens * fmean(step for _, step in near)
        for at, _ in near:
            weights[at] += tokens / len(near)
    took = [seconds for _, seconds, _ in others]
    steps = [step for _, step in controls]
    share = sum(w**2 for w in weights.values()) / sum(weights.values()) ** 2
    of_steps = variance(steps) / fmean(steps) ** 2 * share
    of_rounds = variance(took) / fmean(took) ** 2 / len(took)
    value, total = plain_s / sum(took), of_steps + of_rounds
    if total == 0:
        return MeasuredSpeedup(value, value, value, len(steps))
    freedom = total**2 / (of_steps**2 / (len(steps) - 1) + of_rounds**2 / (len(took) - 1))
    factor = math.exp(t_quantile(freedom) * math.sqrt(total))
    return MeasuredSpeedup(value, value / factor, value * factor, len(steps))


PARTS = st.lists(
    st.tuples(
        st.floats(0.01, 1.0), st.integers(1, 8), st.sampled_from((None, None, None, "control", "switched"))
    ).map(lambda part: part if part[2] is None else (part[0], 1, part[2])),
    max_size=60,
)


@given(PARTS)
def test_the_figure_is_that_of_the_formula(parts: list[Part]) -> None:
    found, expected = measured(timed_rounds(parts)), by_the_book(parts)
    if expected is None:
        assert found is None
        return
    assert found is not None
    assert found.controls == expected.controls
    assert found.value == pytest.approx(expected.value, rel=1e-9)
    assert found.low == pytest.approx(expected.low, rel=1e-5)
    assert found.high == pytest.approx(expected.high, rel=1e-5)
    assert 0 < found.low <= found.value <= found.high


def test_a_figure_by_hand() -> None:
    # 4 tokens at 0.1; 6 between 0.1 and 0.2, so at 0.15; 2 at the end at 0.2
    parts: list[Part] = [
        (0.25, 4, None), (0.1, 1, "control"), (0.4, 6, None), (0.2, 1, "control"), (9.0, 1, "switched"),
        (0.2, 1, "control"), (0.15, 2, None),
    ]  # fmt: skip
    found = measured(timed_rounds(parts))
    assert found is not None
    assert found.value == pytest.approx((4 * 0.1 + 6 * 0.15 + 2 * 0.2) / 0.8)
    assert found.controls == 3


def test_a_step_that_grows_with_the_context_cancels_out() -> None:
    """Control rounds stand mostly at the start, where steps are short: their mean would be too short."""
    parts: list[Part] = []
    controls, step = ControlRounds(20, 4), 0.05
    for _ in range(400):
        step *= 1.002
        parts.append((step, 1, "control") if controls.next() else (step * 2, 3, None))
    found = measured(timed_rounds(parts))
    assert found is not None
    assert found.value == pytest.approx(1.5, rel=0.01)
    steps, rounds = ([s for s, _, why in parts if (why is None) == spec] for spec in (False, True))
    assert fmean(steps) * 3 / fmean(rounds) < 1.4


def test_replies_of_a_chat_are_measured_together() -> None:
    one: list[Part] = [(0.2, 3, None), (0.1, 1, "control"), (0.25, 4, None)]
    two: list[Part] = [(0.2, 2, None), (0.12, 1, "control"), (0.3, 3, None), (0.11, 1, "control")]
    assert measured(timed_rounds(one)) is None
    both, whole = measured(timed_rounds(one), timed_rounds(two)), measured(timed_rounds([*one, *two]))
    assert both is not None
    assert whole is not None
    assert (both.low, both.value, both.high) == pytest.approx((whole.low, whole.value, whole.high))


def test_a_token_the_user_chose_measures_nothing() -> None:
    rounds = timed_rounds([(0.125, 2, None)] * 4 + [(0.125, 1, "control")] * 4)
    chosen = replace(make_round(index=len(rounds), at=rounds[-1].at), drafter=USER)
    assert measured([*rounds, chosen]) == measured(rounds)


def test_the_interval_of_equal_rounds_is_a_point() -> None:
    found = measured(timed_rounds([(0.125, 2, None)] * 4 + [(0.125, 1, "control")] * 4))
    assert found is not None
    assert found.low == pytest.approx(2) == found.high


@pytest.mark.parametrize(("controls", "others"), [(2, 50), (50, 2), (0, 0)])
def test_too_few_rounds_measure_nothing(controls: int, others: int) -> None:
    assert measured(timed_rounds([(0.1, 1, "control")] * controls + [(0.1, 2, None)] * others)) is None


def simulated(rng: random.Random, rounds: int, gain: float) -> MeasuredSpeedup:
    """A reply whose acceptance comes in spells, with times that vary by 8 %; scaled to a true gain."""
    controls, lucky = ControlRounds(20, rng.randrange(10**9)), False
    parts: list[Part] = []
    for _ in range(rounds - 1):
        lucky ^= rng.random() < 0.1
        if controls.next():
            parts.append((rng.gauss(0.04, 0.0032), 1, "control"))
        else:
            tokens = rng.choices((1, 2, 5), (1, 1, 8) if lucky else (6, 3, 1))[0]
            parts.append((rng.gauss(0.1, 0.008), tokens, None))
    spoken = sum(tokens for _, tokens, why in parts if why is None)
    true = 0.04 * spoken / (0.1 * sum(why is None for _, _, why in parts))
    parts = [(s * true / gain, n, why) if why is None else (s, n, why) for s, n, why in parts]
    found = measured(timed_rounds(parts))
    assert found is not None
    return found


@pytest.mark.parametrize("rounds", [20, 25, 60, 200])
def test_the_interval_holds_the_true_speedup_as_often_as_it_says(rounds: int) -> None:
    rng, true = random.Random(rounds), 1.3
    found = [simulated(rng, rounds, true) for _ in range(400)]
    # 95 % are 380, and 4 standard deviations are 17
    assert 363 <= sum(one.low <= true <= one.high for one in found) <= 397
    assert fmean(one.value for one in found) == pytest.approx(true, rel=0.02)


@pytest.mark.parametrize(("rounds", "gain", "least"), [(25, 1.2, 0.7), (50, 1.15, 0.7), (150, 1.1, 0.75)])
def test_a_true_gain_is_told_from_none(rounds: int, gain: float, least: float) -> None:
    rng = random.Random(7)
    told = [simulated(rng, rounds, gain).low > 1 for _ in range(200)]
    assert sum(told) / 200 > least
    # and no gain is rarely taken for one
    none = [simulated(rng, rounds, 1.0).low > 1 for _ in range(200)]
    assert sum(none) / 200 < 0.07


def test_a_tally_has_the_same_figure_and_it_survives_json() -> None:
    rounds = timed_rounds([(0.1, 3, None)] * 5 + [(0.05, 1, "control")] * 5)
    summary = Tally.of(rounds).summary()
    assert summary.speedup is not None
    assert summary.speedup == measured(rounds)
    assert TallySummary.from_json(summary.to_json()) == summary


def test_only_speculative_parts_of_a_switched_reply_are_measured() -> None:
    """Nor the round after a plain part, in which the drafter catches up, nor a plain beginning."""
    rounds = timed_rounds([(0.125, 2, None)] * 4 + [(0.125, 1, "control")] * 4)
    at, drafts = rounds[-1].at, (["accepted"], ["accepted", "bonus"])
    plain = [replace(make_round(index=8 + i, at=at + 9.0 * (i + 1)), undrafted="switched") for i in range(3)]
    plain[0] = replace(plain[0], switched="plain")
    resumed = replace(make_round(*drafts, index=11, at=at + 60), switched="speculative")
    after = make_round(*drafts, index=12, at=at + 60.125)
    alone = measured(rounds)
    assert alone is not None
    found = measured([*rounds, *plain, resumed, after])
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((2, 2, 2))
    began_plainly = [make_round(index=i, at=7.0 * i) for i in range(5)]
    later = [replace(round_, at=round_.at + 99) for round_ in rounds]
    switched = [*began_plainly, replace(later[0], switched="speculative"), *later[1:]]
    assert measured(switched) == measured(later)
    # also behind another reply, whose rounds stand
    assert measured(rounds, switched) == measured(rounds, later)
