"""The window's side of the engine's thread: jobs go in, states and events come out as signals."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.bench.duel import Lane
from desktop_app.chats.messages import Message
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Mode
from desktop_app.engines.baselines import Baseline, Baselines
from desktop_app.engines.trace import Trace
from desktop_app.ui.engine.engine_jobs import (
    Answered,
    Ask,
    AskedReply,
    Auditioned,
    Count,
    Counted,
    DeviceUse,
    DuelEvent,
    DuelOver,
    EngineState,
    FetchStarter,
    Forget,
    GarbageDue,
    HoldAudition,
    HoldDuel,
    Job,
    JobDone,
    Load,
    MeasureOver,
    MeasurePair,
    MeasurePlain,
    Notice,
    PairMeasured,
    PlainKnown,
    Reply,
    ReplyEvent,
    RunSelfTest,
    SelfTestOver,
    ThreadEnded,
    VerifyOver,
    VerifyTrace,
)
from desktop_app.ui.engine.engine_worker import EngineWorker, Fetcher, Loader
from desktop_app.ui.garbage import collect_everything, leave_out_what_is_loaded

__all__ = ["EngineState", "EngineThread"]

_TICK_MS = 33
# A burst is shown in batches, and after this time the rest waits for the next tick: the window stays alive.
_BATCH = 16
_BUDGET_S = 0.012


class EngineThread(QObject):
    """Owns the one background thread. Every signal is emitted in the GUI thread, in the order of the work.

    The worker only appends to a deque; one timer, running while a job runs, takes from it. No Qt object is
    touched by the worker, so nothing of Qt can be gone when it speaks.
    """

    state_changed = Signal(object)
    events = Signal(str, list)
    counted = Signal(str, int)
    answered = Signal(str, str)
    device_used = Signal(object)
    duel_events = Signal(list)
    duel_over = Signal(object)
    self_test_over = Signal(object)
    verify_over = Signal(object)
    auditioned = Signal(str, object)
    plain_known = Signal(object)
    measure_over = Signal(object)
    pair_measured = Signal(object)
    ended = Signal()

    def __init__(
        self,
        loader: Loader,
        fetcher: Fetcher,
        chats: Path,
        *,
        log_file: Path | None = None,
        baselines: Baselines | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._state = EngineState("empty")
        self._plain: tuple[Baseline, ...] = ()
        self._open_jobs: list[Job] = []
        self._ending = False
        self._has_ended = False
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._worker = EngineWorker(loader, fetcher, chats, log_file, baselines)
        self._worker.start()

    @property
    def state(self) -> EngineState:
        """The state last emitted."""
        return self._state

    @property
    def plain_speeds(self) -> tuple[Baseline, ...]:
        """Those of the loaded model, as last emitted by `plain_known`."""
        return self._plain

    @property
    def has_ended(self) -> bool:
        return self._has_ended

    def load(self, target: str) -> None:
        """Loads "starter" or a path; the model loaded before is freed first."""
        self._submit(Load(target))

    def fetch_starter(self) -> None:
        """Fetches the starter model, then loads it."""
        self._submit(FetchStarter())

    def reply(self, request: ChatRequest, message_id: str) -> None:
        """Streams a reply into the stored message: written first, then emitted."""
        for job in self._open_jobs:
            if isinstance(job, Ask) and job.gives_way:
                job.control.stop()
        self._submit(Reply(request, message_id))

    def forget(self, session: str) -> None:
        self._submit(Forget(session))

    def ask(self, key: str, request: ChatRequest, *, gives_way: bool = False) -> None:
        """An answer that is stored nowhere; `answered` brings its text, "" when it failed or was stopped.

        Its session must be its own: it is forgotten afterwards. gives_way: the next reply stops it.
        """
        self._submit(Ask(key, request, gives_way))

    def stop_ask(self, key: str) -> None:
        for job in self._open_jobs:
            if isinstance(job, Ask) and job.key == key:
                job.control.stop()

    def duel(self, request: ChatRequest, lanes: tuple[Lane, ...], *, back: bool) -> None:
        """Holds a duel: `duel_events` brings its LaneEvents, `duel_over` at last a DuelOver."""
        self._submit(HoldDuel(request, lanes, back))

    def audition(self, conversation: str, replies: tuple[AskedReply, ...], used: Lane) -> None:
        """Tries other drafts on finished replies; `auditioned` brings an AuditionOutcome after each, None
        where that fails. Whatever else is asked of the thread stops it.
        """
        self._submit(HoldAudition(conversation, replies, used))

    @property
    def auditioning(self) -> bool:
        """Whether an audition runs, or ends right now."""
        return any(isinstance(job, HoldAudition) for job in self._open_jobs)

    def stop_audition(self) -> None:
        for job in self._open_jobs:
            if isinstance(job, HoldAudition):
                job.control.stop()

    def measure_plain(self, context: int) -> None:
        """Measures plain decoding behind so many tokens; `measure_over` brings a MeasureOver."""
        self._submit(MeasurePlain(context))

    def measure_pair(self, draft: str, sampling: SamplingParams) -> MeasurePair:
        """Measures the loaded model with a draft; the state tells how far it is, `pair_measured` brings a
        PairMeasured. Its control stops it alone."""
        job = MeasurePair(draft, sampling)
        self._submit(job)
        return job

    def self_test(self, draft: str) -> RunSelfTest:
        """Tests the loaded model with a draft once nothing else runs; the state tells how far it is,
        `self_test_over` brings a SelfTestOver. Its control stops it alone."""
        job = RunSelfTest(draft)
        self._submit(job)
        return job

    def verify(self, trace: Trace, name: str) -> VerifyTrace:
        """Has the loaded model score a trace once nothing else runs; the state tells how far it is,
        `verify_over` brings a VerifyOver. Its control stops it alone."""
        job = VerifyTrace(trace, name)
        self._submit(job)
        return job

    def count(self, key: str, messages: tuple[Message, ...], session: str = "") -> None:
        """Tokens of the prompt that these messages make; `counted` brings them, -1 when they cannot be
        counted. Short ones do not wait for a running reply.
        """
        self._submit(Count(key, messages, session))

    def count_text(self, key: str, text: str) -> None:
        """Tokens of a text on its own; `counted` brings them, as for `count`."""
        self._submit(Count(key, text))

    def switch(self, message_id: str, mode: Mode) -> None:
        """Decodes a reply in this mode from its next round on, where its engine can."""
        for job in self._open_jobs:
            if isinstance(job, Reply) and job.message_id == message_id:
                job.control.mode = mode

    def stop(self) -> None:
        """Cancels what runs and what waits: fetch, load, prefill, decode."""
        for job in self._open_jobs:
            job.control.stop()

    def shut_down(self) -> None:
        """Cancels everything and lets the thread end without waiting for it; `ended` follows."""
        if not self._ending:
            self._ending = True
            self.stop()
            self._worker.end()
            self._timer.start()

    def close(self, timeout_s: float) -> bool:
        """Cancels everything, waits at most timeout_s and returns whether the thread has ended."""
        self.shut_down()
        over = self._worker.join(timeout_s)
        if over:
            self._deliver(len(self._worker.notices))
        self._timer.stop()
        return over

    def _submit(self, job: Job) -> None:
        if self._ending:
            return
        self.stop_audition()
        self._open_jobs.append(job)
        self._worker.submit(job)
        self._timer.start()

    def _tick(self) -> None:
        until = time.monotonic() + _BUDGET_S
        self._deliver(_BATCH)
        while self._worker.notices and time.monotonic() < until:
            self._deliver(_BATCH)
        # an ending thread has one more thing to say
        waiting = self._open_jobs or (self._ending and not self._has_ended)
        if not waiting and not self._worker.notices:
            self._timer.stop()

    def _deliver(self, limit: int) -> None:
        notices = self._worker.notices
        taken = [notices.popleft() for _ in range(min(limit, len(notices)))]
        for group in _grouped(taken):
            self._emit(group)

    def _emit(self, group: list[Notice]) -> None:
        match group[-1]:
            case EngineState() as state:
                if state.stage == "ready" and self._state.stage == "loading":
                    leave_out_what_is_loaded()
                self._state = state
                self.state_changed.emit(state)
            case ReplyEvent(message_id=message_id):
                batch: list[Event] = [notice.event for notice in group if isinstance(notice, ReplyEvent)]
                self.events.emit(message_id, batch)
            case Counted(key=key, tokens=tokens):
                self.counted.emit(key, tokens)
            case Answered(key=key, text=text):
                self.answered.emit(key, text)
            case DeviceUse(memory=memory):
                self.device_used.emit(memory)
            case DuelEvent():
                self.duel_events.emit([notice.event for notice in group if isinstance(notice, DuelEvent)])
            case DuelOver() as over:
                self.duel_over.emit(over)
            case SelfTestOver() as tested:
                self.self_test_over.emit(tested)
            case VerifyOver() as verified:
                self.verify_over.emit(verified)
            case Auditioned(key=key, outcome=outcome):
                self.auditioned.emit(key, outcome)
            case PlainKnown(known=known):
                self._plain = known
                self.plain_known.emit(known)
            case MeasureOver() as measured:
                self.measure_over.emit(measured)
            case PairMeasured() as pair:
                self.pair_measured.emit(pair)
            case GarbageDue(done=done):
                collect_everything()
                done.set()
            case JobDone(job=job):
                self._open_jobs.remove(job)
            case ThreadEnded():
                self._has_ended = True
                self.ended.emit()


def _grouped(notices: list[Notice]) -> list[list[Notice]]:
    """Neighbours that are one emission: events of one message, and progress reports of one stage."""
    groups: list[list[Notice]] = []
    for notice in notices:
        if groups and _belong_together(groups[-1][-1], notice):
            groups[-1].append(notice)
        else:
            groups.append([notice])
    return groups


def _belong_together(first: Notice, second: Notice) -> bool:
    if isinstance(first, ReplyEvent) and isinstance(second, ReplyEvent):
        return first.message_id == second.message_id
    if isinstance(first, DuelEvent) and isinstance(second, DuelEvent):
        return True
    if isinstance(first, EngineState) and isinstance(second, EngineState):
        return first.stage == second.stage and second.progress is not None
    return False
