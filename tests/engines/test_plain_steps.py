"""Which rounds are plain steps, behind how many tokens, and that measuring disturbs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tiny import tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.rounds import Emitted, Origin, Round, Timing, Undrafted
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Prefilled, Resolved, Started
from desktop_app.engines.baselines import Baselines, Place
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.measure_plain import SESSION, MeasurePlainError, measure_plain
from desktop_app.engines.plain_steps import PlainSteps, noting_plain_steps
from desktop_app.models.progress import Progress

PLAIN = Started("m", "none", "plain", 0, SamplingParams(), 7, Resolved("rejection", "cpu", "float32", False))
SPECULATIVE = replace(PLAIN, draft="lookup", mode="speculative", k=4)


def one(index: int, at: float, undrafted: Undrafted | None = None, drafter: str = "none") -> Round:
    token = Emitted(1, "a", Origin.PLAIN, 0.5)
    return Round(index, drafter, (), (token,), Timing(0, 0.1, 0), at, undrafted=undrafted)


def seconds(*events: Event) -> dict[int, list[float]]:
    steps = PlainSteps()
    for event in events:
        steps.add(event)
    return {place.context: [round(s, 6) for s in found] for place, found in steps.seconds.items()}


def test_every_round_of_a_plain_reply_but_the_first() -> None:
    rounds = [one(i, 1 + 0.25 * i) for i in range(4)]
    assert seconds(PLAIN, Prefilled(10, 2, 0.1), *rounds) == {0: [0.25] * 3}


def test_of_a_speculative_reply_control_and_switched_rounds_alone() -> None:
    rounds = [
        one(0, 1.0), one(1, 1.5), one(2, 1.75, "control"), one(3, 3.0), one(4, 3.5, "switched"),
        one(5, 3.5, drafter="user"), one(6, 4.5, drafter="lookup"),
    ]  # fmt: skip
    assert seconds(SPECULATIVE, Prefilled(10, 2, 0.1), *rounds) == {0: [0.25, 0.5]}


def test_a_plain_reply_that_was_switched_is_plain_no_more() -> None:
    rounds = [one(i, 1 + 0.25 * i) for i in range(6)]
    switched = Plan("lookup", "speculative", 4, "as chosen")
    # the rounds behind had no guess, which is not the same as wanting none
    assert seconds(PLAIN, Prefilled(10, 2, 0.1), *rounds[:4], switched, *rounds[4:]) == {0: [0.25] * 3}


def test_the_context_grows_with_the_reply() -> None:
    rounds = [one(i, 1 + 0.5 * i) for i in range(6)]
    # behind 253, 254, 255 the first three; round 0 is none
    assert seconds(PLAIN, Prefilled(200, 52, 0.1), *rounds) == {0: [0.5] * 3, 256: [0.5] * 2}


def test_the_exact_shape_and_recorded_rows_cost_more_and_do_not_count() -> None:
    exact = replace(PLAIN, resolved=replace(PLAIN.resolved, exact=True))
    rounds = [one(i, 1.0 + i) for i in range(3)]
    assert seconds(exact, Prefilled(10, 0, 0.1), *rounds) == {}
    assert seconds(PLAIN, Prefilled(10, 0, 0.1), *(replace(r, rows=()) for r in rounds)) == {}


def test_events_pass_and_their_steps_are_kept(tmp_path: Path) -> None:
    store = Baselines(tmp_path / "baselines.json", lambda: "here")
    events: list[Event] = [PLAIN, Prefilled(10, 0, 0.1), *(one(i, 1 + 0.5 * i) for i in range(12))]
    assert list(noting_plain_steps(iter(events), store)) == events
    (known,) = store.known("m")
    assert (known.place, known.steps, known.median_s) == (Place("m", "float32", "cpu", 0), 11, 0.5)


def test_a_reply_left_early_is_kept_too_and_the_engine_is_told(tmp_path: Path) -> None:
    store, closed = Baselines(tmp_path / "baselines.json", lambda: "here"), []

    def engine() -> Iterator[Event]:
        try:
            yield PLAIN
            yield Prefilled(10, 0, 0.1)
            for i in range(100):
                yield one(i, 1 + 0.5 * i)
        finally:
            closed.append(True)

    events = noting_plain_steps(engine(), store)
    for _ in range(14):
        next(events)
    events.close()  # type: ignore[attr-defined]
    assert closed == [True]
    assert store.known("m")[0].steps == 11


def test_a_full_disk_does_not_disturb_the_reply(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "data").write_text("", encoding="utf-8")
    store = Baselines(tmp_path / "data" / "baselines.json", lambda: "here")
    events: list[Event] = [PLAIN, Prefilled(10, 0, 0.1), one(0, 1.0), one(1, 2.0)]
    assert list(noting_plain_steps(iter(events), store)) == events
    assert "cannot be kept" in caplog.text


# -- measured on purpose ----------------------------------------------------------------------------------


class Watched(LocalEngine):
    def __init__(self) -> None:
        super().__init__(tiny_loaded(context=600))
        self.asked: list[ChatRequest] = []
        self.failure = ""

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        self.asked.append(request)
        if self.failure:
            yield Failed(self.failure)
            return
        yield from super().reply(request, control)


class Clock:
    """Goes on by an eighth of a second at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.125
        return self.now


