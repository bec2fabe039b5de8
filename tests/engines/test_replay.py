"""A trace plays again: the same events, at their own pace or another one, until it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.plan import Plan
from desktop_app.decoding.rounds import Emitted, Origin, Round, Timing
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines import replay
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Prefilled, Resolved, Started
from desktop_app.engines.replay import Pace, ReplayEngine, ReplayError

ANY = ChatRequest((Message("user", "anything"),))
STARTED = Started(
    "Recorded-1B",
    "lookup",
    "speculative",
    4,
    SamplingParams(),
    1,
    Resolved("greedy", "cpu", "float32", False),
)


def round_at(index: int, at: float) -> Round:
    return Round(index, "none", (), (Emitted(index, f" w{index}", Origin.PLAIN, 0.5),), Timing(0, 0, 0), at)


ROUNDS = (round_at(0, 1.0), round_at(1, 1.5), round_at(2, 3.5))
PREFILLED = Prefilled(10, 0, 0.9)


def recorded(rounds: Sequence[Round] = ROUNDS) -> list[Event]:
    tally = Tally.of(rounds)
    tally.prefilled(PREFILLED.tokens, PREFILLED.seconds)
    text = "".join(round_.text for round_ in rounds)
    plan = Plan("lookup", "speculative", 4, "why")
    return [STARTED, PREFILLED, plan, *rounds, Finished("eos", text, tally.summary())]


class Clock:
    """Time that passes only while the replay waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(replay.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(threading.Condition, "wait", self.wait)

    def wait(self, timeout: float) -> bool:
        self.now += timeout
        return False


def played(engine: ReplayEngine, clock: Clock) -> list[tuple[float, Event]]:
    began = clock.now
    return [(clock.now - began, event) for event in engine.reply(ANY, ReplyControl())]


@pytest.mark.parametrize("speed", [1.0, 0.25, 4.0])
def test_every_event_comes_at_its_time_over_the_speed(monkeypatch: pytest.MonkeyPatch, speed: float) -> None:
    events = recorded()
    found = played(ReplayEngine(events, Pace(speed)), Clock(monkeypatch))
    assert [event for _, event in found] == events
    times = [0.0, 1.0, 1.0, 1.0, 1.5, 3.5, 3.5]
    assert [at for at, _ in found] == pytest.approx([time / speed for time in times])


def test_the_pace_changes_in_mid_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    engine = ReplayEngine(recorded())
    times = []
    for event in engine.reply(ANY, ReplyControl()):
        times.append(clock.now - 100)
        if event == ROUNDS[1]:
            engine.pace.speed = 0.5
    assert times[-1] == pytest.approx(1.5 + 2 / 0.5)


def test_standing_still_each_step_lets_one_event_through() -> None:
    engine = ReplayEngine(recorded(), Pace(0))
    seen: list[Event] = []
    came = threading.Semaphore(0)
    control = ReplyControl()

    def play() -> None:
        for event in engine.reply(ANY, control):
            seen.append(event)
            came.release()

    player = threading.Thread(target=play)
    player.start()
    for count in range(1, 5):
        engine.pace.step()
        assert came.acquire(timeout=10)
        assert len(seen) == count
    engine.pace.speed = 1000
    player.join(10)
    assert seen == recorded()


def test_a_stop_ends_it_with_what_was_played() -> None:
    control = ReplyControl()
    seen: list[Event] = []
    for event in ReplayEngine(recorded(), Pace(1000)).reply(ANY, control):
        seen.append(event)
        if event == ROUNDS[1]:
            control.stop()
    last = seen[-1]
    assert isinstance(last, Finished)
    assert (last.reason, last.text, last.tally.rounds) == ("cancelled", " w0 w1", 2)


def test_a_stop_is_heard_while_it_stands_still() -> None:
    control = ReplyControl()
    threading.Timer(0.05, control.stop).start()
    events = list(ReplayEngine(recorded(), Pace(0)).reply(ANY, control))
    assert [type(event) for event in events] == [Finished]


def test_a_cut_recording_ends_as_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    found = played(ReplayEngine(recorded()[:-2]), Clock(monkeypatch))
    last = found[-1][1]
    assert isinstance(last, Finished)
    assert (last.reason, last.text) == ("cancelled", " w0 w1")


def test_a_failure_is_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    events: list[Event] = [STARTED, PREFILLED, ROUNDS[0], Failed("It broke.")]
    assert [event for _, event in played(ReplayEngine(events), Clock(monkeypatch))] == events


def test_it_has_the_name_of_what_was_recorded_and_no_tokenizer() -> None:
    engine = ReplayEngine(recorded())
    assert engine.name == "Recorded-1B"
    with pytest.raises(ReplayError, match="tokenizer"):
        engine.count_text("text")


@pytest.mark.parametrize("events", [[], [replace(PREFILLED)]])
def test_what_begins_with_no_request_is_refused(events: list[Event]) -> None:
    with pytest.raises(ReplayError, match="request"):
        ReplayEngine(events)


@pytest.mark.parametrize("speed", [-1.0, 1e9, float("nan")])
def test_a_speed_out_of_range_is_refused(speed: float) -> None:
    with pytest.raises(ReplayError, match="pace"):
        Pace(speed)
