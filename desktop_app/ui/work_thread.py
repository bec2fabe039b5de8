"""Work away from the window: one job after the other in a thread of its own."""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.ui.engine.engine_worker import unexpected

_log = logging.getLogger(__name__)


def nothing(*_: object) -> None:
    """For callers that need not hear of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """run is called in the thread and must not touch the window. The rest is called in the GUI thread: done
    with its result, failed with a sentence for the user ("" when it was stopped), moved now and then while it
    is first in the row."""

    run: Callable[[], Any]
    control: ReplyControl
    done: Callable[[Any], object]
    failed: Callable[[str], object]
    moved: Callable[[], object] = nothing


@dataclass(frozen=True, slots=True)
class _Outcome:
    """sentence is None where the work was done."""

    work: Work
    result: Any = None
    sentence: str | None = None


class WorkThread(QObject):
    """All that a caller is told is told in the GUI thread, by a timer that runs while there is work; the
    thread starts with the first piece. ended is called in the thread as the last thing it does."""

    def __init__(
        self, name: str, tick_ms: int, parent: QObject, ended: Callable[[], object] = nothing
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._ended = ended
        self._waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._outcomes: deque[_Outcome] = deque()
        self._open: list[Work] = []
        self._thread: threading.Thread | None = None
        self._ending = False
        self._timer = QTimer(self)
        self._timer.setInterval(tick_ms)
        self._timer.timeout.connect(self._tick)

    @property
    def busy(self) -> bool:
        return bool(self._open)

    def put(self, work: Work) -> None:
        """Behind the work there is; nothing once the thread was asked to end."""
        if self._ending:
            return
        self._open.append(work)
        self._waiting.put(work)
        self._timer.start()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=False)
            self._thread.start()

    def shut_down(self) -> None:
        """Asks all work to stop and the thread to end, without waiting; nobody is told anything more."""
        self._ending = True
        self._timer.stop()
        for work in self._open:
            work.control.stop()
        self._waiting.put(None)

    def close(self, timeout_s: float) -> bool:
        """Waits at most timeout_s for the thread; returns whether it has ended."""
        self.shut_down()
        if self._thread is not None:
            self._thread.join(timeout_s)
        return self._thread is None or not self._thread.is_alive()

    def _tick(self) -> None:
        for work in self._open[:1]:
            work.moved()
        while self._outcomes and not self._ending:
            outcome = self._outcomes.popleft()
            self._open.remove(outcome.work)
            if outcome.sentence is None:
                outcome.work.done(outcome.result)
            else:
                outcome.work.failed(outcome.sentence)
        if not self._open:
            self._timer.stop()

    # -- in the thread ------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (work := self._waiting.get()) is not None:
            self._outcomes.append(self._outcome(work))
        self._ended()

    def _outcome(self, work: Work) -> _Outcome:
        try:
            work.control.check()
            return _Outcome(work, work.run())
        except Cancelled:
            return _Outcome(work, sentence="")
        except SlipstreamError as error:
            return _Outcome(work, sentence=str(error))
        except Exception as error:
            _log.exception("Unexpected error in %s", self._name)
            return _Outcome(work, sentence=unexpected(type(error).__name__, None))
