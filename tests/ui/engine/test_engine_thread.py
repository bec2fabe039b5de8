from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot
from scripted_engine import (
    REPLY,
    ScriptedEngine,
    ScriptedFetcher,
    ScriptedLoader,
    plain_rounds,
    speculative_rounds,
)

from desktop_app.bench.duel import PLAIN, Lane, LaneEvent
from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Started
from desktop_app.ui.engine.engine_jobs import DuelOver
from desktop_app.ui.engine.engine_thread import EngineState, EngineThread


class Heard:
    """Everything an EngineThread said, in order, and on which thread it arrived."""

    def __init__(self, thread: EngineThread) -> None:
        self.order: list[EngineState | tuple[str, list[Event]]] = []
        self.threads: set[threading.Thread] = set()
        thread.state_changed.connect(self.state)
        thread.events.connect(self.batch)

    def state(self, state: EngineState) -> None:
        self.threads.add(threading.current_thread())
        self.order.append(state)

    def batch(self, message_id: str, events: list[Event]) -> None:
        self.threads.add(threading.current_thread())
        self.order.append((message_id, events))

    @property
    def states(self) -> list[EngineState]:
        return [item for item in self.order if isinstance(item, EngineState)]

    @property
    def stages(self) -> list[str]:
        return [state.stage for state in self.states]

    def events(self, message_id: str) -> list[Event]:
        batches = [item[1] for item in self.order if isinstance(item, tuple) and item[0] == message_id]
        return [event for batch in batches for event in batch]


class Bench:
    """An EngineThread over scripted parts, with a stored conversation to reply in."""

    def __init__(self, qtbot: QtBot, chats: Path) -> None:
        self.qtbot = qtbot
        self.loader = ScriptedLoader()
        self.engine = self.loader.engine
        self.fetcher = ScriptedFetcher()
        self.store = ChatStore(chats)
        self.conversation = self.store.create_conversation()
        self.thread = EngineThread(self.loader, self.fetcher, chats, log_file=Path("the.log"))
        self.heard = Heard(self.thread)

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=10_000)

    def load(self, target: str = "starter") -> None:
        self.thread.load(target)
        self.until(lambda: self.thread.state.stage in ("ready", "failed"))

    def ask(self) -> str:
        self.store.add_user_message(self.conversation.id, "How?")
        message = self.store.begin_reply(self.conversation.id)
        self.thread.reply(ChatRequest((Message("user", "How?"),)), message.id)
        return message.id

    def ended(self, message_id: str) -> Event:
        self.until(lambda: any(isinstance(e, Finished | Failed) for e in self.heard.events(message_id)))
        return self.heard.events(message_id)[-1]

    def stored(self, message_id: str) -> str:
        return next(m.status for m in self.store.messages(self.conversation.id) if m.id == message_id)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(qtbot, tmp_path / "chats.db")
    yield bench
    bench.loader.go.set()
    bench.fetcher.go.set()
    assert bench.thread.close(10)
    bench.store.close()


def test_a_reply_is_stored_and_shown_in_order_and_in_the_gui_thread(bench: Bench) -> None:
    bench.load()
    message_id = bench.ask()
    finished = bench.ended(message_id)
    assert isinstance(finished, Finished)
    assert finished.text == REPLY
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.heard.stages == ["loading", "ready", "replying", "ready"]
    kinds = [type(event).__name__ for event in bench.heard.events(message_id)]
    assert kinds[:3] == ["Started", "Prefilled", "Plan"]
    assert set(kinds[3:-1]) == {"Round"}
    assert bench.stored(message_id) == "complete"
    shown = tuple(e for e in bench.heard.events(message_id) if isinstance(e, Round))
    assert bench.store.rounds(message_id) == shown
    assert bench.heard.threads == {threading.main_thread()}
    assert bench.engine.threads == {"slipstream-engine"}


def test_what_is_shown_is_on_disk_already(bench: Bench) -> None:
    seen: list[tuple[int, int]] = []
    shown = 0

    def compare(message_id: str, events: list[Event]) -> None:
        nonlocal shown
        shown += sum(isinstance(event, Round) for event in events)
        seen.append((shown, len(bench.store.rounds(message_id))))

    bench.thread.events.connect(compare)
    bench.load()
    bench.ended(bench.ask())
    assert seen[-1][0] == len(speculative_rounds())
    assert all(on_screen <= on_disk for on_screen, on_disk in seen)


