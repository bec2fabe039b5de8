from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replies import PROMPT, Reply, drafter_for
from round_factory import make_round
from scripted_drafters import right_every_other_time
from table_network import TableNetwork

from desktop_app.decoding.control_rounds import ControlRounds, MeasuredSpeedup, SpeedupMeter
from desktop_app.decoding.rounds import USER, Round, Undrafted, round_from_json, round_to_json
from desktop_app.decoding.tally import Tally, TallySummary


@given(st.integers(2, 40), st.integers(0, 2**31))
def test_each_block_has_one_control_round(every: int, seed: int) -> None:
    controls = ControlRounds(every, seed)
    for _ in range(5):
        assert sum(controls.next() for _ in range(every)) == 1


def test_every_place_of_a_block_comes_up() -> None:
    first = [ControlRounds(5, seed).next() for seed in range(400)]
    # 80 are expected; 5 standard deviations are 40
    assert 40 < sum(first) < 120


def test_none_are_picked_where_none_are_wanted() -> None:
    controls = ControlRounds(0, 1)
    assert not any(controls.next() for _ in range(100))
    for wrong in (1, -5):
        with pytest.raises(ValueError, match="makes no sense"):
            ControlRounds(wrong, 1)


def reply_rounds(parts: Sequence[tuple[float, int, Undrafted | None]]) -> list[Round]:
    """Rounds of (seconds, tokens, undrafted) after a round 0 that took a second."""
    ends = list(accumulate((seconds for seconds, _, _ in parts), initial=1.0))
    rounds = [make_round(at=ends[0])]
    for index, (at, (_, tokens, undrafted)) in enumerate(zip(ends[1:], parts, strict=True), start=1):
        drafts = ["accepted"] * (tokens - 1)
        emitted = ["accepted"] * (tokens - 1) + ["bonus" if drafts else "plain"]
        rounds.append(make_round(drafts, emitted, index=index, at=at))
        rounds[-1] = _undrafted(rounds[-1], undrafted)
    return rounds


def _undrafted(round_: Round, undrafted: Undrafted | None) -> Round:
    return round_from_json({**round_to_json(round_), "undrafted": undrafted})


def measured(rounds: Sequence[Round]) -> MeasuredSpeedup | None:
    meter = SpeedupMeter()
    for round_ in rounds:
        meter.add(round_)
    return meter.measured()


def test_the_speedup_is_the_ratio_of_the_two_speeds() -> None:
    speculative = [(0.10, 3, None), (0.12, 1, None), (0.14, 2, None)] * 2
    control = [(0.05, 1, "control"), (0.06, 1, "control"), (0.07, 1, "control")]
    found = measured(reply_rounds([*speculative, *control, (9.0, 1, "switched")]))
    assert found is not None
    assert found.value == pytest.approx((12 / 0.72) / (3 / 0.18))
    assert found.controls == 3
    assert found.low < found.value < found.high


def test_a_token_the_user_chose_measures_nothing() -> None:
    rounds = reply_rounds([(0.125, 2, None)] * 4 + [(0.125, 1, "control")] * 4)
    chosen = replace(make_round(index=len(rounds), at=rounds[-1].at), drafter=USER)
    assert measured([*rounds, chosen]) == measured(rounds)


def test_the_interval_of_equal_rounds_is_a_point() -> None:
    found = measured(reply_rounds([(0.125, 2, None)] * 4 + [(0.125, 1, "control")] * 4))
    assert found is not None
    assert found.low == pytest.approx(2) == found.high


def test_only_speculative_parts_of_a_switched_reply_are_measured() -> None:
    """Nor the round after a plain part, in which the drafter catches up, nor a plain beginning."""
    rounds = reply_rounds([(0.125, 2, None)] * 4 + [(0.125, 1, "control")] * 4)
    at = rounds[-1].at
    plain = [replace(make_round(index=8 + i, at=at + 9.0 * (i + 1)), undrafted="switched") for i in range(3)]
    plain[0] = replace(plain[0], switched="plain")
    resumed = replace(
        make_round(["accepted"], ["accepted", "bonus"], index=11, at=at + 60), switched="speculative"
    )
    after = make_round(["accepted"], ["accepted", "bonus"], index=12, at=at + 60.125)
    found = measured([*rounds, *plain, resumed, after])
    assert found is not None
    assert found.value == pytest.approx(2)
    assert found.low == pytest.approx(2) == found.high
    began_plainly = [make_round(index=i, at=7.0 * i) for i in range(5)]
    later = [replace(round_, at=round_.at + 99) for round_ in rounds]
    later[0] = replace(later[0], switched="speculative")
    again = measured([*began_plainly, *later])
    assert again is not None
    assert again.value == pytest.approx(2)


@pytest.mark.parametrize(("controls", "others"), [(2, 50), (50, 2), (0, 0)])
def test_too_few_rounds_measure_nothing(controls: int, others: int) -> None:
    assert measured(reply_rounds([(0.1, 1, "control")] * controls + [(0.1, 2, None)] * others)) is None


def test_the_interval_holds_the_true_speedup_as_often_as_it_says() -> None:
    # 400 replies: 95 % are 380, and 5 standard deviations are 22
    rng = random.Random(5)
    true = (0.3 * 1 + 0.3 * 2 + 0.4 * 5) / 1.25
    held = 0
    for _ in range(400):
        parts: list[tuple[float, int, Undrafted | None]] = []
        controls = ControlRounds(20, rng.randrange(10**6))
        for _ in range(120):
            if controls.next():
                parts.append((rng.gauss(0.04, 0.004), 1, "control"))
            else:
                tokens = rng.choices((1, 2, 5), (3, 3, 4))[0]
                parts.append((rng.gauss(0.05, 0.005), tokens, None))
        found = measured(reply_rounds(parts))
        assert found is not None
        held += found.low <= true <= found.high
    assert held >= 358


def test_a_reply_is_the_same_with_control_rounds_and_they_are_marked() -> None:
    network = TableNetwork(seed=3)
    replies = []
    for controls in (None, ControlRounds(4, 7)):
        reply = Reply(
            network.runner(),
            PROMPT,
            drafter=drafter_for(network, right_every_other_time),
            k=2,
            max_tokens=40,
            controls=controls,
        )
        replies.append(reply.run())
    without, with_ = replies
    assert with_.tokens == without.tokens
    assert all(round_.undrafted is None for round_ in without.rounds)
    marked = [round_ for round_ in with_.rounds if round_.undrafted == "control"]
    assert marked
    assert all(not round_.drafts and len(round_.emitted) == 1 for round_ in marked)
    assert with_.rounds[0].undrafted is None
    assert Tally.of(with_.rounds).summary().speedup == measured(with_.rounds)


def test_a_tally_with_a_speedup_survives_json() -> None:
    rounds = reply_rounds([(0.1, 3, None)] * 5 + [(0.05, 1, "control")] * 5)
    summary = Tally.of(rounds).summary()
    assert summary.speedup is not None
    assert TallySummary.from_json(summary.to_json()) == summary
