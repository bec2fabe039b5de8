"""The background thread that owns the engine. Free of Qt: what it has to say goes into a deque."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from desktop_app.bench.duel import Duel, DuelOutcome
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.engines.base import Engine, Event, Failed, Finished
from desktop_app.engines.baselines import Baselines
from desktop_app.engines.prepared import Loader as Loader
from desktop_app.engines.recorder import record
from desktop_app.models.device_memory import DeviceMemory, device_memory
from desktop_app.models.errors import DoesNotFitError
from desktop_app.models.fitting import Fit
from desktop_app.models.progress import Progress, ProgressCallback
from desktop_app.ui.engine.audition_work import audition_notices
from desktop_app.ui.engine.engine_jobs import (
    STARTER,
    UNKNOWN,
    Answered,
    Ask,
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
    Refused,
    Reply,
    ReplyEvent,
    RunSelfTest,
    SelfTestOver,
    Stage,
    ThreadEnded,
    VerifyOver,
    VerifyTrace,
)
from desktop_app.ui.engine.load_marker import LoadMarker
from desktop_app.ui.engine.model_loading import ModelLoading
from desktop_app.ui.engine.pair_measuring import measured_pair
from desktop_app.ui.engine.plain_speeds import PlainSpeeds
from desktop_app.ui.engine.self_test import run_self_test
from desktop_app.ui.engine.verifying import run_verification

Check = Callable[[], None]
Fetcher = Callable[[ProgressCallback, Check], object]

# Encoding so many characters takes some milliseconds, which a running reply can spare between two rounds.
_QUICK_CHARACTERS = 20_000
_DEVICE_EVERY_S = 0.5
_PATIENCE_S = 1.0

_log = logging.getLogger(__name__)


def unexpected(kind: str, log_file: Path | None) -> str:
    """What is said of an error that no one expected; it stands in the log."""
    if log_file is None:
        return f"Something unexpected went wrong ({kind})."
    return f"Something unexpected went wrong ({kind}); the details are in {log_file}."


class EngineWorker:
    """Takes jobs one after the other. Every job ends with a JobDone, whatever happens inside it."""

    def __init__(
        self,
        loader: Loader,
        fetcher: Fetcher,
        chats: Path,
        log_file: Path | None = None,
        baselines: Baselines | None = None,
        marker: LoadMarker | None = None,
    ) -> None:
        self.notices: deque[Notice] = deque()
        self._loading = ModelLoading(loader, marker or LoadMarker(None), self._free_cycles)
        self._fetcher = fetcher
        self._chats = chats
        self._log_file = log_file
        self._speeds = PlainSpeeds(baselines)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._counts: deque[Count] = deque()
        self._engine: Engine | None = None
        self._target = ""
        self._fit: Fit | None = None
        self._store: ChatStore | None = None
        self._device: DeviceMemory | None = None
        self._device_due = 0.0
        self._thread = threading.Thread(target=self._run, name="slipstream-engine", daemon=False)

    def start(self) -> None:
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Counts of short texts are also made between the rounds of a running reply."""
        if isinstance(job, Count) and job.characters <= _QUICK_CHARACTERS:
            self._counts.append(job)
        self._jobs.put(job)

    def end(self) -> None:
        """Asks the thread to end after the jobs it already has."""
        self._jobs.put(None)

    def join(self, timeout_s: float) -> bool:
        """Waits at most timeout_s; returns whether the thread has ended."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._work(job)
            except Cancelled:
                self._say_rest()
            except Exception as error:
                self._fail(job, error)
            self.notices.append(JobDone(job))
        self._close_all()
        self.notices.append(ThreadEnded())

    def _fail(self, job: Job, error: Exception) -> None:
        sentence = self._sentence(error)
        if isinstance(job, Load | FetchStarter):
            self._say("failed", sentence)
            if isinstance(error, DoesNotFitError):
                target = job.target if isinstance(job, Load) else STARTER
                self.notices.append(Refused(target, sentence, error.fit))
        else:
            # what was loaded still is, and the log says what went wrong
            _log.error("%s failed: %s", type(job).__name__, sentence)
            self._say_rest()

    def _work(self, job: Job) -> None:
        match job:
            case Reply():
                self._reply(job)
            case Load():
                self._load(job.target, job.control.check, force=job.force)
            case FetchStarter():
                self._fetch(job.control.check)
            case Forget():
                if self._engine is not None:
                    self._engine.forget(job.session)
            case Ask():
                self._ask(job)
            case HoldDuel():
                self._duel(job)
            case HoldAudition():
                for notice in audition_notices(self._engine, self._opened_store, job):
                    self.notices.append(notice)
            case MeasurePlain():
                self._measure(job)
            case MeasurePair():
                self._measure_pair(job)
            case RunSelfTest():
                self._self_test(job)
            case VerifyTrace():
                self._verify(job)
            case Count():
                self._count_quick()
                if job.characters > _QUICK_CHARACTERS:
                    self._count(job)

    def _conclude(self, work: Callable[[], Notice], stopped: Notice, failed: Callable[[str], Notice]) -> None:
        """Says the notice that work ends with, once it is said that the thread is free again."""
        over = stopped
        try:
            over = work()
        except Cancelled:
            pass
        except Exception as error:
            over = failed(self._sentence(error))
        self._say_rest()
        self.notices.append(over)

    def _saying(self, stage: Stage) -> Callable[[Progress], None]:
        """Says that a stage begins; returns what says how far it is."""
        self._say(stage)
        return lambda value: self._say(stage, "", value)

    def _duel(self, job: HoldDuel) -> None:
        self._conclude(
            lambda: DuelOver(self._held(job)), DuelOver(None), lambda sentence: DuelOver(None, sentence)
        )

    def _held(self, job: HoldDuel) -> DuelOutcome | None:
        if self._engine is None:
            raise SlipstreamError("No model is loaded: choose a target in the toolbar, then start the duel.")
        duel = Duel(self._engine, job.request, job.lanes, back=job.back)
        self._say("duelling")
        for event in duel.events(job.control):
            self.notices.append(DuelEvent(event))
        return duel.outcome

    def _opened_store(self) -> ChatStore:
        if self._store is None:
            self._store = ChatStore(self._chats)
        return self._store

    def _measure(self, job: MeasurePlain) -> None:
        def work() -> MeasureOver:
            try:
                self._speeds.measure(self._engine, job.context, job.control, self._saying("measuring"))
            finally:
                self._say_speeds()
            return MeasureOver()

        self._conclude(work, MeasureOver(stopped=True), MeasureOver)

    def _measure_pair(self, job: MeasurePair) -> None:
        def work() -> PairMeasured:
            job.control.check()
            return PairMeasured(job, measured_pair(self._engine, job, self._saying("measuring")))

        self._conclude(work, PairMeasured(job), lambda sentence: PairMeasured(job, error=sentence))

    def _self_test(self, job: RunSelfTest) -> None:
        def work() -> SelfTestOver:
            job.control.check()
            result = run_self_test(self._engine, job.draft, self._saying("testing"), job.control)
            return SelfTestOver(job, result)

        self._conclude(work, SelfTestOver(job), lambda sentence: SelfTestOver(job, error=sentence))

    def _verify(self, job: VerifyTrace) -> None:
        def work() -> VerifyOver:
            job.control.check()
            progress = self._saying("verifying")
            return VerifyOver(job, run_verification(self._engine, job.trace, job.name, progress, job.control))

        self._conclude(work, VerifyOver(job), lambda sentence: VerifyOver(job, error=sentence))

    def _say_speeds(self) -> None:
        self.notices.append(PlainKnown(self._speeds.known(self._engine)))

    def _ask(self, job: Ask) -> None:
        text = ""
        try:
            if self._engine is not None:
                job.control.check()
                text = self._answer(self._engine, job)
        except Cancelled:
            pass
        except Exception:
            _log.exception("Nothing was answered to %s", job.key)
        self.notices.append(Answered(job.key, text))

    def _answer(self, engine: Engine, job: Ask) -> str:
        last: Event | None = None
        try:
            for event in engine.reply(job.request, job.control):
                self._count_quick()
                last = event
        finally:
            engine.forget(job.request.session)
        return last.text if isinstance(last, Finished) and last.reason != "cancelled" else ""

    def _count_quick(self) -> None:
        while self._counts:
            self._count(self._counts.popleft())

    def _count(self, job: Count) -> None:
        tokens = UNKNOWN
        try:
            if self._engine is not None:
                if isinstance(job.content, str):
                    tokens = self._engine.count_text(job.content)
                else:
                    tokens = self._engine.count(job.content, job.session)
        except SlipstreamError as error:
            _log.info("Tokens were not counted: %s", error)
        except Exception:
            _log.exception("Tokens were not counted")
        self.notices.append(Counted(job.key, tokens))

    def _fetch(self, check: Check) -> None:
        def progress(value: Progress) -> None:
            self._say("fetching", STARTER, value)

        self._say("fetching", STARTER)
        check()
        self._fetcher(progress, check)
        self._load(STARTER, check)

    def _load(self, target: str, check: Check, *, force: bool = False) -> None:
        def progress(value: Progress) -> None:
            self._say("loading", target, value)

        def let_go(fit: Fit | None) -> bool:
            there = self._engine is not None
            self._close_engine()
            self._fit = fit
            if there:
                self._say("loading", target)
            return there

        self._say("loading", target)
        loaded = self._loading.load(target, progress, check, let_go, force=force)
        self._engine, self._target, self._fit = loaded.engine, loaded.target, loaded.fit
        self._say_speeds()
        self._say_device()
        self._say("ready", loaded.note)

    def _free_cycles(self, check: Check | None) -> None:
        """Models hold reference cycles; without this their memory comes back only some time later.

        Without a check it waits for a moment at most: the window may be closing.
        """
        due = GarbageDue()
        self.notices.append(due)
        until = time.monotonic() + _PATIENCE_S
        while not due.done.wait(0.02):
            if check is not None:
                check()
            elif time.monotonic() > until:
                return

    def _reply(self, job: Reply) -> None:
        try:
            self._stream(job)
        except Cancelled:
            self._fail_reply(job.message_id, "The reply was stopped before it began.")
        except Exception as error:
            self._fail_reply(job.message_id, self._sentence(error))
        self._say_speeds()
        self._say_rest()

    def _stream(self, job: Reply) -> None:
        if self._engine is None:
            raise SlipstreamError("No model is loaded: choose a target in the toolbar, then send again.")
        store = self._opened_store()
        self._say("replying")
        last: Event | None = None
        events = self._speeds.noting(self._engine.reply(job.request, job.control))
        for event in record(events, store, job.message_id):
            self.notices.append(ReplyEvent(job.message_id, event))
            self._count_quick()
            if time.monotonic() >= self._device_due:
                self._say_device()
            last = event
        if not isinstance(last, Finished | Failed):
            raise RuntimeError("The engine ended a reply without Finished or Failed.")

    def _fail_reply(self, message_id: str, sentence: str) -> None:
        try:
            self._opened_store().fail_reply(message_id, sentence)
        except Exception:
            _log.exception("The failed reply %s could not be noted", message_id)
        self.notices.append(ReplyEvent(message_id, Failed(sentence)))

    def _say(self, stage: Stage, detail: str = "", progress: Progress | None = None) -> None:
        engine = self._engine
        about = (engine.name, engine.context_limit, engine.takes_system) if engine is not None else ()
        state = EngineState(stage, detail, progress, *about)
        self.notices.append(replace(state, target=self._target, fit=self._fit))

    def _say_rest(self) -> None:
        self._say_device()
        self._say("empty" if self._engine is None else "ready")

    def _say_device(self) -> None:
        memory, before = device_memory(), self._device
        self._device_due = time.monotonic() + _DEVICE_EVERY_S
        self._device = memory
        if memory != before:
            self.notices.append(DeviceUse(memory))

    def _sentence(self, error: Exception) -> str:
        if isinstance(error, SlipstreamError):
            return str(error)
        _log.error("Unexpected error in the engine thread", exc_info=error)
        return unexpected(type(error).__name__, self._log_file)

    def _close_engine(self) -> None:
        engine, self._engine = self._engine, None
        self._target, self._fit = "", None
        if engine is not None:
            engine.close()

    def _close_all(self) -> None:
        try:
            self._close_engine()
            if self._store is not None:
                self._store.close()
        except Exception:
            _log.exception("The engine thread could not clean up")