def test_ten_thousand_rounds_at_once_all_arrive(bench: Bench) -> None:
    bench.engine.rounds = plain_rounds(" word" * 10_000)
    bench.load()
    message_id = bench.ask()
    bench.qtbot.waitUntil(
        lambda: any(isinstance(e, Finished) for e in bench.heard.events(message_id)), timeout=60_000
    )
    rounds = [e for e in bench.heard.events(message_id) if isinstance(e, Round)]
    assert [round_.index for round_ in rounds] == list(range(10_000))
    longest = max(len(item[1]) for item in bench.heard.order if isinstance(item, tuple))
    assert longest <= 16, "a burst is shown in batches"


def test_stop_in_the_prefill_and_in_the_decode(bench: Bench) -> None:
    bench.load()
    for pause_at in (0, 5):
        bench.engine.pause_at = pause_at
        message_id = bench.ask()
        bench.until(bench.engine.paused.is_set)
        bench.thread.stop()
        finished = bench.ended(message_id)
        assert isinstance(finished, Finished)
        assert finished.reason == "cancelled"
        assert sum(isinstance(e, Round) for e in bench.heard.events(message_id)) == pause_at
    bench.engine.pause_at = None
    assert isinstance(bench.ended(bench.ask()), Finished), "and the next reply works"


def test_stop_during_a_slow_load(bench: Bench) -> None:
    bench.loader.slow = True
    bench.thread.load("starter")
    bench.until(lambda: bench.thread.state.progress is not None)
    bench.until(bench.loader.waiting.is_set)
    bench.thread.stop()
    bench.until(lambda: bench.thread.state.stage == "empty")
    assert bench.heard.stages[-1] == "empty"


def test_stop_reaches_a_reply_that_waits_behind_a_load(bench: Bench) -> None:
    bench.loader.slow = True
    bench.thread.load("starter")
    message_id = bench.ask()
    bench.until(bench.loader.waiting.is_set)
    bench.thread.stop()
    assert isinstance(bench.ended(message_id), Failed)
    assert bench.engine.seen == []


def test_fetching_loads_the_starter_and_can_be_stopped(bench: Bench) -> None:
    bench.fetcher.slow = True
    bench.thread.fetch_starter()
    bench.until(lambda: bench.thread.state.progress is not None)
    bench.thread.stop()
    bench.until(lambda: bench.thread.state.stage == "empty")
    bench.fetcher.slow = False
    bench.thread.fetch_starter()
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.loader.targets == ["starter"]
    assert bench.thread.state.model == bench.engine.name
    assert bench.thread.state.context_limit == 8192


def test_failures_are_one_sentence_and_the_thread_lives_on(bench: Bench) -> None:
    bench.loader.failure = SlipstreamError("A shard is missing: fetch the model again.")
    bench.load()
    assert bench.heard.states[-1] == EngineState("failed", "A shard is missing: fetch the model again.")
    bench.loader.failure = ValueError("no such thing")
    bench.load()
    bench.until(lambda: len(bench.heard.stages) == 4)
    assert "the.log" in bench.thread.state.detail
    assert "no such thing" not in bench.thread.state.detail
    bench.loader.failure = None
    bench.load()
    bench.until(lambda: bench.thread.state.stage == "ready")


def test_an_engine_that_raises_fails_the_reply_only(bench: Bench) -> None:
    bench.load()
    bench.engine.failure, bench.engine.fail_at = RuntimeError("boom"), 3
    message_id = bench.ask()
    failed = bench.ended(message_id)
    assert isinstance(failed, Failed)
    assert "the.log" in failed.error
    assert bench.stored(message_id) == "failed"
    assert len(bench.store.rounds(message_id)) == 3, "what was shown stays"
    bench.engine.failure = None
    assert isinstance(bench.ended(bench.ask()), Finished)


def test_a_reply_without_a_model_says_what_to_do(bench: Bench) -> None:
    message_id = bench.ask()
    failed = bench.ended(message_id)
    assert failed == Failed("No model is loaded: choose a target in the toolbar, then send again.")
    assert bench.stored(message_id) == "failed"


def test_loading_another_target_frees_the_first(bench: Bench) -> None:
    bench.load()
    first, bench.loader.engine = bench.engine, ScriptedEngine(name="Other")
    bench.load("/models/other")
    bench.until(lambda: bench.thread.state.model == "Other")
    assert first.closed
    bench.thread.forget("a session")
    assert bench.thread.close(10)
    assert bench.loader.engine.forgotten == ["a session"]
    assert bench.loader.engine.closed