def test_plain_steps_are_measured_behind_the_context_for_so_long() -> None:
    engine, shown = Watched(), []
    found = measure_plain(engine, 300, ReplyControl(), shown.append, seconds=5.0, clock=Clock())
    assert list(found) == [Place("tiny", "float32", "cpu", 256)]
    # 5 s are 40 looks; round 0 starts the time and is no step
    assert len(found[Place("tiny", "float32", "cpu", 256)]) == 40
    (request,) = engine.asked
    assert request.draft == "none"
    assert abs(engine.count_text(request.messages[-1].content) - 300) <= 3
    assert [p.done for p in shown] == [125 * i for i in range(41)]
    assert {p.total for p in shown} == {5000}


def test_the_chats_keep_their_caches_and_nothing_is_left_of_it() -> None:
    engine = Watched()
    list(engine.reply(ChatRequest((Message("user", "Hi"),), max_tokens=8, seed=1), ReplyControl()))
    measure_plain(engine, 64, ReplyControl(), lambda _: None, seconds=1.0, clock=Clock())
    again = list(engine.reply(ChatRequest((Message("user", "Hi"),), max_tokens=8, seed=1), ReplyControl()))
    (prefilled,) = (event for event in again if isinstance(event, Prefilled))
    assert prefilled.tokens == 0
    assert engine._sessions.peek(SESSION) is None


def test_a_context_that_is_too_long_is_measured_at_the_end_of_what_fits() -> None:
    found = measure_plain(Watched(), 10**6, ReplyControl(), lambda _: None, clock=Clock())
    assert [place.context for place in found] == [512]
    assert sum(map(len, found.values())) >= 8


def test_it_can_be_stopped_and_keeps_nothing() -> None:
    engine, control = Watched(), ReplyControl()

    def stop(progress: Progress) -> None:
        if progress.done == 500:
            control.stop()

    with pytest.raises(Cancelled):
        measure_plain(engine, 64, control, stop, clock=Clock())
    assert engine._sessions.peek(SESSION) is None


def test_a_failure_is_the_engines_sentence() -> None:
    engine = Watched()
    engine.failure = "Memory ran out."
    with pytest.raises(MeasurePlainError, match=r"Memory ran out\."):
        measure_plain(engine, 64, ReplyControl(), lambda _: None)


def test_a_model_that_says_too_little_is_said() -> None:
    class Brief(Watched):
        def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
            yield PLAIN
            yield Prefilled(64, 0, 0.1)
            for i in range(5):
                yield one(i, i + 1.0)
            yield Finished("eos", "", None)  # type: ignore[arg-type]

    with pytest.raises(MeasurePlainError, match="ended after a few tokens"):
        measure_plain(Brief(), 64, ReplyControl(), lambda _: None)
