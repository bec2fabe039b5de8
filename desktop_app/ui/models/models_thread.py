"""Work on the files of models, away from the window: looking for them, deleting them."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QTimer

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.ui.engine.engine_worker import unexpected

_TICK_MS = 30

_log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(slots=True, eq=False)
class ModelsJob:
    """said: what the work says of itself, for whoever looks."""

    work: Callable[[ModelsJob], Any]
    done: Callable[[Any], object]
    failed: Callable[[str], object]
    control: ReplyControl = field(default_factory=ReplyControl)
    said: str = ""

    def stop(self) -> None:
        """Asks the work to stop; failed is called with "" when it has."""
        self.control.stop()


def _nothing(*_: object) -> None:
    """For callers that need not hear of it."""


class ModelsThread(QObject):
    """Does one job after the other. done gets the result and failed a sentence, both in the GUI thread, by a
    timer that runs while there are jobs; the thread starts with the first one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: queue.SimpleQueue[ModelsJob | None] = queue.SimpleQueue()
        self._outcomes: deque[tuple[ModelsJob, Any, str | None]] = deque()
        self._open: list[ModelsJob] = []
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
        work: Callable[[ModelsJob], T],
        done: Callable[[T], object] = _nothing,
        failed: Callable[[str], object] = _nothing,
    ) -> ModelsJob:
        """work runs in the thread, must not touch the window, and calls job.control.check to be stopped."""
        job = ModelsJob(work, done, failed)
        if not self._ending:
            self._open.append(job)
            self._jobs.put(job)
            self._timer.start()
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="slipstream-models", daemon=False)
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
        while self._outcomes and not self._ending:
            job, result, sentence = self._outcomes.popleft()
            self._open.remove(job)
            if sentence is None:
                job.done(result)
            else:
                job.failed(sentence)
        if not self._open:
            self._timer.stop()

    # -- in the thread ------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            result, sentence = None, None
            try:
                job.control.check()
                result = job.work(job)
            except Cancelled:
                sentence = ""
            except SlipstreamError as error:
                sentence = str(error)
            except Exception as error:
                _log.exception("Unexpected error in work on the models")
                sentence = unexpected(type(error).__name__, None)
            self._outcomes.append((job, result, sentence))