def test_two_hundred_fast_starts_and_stops(bench: Bench) -> None:
    bench.load()
    bench.engine.pause_at = 2
    asked = []
    for _ in range(200):
        asked.append(bench.ask())
        bench.thread.stop()
    bench.ended(asked[-1])
    bench.until(lambda: bench.thread.state.stage == "ready")
    for message_id in asked:
        assert sum(isinstance(e, Finished | Failed) for e in bench.heard.events(message_id)) == 1
    bench.engine.pause_at = None
    assert isinstance(bench.ended(bench.ask()), Finished)


def test_two_hundred_threads_come_and_go(qtbot: QtBot, tmp_path: Path) -> None:
    for _ in range(200):
        thread = EngineThread(ScriptedLoader(), ScriptedFetcher(), tmp_path / "chats.db")
        thread.load("starter")
        assert thread.close(10)
    assert [t for t in threading.enumerate() if t.name == "slipstream-engine"] == []


def test_close_in_mid_stream_loses_nothing(bench: Bench) -> None:
    bench.load()
    bench.engine.pause_at = 6
    message_id = bench.ask()
    bench.until(bench.engine.paused.is_set)
    assert bench.thread.close(10)
    events = bench.heard.events(message_id)
    assert isinstance(events[-1], Finished)
    assert events[-1].reason == "cancelled"
    assert sum(isinstance(e, Round) for e in events) == 6
    assert len(bench.store.rounds(message_id)) == 6
    assert bench.stored(message_id) == "cancelled"


def test_shutting_down_says_so_without_waiting(bench: Bench) -> None:
    bench.load()
    bench.engine.pause_at = 1
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    with bench.qtbot.waitSignal(bench.thread.ended, timeout=10_000):
        bench.thread.shut_down()
    assert bench.thread.has_ended


def test_a_thread_that_does_not_end_is_reported(bench: Bench) -> None:
    stuck = threading.Event()
    entered = threading.Event()

    def fetcher(progress: object, check: object) -> None:
        entered.set()
        stuck.wait(10)

    thread = EngineThread(bench.loader, fetcher, Path("unused.db"))
    thread.fetch_starter()
    assert entered.wait(10)
    assert not thread.close(0.01)
    stuck.set()
    assert thread.close(10)


def test_the_worker_outlives_its_qt_object(bench: Bench, tmp_path: Path) -> None:
    loader = ScriptedLoader(slow=True)
    thread = EngineThread(loader, ScriptedFetcher(), tmp_path / "chats.db")
    thread.load("starter")
    assert loader.waiting.wait(10)
    worker = thread._worker
    thread.shut_down()
    thread.deleteLater()
    bench.until(lambda: not shiboken6.isValid(thread))
    assert worker.join(10)


def test_the_timer_rests_when_nothing_runs(bench: Bench) -> None:
    assert not bench.thread._timer.isActive()
    bench.load()
    bench.ended(bench.ask())
    bench.until(lambda: not bench.thread._timer.isActive())


def _heard(bench: Bench) -> tuple[list[tuple[str, int]], list[tuple[str, str]]]:
    counted: list[tuple[str, int]] = []
    answered: list[tuple[str, str]] = []
    bench.thread.counted.connect(lambda key, tokens: counted.append((key, tokens)))
    bench.thread.answered.connect(lambda key, text: answered.append((key, text)))
    return counted, answered


def _aside(session: str = "title:1") -> ChatRequest:
    return ChatRequest((Message("user", "A title?"),), session=session)


def test_an_answer_is_stored_nowhere_and_its_session_forgotten(bench: Bench) -> None:
    _, answered = _heard(bench)
    bench.load()
    bench.thread.ask("title", _aside())
    bench.until(lambda: bool(answered))
    assert answered == [("title", REPLY)]
    assert bench.engine.forgotten == ["title:1"]
    assert bench.store.messages(bench.conversation.id) == []
    assert bench.thread.state.stage == "ready"


