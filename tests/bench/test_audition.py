"""An audition on a tiny model: whom it hears, what it counts, and how it keeps out of the way."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from suite_runs import timed_round
from tiny import tiny_loaded

from desktop_app.bench.audition import Audition, FinishedReply, candidates
from desktop_app.bench.audition_outcome import AuditionOutcome, Scored, outcome_from_json
from desktop_app.bench.duel import PLAIN, Lane
from desktop_app.bench.measured_reply import Run, run_of
from desktop_app.bench.pauses import Pauses
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.rounds import Round, Timing, Verdict
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, DraftLength
from desktop_app.engines.local import LocalEngine

REQUEST = ChatRequest(
    (Message("user", "one two three one two three one two"),),
    sampling=SamplingParams(temperature=0.0),
    exact=True,
    max_tokens=60,
    seed=3,
    session="the chat",
)
UNPAUSED = Pauses(share=1.0)


def run(engine: LocalEngine, request: ChatRequest = REQUEST) -> Run:
    return run_of(engine.reply(request, ReplyControl()))


def outcomes(engine: LocalEngine, *replies: FinishedReply, used: Lane = PLAIN) -> list[AuditionOutcome]:
    return list(Audition(engine, replies, used, UNPAUSED).outcomes(ReplyControl()))


# -- who is heard -----------------------------------------------------------------------------------------


def test_plain_the_one_in_use_and_every_draft_are_heard_once() -> None:
    lanes = candidates(("eagle+lookup", "lookup"), Lane("lookup", 7), exact=False)
    assert lanes == (
        PLAIN,
        Lane("lookup", 7),
        Lane("eagle+lookup", "auto"),
        Lane("lookup", 3),
        Lane("lookup", 12),
    )
    assert Lane("lookup", 12) not in candidates(("lookup",), PLAIN, exact=True)
    assert candidates((), Lane("none"), exact=False) == (PLAIN,)
    assert candidates((), Lane("lookup", 0), exact=False) == (PLAIN,)


def test_a_model_without_a_head_of_its_own_searches() -> None:
    assert LocalEngine(tiny_loaded()).drafts == ("lookup", "suffix")


# -- what is counted --------------------------------------------------------------------------------------


def test_every_lane_has_the_figures_of_really_running_it() -> None:
    engine = LocalEngine(tiny_loaded())
    plain = run(engine, replace(REQUEST, draft="none"))
    other = replace(REQUEST, messages=(Message("user", "ab ab ab ab ab"),))
    second = run(engine, replace(other, draft="none"))
    replies = FinishedReply("a", REQUEST, plain.tokens), FinishedReply("b", other, second.tokens)
    first, both = outcomes(engine, *replies, used=Lane("lookup", 5))
    assert (first.messages, both.messages) == (("a",), ("a", "b"))
    assert [(lane.draft, lane.k) for lane in both.lanes] == [
        ("none", "auto"), ("lookup", 5), ("lookup", 3), ("lookup", 7), ("suffix", 3), ("suffix", 7),
    ]  # fmt: skip
    assert both.used == 1
    for lane in both.lanes:
        real = [run(engine, replace(asked, draft=lane.draft, k=lane.k)).tally for asked in (REQUEST, other)]
        assert lane.accepted == sum(tally.accepted for tally in real)
        assert lane.drafted == sum(tally.drafted for tally in real)
        assert lane.rounds == sum(tally.rounds for tally in real)
        assert lane.tested == sum(tally.accepted + tally.rejected for tally in real)
        assert lane.tokens == len(plain.tokens) + len(second.tokens)
    assert sum(lane.accepted for lane in both.lanes) > 0


class Timed:
    """An engine whose walks take what they are said to."""

    name = "timed"
    drafts = ("lookup",)

    def retrace(
        self,
        _request: ChatRequest,
        reply: Sequence[int],
        lanes: Sequence[tuple[str, DraftLength]],
        _control: ReplyControl,
    ) -> Iterator[tuple[int, Round]]:
        for place, (draft, _) in enumerate(lanes):
            verdicts = () if draft == "none" else (Verdict.ACCEPTED, Verdict.REJECTED)
            step = 1 if draft == "none" else 2
            for index, at in enumerate(range(0, len(reply), step)):
                # one of them was held up by something else
                timing = Timing(0.01, 5.0 if index == 7 else 0.1, 0.02 if verdicts else 0.0)
                yield place, timed_round(index, float(index + 1), at, verdicts, timing)


def test_predictions_come_from_the_rounds_that_follow_another() -> None:
    reply = FinishedReply("a", REQUEST, tuple(range(60)), 1.3)
    (outcome,) = Audition(Timed(), [reply], PLAIN, UNPAUSED).outcomes(ReplyControl())  # type: ignore[arg-type]
    plain, fast = outcome.lanes[:2]
    assert (plain.tokens, plain.timed_tokens) == (60, 59)
    assert (fast.rounds, fast.tokens, fast.timed_tokens) == (30, 60, 58)
    assert fast.acceptance_rate == 0.5
    assert plain.tokens_per_s == pytest.approx(1 / 0.11)
    assert fast.tokens_per_s == pytest.approx(2 / 0.13)
    assert outcome.predicted(1) == pytest.approx(2 / 0.13 * 0.11)
    assert outcome.measured_speedup == 1.3


class Tiring:
    """An engine on a machine that grows slower with every round; a drafted round costs half as much again."""

    name = "tiring"
    drafts = ("lookup",)

    def __init__(self) -> None:
        self.rounds = 0

    def retrace(
        self,
        _request: ChatRequest,
        reply: Sequence[int],
        lanes: Sequence[tuple[str, DraftLength]],
        _control: ReplyControl,
    ) -> Iterator[tuple[int, Round]]:
        for place, (draft, _) in enumerate(lanes):
            verdicts = () if draft == "none" else (Verdict.REJECTED,)
            for index, at in enumerate(range(len(reply))):
                self.rounds += 1
                seconds = (1.5 if verdicts else 1.0) * (1 + self.rounds / 1000)
                yield place, timed_round(index, float(index + 1), at, verdicts, Timing(0.0, seconds, 0.0))


def test_a_machine_that_grows_slower_is_unfair_to_no_lane() -> None:
    replies = [FinishedReply(name, REQUEST, tuple(range(100))) for name in "ab"]
    one, both = Audition(Tiring(), replies, PLAIN, UNPAUSED).outcomes(ReplyControl())  # type: ignore[arg-type]
    last = len(both.lanes) - 1
    assert both.lanes[last].draft == "lookup"
    assert (one.predicted(last) or 0) < 0.6, "the last lane of one reply is taken for slow"
    assert both.predicted(last) == pytest.approx(1 / 1.5, rel=0.01)


def scored(speeds: Sequence[float], used: int = 1, tokens: int = 100) -> AuditionOutcome:
    lanes = tuple(
        Scored("lookup" if place else "none", place or "auto", 9, tokens, 0, 0, 0, 100, 100 / v)
        for place, v in enumerate(speeds)
    )
    return AuditionOutcome("m", ("a",), used, lanes)


@pytest.mark.parametrize(
    ("speeds", "used", "winner"),
    [((10, 13, 16), 1, 2), ((10, 13, 13.5), 1, 1), ((10, 9, 8), 1, 0), ((10, 13, 16), 2, 2), ((10, 9), 0, 0)],
)
def test_a_winner_is_worth_the_change(speeds: tuple[float, ...], used: int, winner: int) -> None:
    assert scored(speeds, used).winner == winner


def test_from_a_few_words_nothing_is_concluded() -> None:
    assert scored((10, 13, 16), tokens=20).winner is None


@given(st.lists(st.floats(0.1, 1000), min_size=1, max_size=6))
def test_no_lane_beats_the_winner_by_more_than_is_worth_it(speeds: list[float]) -> None:
    outcome = scored(speeds, used=0)
    assert outcome.winner is not None
    best = outcome.predicted(outcome.winner)
    assert best is not None
    assert all((outcome.predicted(place) or 0) <= best * 1.05 + 1e-9 for place in range(len(speeds)))


def test_an_outcome_survives_its_file() -> None:
    outcome = replace(scored((10, 13)), measured=(1.25,))
    assert outcome_from_json(json.loads(json.dumps(outcome.to_json()))) == outcome
    damaged = outcome.to_json()
    for name in damaged:
        without = {key: value for key, value in damaged.items() if key != name}
        assert outcome_from_json(without) is None
        assert outcome_from_json({**damaged, name: {"x": 1}}) is None
    assert outcome_from_json({**damaged, "used": 9}) is None
    assert outcome_from_json({**damaged, "lanes": []}) is None
    assert outcome_from_json(None) is None


# -- out of the way ---------------------------------------------------------------------------------------


def test_it_works_its_share_of_the_time_and_no_more() -> None:
    slept: list[float] = []
    pauses = Pauses(0.25, 0.5, slept.append)
    paused = []
    for _ in range(20):
        pauses.after(0.1, ReplyControl())
        paused.append(pauses.paused)
    assert sum(slept) == pytest.approx(2.0 * 3)
    assert paused == [False, False, False, False, True] * 4


def test_a_stop_ends_a_pause() -> None:
    control = ReplyControl()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            control.stop()

    with pytest.raises(Cancelled):
        Pauses(0.25, 0.5, sleep).after(10.0, control)
    assert len(slept) == 3


def test_a_stop_ends_it_between_two_rounds() -> None:
    engine = LocalEngine(tiny_loaded())
    reply = FinishedReply("a", REQUEST, run(engine).tokens)
    control = ReplyControl()

    class Stopping(Pauses):
        seen = 0

        def after(self, worked_s: float, control: ReplyControl) -> None:
            self.seen += 1
            if self.seen == 3:
                control.stop()
            super().after(worked_s, control)

    stopping = Stopping(1.0)
    with pytest.raises(Cancelled):
        list(Audition(engine, [reply], PLAIN, stopping).outcomes(control))
    assert stopping.seen == 3
