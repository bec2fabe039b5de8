"""Work on the files of models, away from the window: looking for them, deleting them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from PySide6.QtCore import QObject

from desktop_app.decoding.control import ReplyControl
from desktop_app.ui.work_thread import Work, WorkThread, nothing

_TICK_MS = 30

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class ModelsJob:
    """said: what the work says of itself, for whoever looks."""

    control: ReplyControl = field(default_factory=ReplyControl)
    said: str = ""

    def stop(self) -> None:
        """Asks the work to stop; failed is called with "" when it has."""
        self.control.stop()


class ModelsThread(WorkThread):
    def __init__(self, parent: QObject) -> None:
        super().__init__("slipstream-models", _TICK_MS, parent)

    def submit(
        self,
        work: Callable[[ModelsJob], T],
        done: Callable[[T], object] = nothing,
        failed: Callable[[str], object] = nothing,
    ) -> ModelsJob:
        """work runs in the thread, must not touch the window, and calls job.control.check to be stopped.
        done gets the result and failed a sentence, both in the GUI thread."""
        job = ModelsJob()
        self.put(Work(lambda: work(job), job.control, done, failed))
        return job