@pytest.mark.parametrize("failure", [SlipstreamError("no"), RuntimeError("bug")])
def test_an_answer_that_fails_is_empty_and_the_engine_goes_on(bench: Bench, failure: Exception) -> None:
    _, answered = _heard(bench)
    bench.load()
    bench.engine.failure = failure
    bench.thread.ask("title", _aside())
    bench.until(lambda: bool(answered))
    assert answered == [("title", "")]
    assert bench.engine.forgotten == ["title:1"]
    bench.engine.failure = None
    assert isinstance(bench.ended(bench.ask()), Finished)
    assert "failed" not in bench.heard.stages


def test_only_the_answer_named_is_stopped(bench: Bench) -> None:
    _, answered = _heard(bench)
    bench.load()
    bench.engine.pause_at = 0
    bench.thread.ask("one", _aside("one"))
    bench.thread.ask("two", _aside("two"))
    bench.until(bench.engine.paused.is_set)
    bench.thread.stop_ask("one")
    bench.until(lambda: answered == [("one", "")])
    bench.engine.go.set()
    bench.until(lambda: answered == [("one", ""), ("two", REPLY)])


def test_short_prompts_are_counted_between_rounds_and_long_ones_afterwards(bench: Bench) -> None:
    counted, _ = _heard(bench)
    bench.load()
    bench.engine.pause_at = 2
    message_id = bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.thread.count_text("long", "word " * 10_000)
    bench.thread.count("short", (Message("user", "How are you?"),), "a chat")
    bench.engine.pause_at = None
    bench.engine.go.set()
    bench.ended(message_id)
    bench.until(lambda: len(counted) == 2)
    assert counted == [("short", 8), ("long", 10_001)]
    assert bench.engine.counted_in == ["a chat"]


def test_without_a_model_nothing_is_counted_or_answered(bench: Bench) -> None:
    counted, answered = _heard(bench)
    bench.thread.count_text("text", "some words")
    bench.thread.ask("title", _aside())
    bench.until(lambda: bool(answered and counted))
    assert counted == [("text", -1)]
    assert answered == [("title", "")]


class HeardDuel:
    def __init__(self, thread: EngineThread) -> None:
        self.events: list[LaneEvent] = []
        self.over: list[DuelOver] = []
        thread.duel_events.connect(self.events.extend)
        thread.duel_over.connect(self.over.append)


def _duel(bench: Bench) -> HeardDuel:
    heard = HeardDuel(bench.thread)
    request = ChatRequest((Message("user", "How?"),), seed=1)
    bench.thread.duel(request, (PLAIN, Lane("lookup")), back=True)
    return heard


def test_a_duel_is_told_in_order_and_ends_with_its_outcome(bench: Bench) -> None:
    bench.load()
    heard = _duel(bench)
    bench.until(lambda: bool(heard.over))
    starts = [(item.lane, item.turn) for item in heard.events if isinstance(item.event, Started)]
    assert starts == [(0, -1), (1, -1), (0, 0), (1, 1), (1, 2), (0, 3)]
    outcome = heard.over[0].outcome
    assert outcome is not None
    assert [verdict.kind for verdict in outcome.verdicts] == ["not comparable"]
    assert heard.over[0].error == ""
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.heard.stages == ["loading", "ready", "duelling", "ready"]


def test_a_stopped_duel_and_one_that_fails_leave_the_engine_ready(bench: Bench) -> None:
    bench.load()
    bench.engine.pause_at = 1
    heard = _duel(bench)
    bench.until(bench.engine.paused.is_set)
    bench.thread.stop()
    bench.until(lambda: bool(heard.over))
    assert heard.over == [DuelOver(None)]
    bench.engine.pause_at = None
    bench.engine.failure = SlipstreamError("It broke.")
    heard = _duel(bench)
    bench.until(lambda: bool(heard.over))
    assert "It broke." in heard.over[0].error
    bench.engine.failure = None
    assert isinstance(bench.ended(bench.ask()), Finished)


def test_without_a_model_a_duel_says_so(bench: Bench) -> None:
    heard = _duel(bench)
    bench.until(lambda: bool(heard.over))
    assert "No model is loaded" in heard.over[0].error


def test_only_a_load_can_fail_the_model(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.load()

    def fails(_session: str) -> None:
        raise RuntimeError("no cache")

    monkeypatch.setattr(bench.engine, "forget", fails)
    bench.thread.forget("some chat")
    bench.until(lambda: len(bench.heard.stages) >= 3)
    assert "failed" not in bench.heard.stages
    assert bench.heard.states[-1].model == bench.engine.name
    assert isinstance(bench.ended(bench.ask()), Finished)
