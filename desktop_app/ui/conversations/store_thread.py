"""Long work on the chats, away from the window: a thread with a connection of its own."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.ui.engine.engine_worker import unexpected

_TICK_MS = 15

_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class StoreJob:
    """done_steps of all_steps is what the work says of itself; all_steps is 0 while it cannot be counted."""

    work: Callable[[ChatStore, StoreJob], Any]
    done: Callable[[Any], object]
    failed: Callable[[str], object]
    moved: Callable[[int, int], object]
    control: ReplyControl = field(default_factory=ReplyControl)
    done_steps: int = 0
    all_steps: int = 0

    def stop(self) -> None:
        """Asks the work to stop; failed is called with "" when it has."""
        self.control.stop()

    def expect(self, more: int) -> None:
        """Called by the work when it knows of more steps."""
        self.all_steps += more

    def step(self) -> None:
        """Called by the work between two steps.

        Raises:
            Cancelled: it was asked to stop.
        """
        self.control.check()
        self.done_steps += 1


@dataclass(frozen=True, slots=True)
class _Outcome:
    """sentence is None where the work was done."""

    job: StoreJob
    result: Any = None
    sentence: str | None = None


def _nothing(*_: object) -> None:
    """For callers that need not hear of it."""


class StoreThread(QObject):
    """Does one job after the other. All that a caller is told is told in the GUI thread, by a timer that runs
    while there are jobs; the thread starts with the first one."""

    def __init__(self, chats: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._chats = chats
        self._jobs: queue.SimpleQueue[StoreJob | None] = queue.SimpleQueue()
        self._outcomes: deque[_Outcome] = deque()
        self._open: list[StoreJob] = []
        self._thread: threading.Thread | None = None
        self._ending = False
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def busy(self) -> bool:
        return bool(self._open)

    def submit(
        self,
        work: Callable[[ChatStore, StoreJob], T],
        done: Callable[[T], object] = _nothing,
        failed: Callable[[str], object] = _nothing,
        moved: Callable[[int, int], object] = _nothing,
    ) -> StoreJob:
        """work runs in the thread and must not touch the window. done gets its result, failed a sentence for
        the user ("" when it was stopped), moved the steps done and all steps, now and then."""
        job = StoreJob(work, done, failed, moved)
        if not self._ending:
            self._open.append(job)
            self._jobs.put(job)
            self._timer.start()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="slipstream-chats", daemon=False)
                self._thread.start()
        return job

    def shut_down(self) -> None:
        """Asks all work to stop and the thread to end, without waiting; nobody is told anything more."""
        self._ending = True
        self._timer.stop()
        for job in self._open:
            job.stop()
        self._jobs.put(None)

    def close(self, timeout_s: float) -> bool:
        """Waits at most timeout_s for the thread; returns whether it has ended."""
        self.shut_down()
        if self._thread is not None:
            self._thread.join(timeout_s)
        return self._thread is None or not self._thread.is_alive()

    def _tick(self) -> None:
        for job in self._open[:1]:
            job.moved(job.done_steps, job.all_steps)
        while self._outcomes and not self._ending:
            outcome = self._outcomes.popleft()
            self._open.remove(outcome.job)
            if outcome.sentence is None:
                outcome.job.done(outcome.result)
            else:
                outcome.job.failed(outcome.sentence)
        if not self._open:
            self._timer.stop()

    # -- in the thread ------------------------------------------------------------------------------------

    def _run(self) -> None:
        store: ChatStore | None = None
        while (job := self._jobs.get()) is not None:
            try:
                job.control.check()
                store = store or ChatStore(self._chats)
                self._outcomes.append(_Outcome(job, job.work(store, job)))
            except Cancelled:
                self._outcomes.append(_Outcome(job, sentence=""))
            except SlipstreamError as error:
                self._outcomes.append(_Outcome(job, sentence=str(error)))
            except Exception as error:
                _log.exception("Unexpected error in work on the chats")
                self._outcomes.append(_Outcome(job, sentence=unexpected(type(error).__name__, None)))
        if store is not None:
            store.close()
