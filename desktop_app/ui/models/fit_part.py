"""Whether the model that is chosen in the library fits, found out away from the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget

from desktop_app.models.fitting import Fit
from desktop_app.models.local_model import LocalModel
from desktop_app.ui.models.estimator import Estimator
from desktop_app.ui.models.fit_bar import FitBar
from desktop_app.ui.models.models_thread import ModelsJob, ModelsThread
from desktop_app.ui.theme import ThemeManager


class FitPart(FitBar):
    """A part of the model's details; only models that can be a target are estimated. given_back: bytes that
    are free once the loaded model is closed."""

    def __init__(
        self,
        themes: ThemeManager,
        work: ModelsThread,
        estimator: Estimator,
        given_back: Callable[[], int],
        parent: QWidget,
    ) -> None:
        super().__init__(themes, parent)
        self._work = work
        self._estimator = estimator
        self._given_back = given_back
        self._shown: Path | None = None
        self._job: ModelsJob | None = None

    def show_model(self, model: LocalModel | None) -> None:
        path = model.path if model is not None and model.facts.target.usable else None
        if path != self._shown:
            self.show_fit(None)
        self._shown = path
        if self._job is not None:
            self._job.stop()
            self._job = None
        if path is not None:
            estimator, given_back = self._estimator, self._given_back()

            def look(job: ModelsJob) -> tuple[Path, Fit]:
                job.control.check()
                return path, estimator(path, given_back)

            self._job = self._work.submit(look, self._found)

    def _found(self, found: tuple[Path, Fit]) -> None:
        path, fit = found
        if path == self._shown:
            self.show_fit(fit)
