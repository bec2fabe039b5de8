"""Long work on the chats, away from the window: a thread with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.control import ReplyControl
from desktop_app.ui.work_thread import Work, WorkThread, nothing

_TICK_MS = 15

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class StoreJob:
    """done_steps of all_steps is what the work says of itself; all_steps is 0 while it cannot be counted."""

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


class StoreThread(WorkThread):
    def __init__(self, chats: Path, parent: QObject) -> None:
        super().__init__("slipstream-chats", _TICK_MS, parent, self._close_store)
        self._chats = chats
        self._store: ChatStore | None = None

    def submit(
        self,
        work: Callable[[ChatStore, StoreJob], T],
        done: Callable[[T], object] = nothing,
        failed: Callable[[str], object] = nothing,
        moved: Callable[[int, int], object] = nothing,
    ) -> StoreJob:
        """work runs in the thread and must not touch the window. done gets its result, failed a sentence for
        the user ("" when it was stopped), moved the steps done and all steps, now and then."""
        job = StoreJob()

        def run() -> T:
            return work(self._opened(), job)

        self.put(Work(run, job.control, done, failed, lambda: moved(job.done_steps, job.all_steps)))
        return job

    # -- in the thread ------------------------------------------------------------------------------------

    def _opened(self) -> ChatStore:
        if self._store is None:
            self._store = ChatStore(self._chats)
        return self._store

    def _close_store(self) -> None:
        if self._store is not None:
            self._store.close()
