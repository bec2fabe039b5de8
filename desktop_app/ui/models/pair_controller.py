"""Checks and measures the pair that is chosen, and says early when it cannot work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.decoding.drafters.names import AUTO, NONE
from desktop_app.decoding.errors import BadSamplingError
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.pair_plan import PairPlan
from desktop_app.models.findings import Preflight
from desktop_app.ui.draft_names import is_path
from desktop_app.ui.engine.engine_jobs import EngineState, MeasurePair, PairMeasured
from desktop_app.ui.engine.model_controller import ModelController
from desktop_app.ui.models import pair_work
from desktop_app.ui.models.models_thread import ModelsJob, ModelsThread
from desktop_app.ui.models.pair_dialog import PairDialog
from desktop_app.ui.sentences import translated
from desktop_app.ui.status_line import StatusAction, StatusLine
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_services import WindowServices


@dataclass(frozen=True, slots=True)
class PairParts:
    """What a pair is chosen with. work: where it is checked. window: what the dialog belongs to."""

    models: ModelController
    toolbar: Toolbar
    status: StatusLine
    work: ModelsThread
    window: QWidget


class PairController(QObject):
    """A model that is chosen as draft is checked at once, and refused before it is loaded."""

    def __init__(self, services: WindowServices, parts: PairParts) -> None:
        super().__init__(parts.window)
        self._services = services
        self._thread = services.thread
        self._models = parts.models
        self._toolbar = parts.toolbar
        self._status = parts.status
        self._work = parts.work
        self._parent = parts.window
        self._draft = ""
        self._seen = ""
        self._job: ModelsJob | None = None
        self._measuring: MeasurePair | None = None
        self.dialog: PairDialog | None = None
        parts.toolbar.options_changed.connect(self._chosen)
        self._thread.pair_measured.connect(self._measured)
        self._thread.state_changed.connect(self._state)

    def open(self) -> None:
        """The dialog on the target and the draft of the toolbar."""
        draft = self._toolbar.chosen_draft
        self.show(AUTO if draft == NONE else draft)

    def show(self, draft: str) -> None:
        dialog = self._made()
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        self._check(draft)

    def _made(self) -> PairDialog:
        if self.dialog is None:
            dialog = self.dialog = PairDialog(self._services.themes, self._parent)
            dialog.draft_chosen.connect(self._check)
            dialog.folder_asked.connect(self._ask_folder)
            dialog.gguf_asked.connect(self._ask_gguf)
            dialog.measure_asked.connect(self._measure)
            dialog.stop_asked.connect(self._stop)
            dialog.k_asked.connect(self._use)
        return self.dialog

    def _check(self, draft: str) -> None:
        """For the dialog."""
        self._draft = draft
        dialog, target = self._made(), self._models.target
        dialog.show_checking(self._thread.state.model or Path(target).name, draft)
        if self._job is not None:
            self._job.stop()
        if target:
            self._job = self._work.submit(self._checking(draft), self._found, self._failed)

    def _checking(self, draft: str) -> Callable[[ModelsJob], Preflight]:
        kept, target, paths = self._services.preferences.settings, self._models.target, self._services.paths
        plan = PairPlan(kept.device, kept.dtype, kept.context, loaded=bool(self._thread.state.model))
        return lambda job: pair_work.checked(target, draft, paths, plan, job.control.check)

    def _found(self, found: Preflight) -> None:
        if found.draft == self._draft:
            self._made().show_found(found, "")

    def _failed(self, why: str) -> None:
        if why:
            self._made().show_found(None, why)

    def _chosen(self) -> None:
        """Names cost nothing and are always there; of a model it is said now, not with the next reply."""
        draft = self._toolbar.chosen_draft
        if draft == self._seen:
            return
        self._seen = draft
        if is_path(draft) and self._models.target:
            self._work.submit(self._checking(draft), self._refuse)

    def _refuse(self, found: Preflight) -> None:
        if found.refusal and found.draft == self._toolbar.chosen_draft:
            action = StatusAction(self.tr("Check the Pair…"), self.open)
            self._status.show_error(found.refusal, action)

    def _ask_folder(self) -> None:
        self._take(self._services.dialogs.model_folder(self._made()))

    def _ask_gguf(self) -> None:
        self._take(self._services.dialogs.gguf_file(self._made()))

    def _take(self, path: str) -> None:
        if path:
            self._check(path)

    def _measure(self) -> None:
        dialog = self._made()
        if self._thread.state.busy:
            dialog.show_measured(
                None, self.tr("The model is busy: wait for its end or stop it, then measure.")
            )
            return
        if not self._thread.state.model:
            dialog.show_measured(None, self.tr("No model is loaded: choose one under Target."))
            return
        self._measuring = self._thread.measure_pair(self._draft, self._sampling())

    def _sampling(self) -> SamplingParams:
        try:
            return self._toolbar.options().sampling
        except BadSamplingError:
            return SamplingParams()

    def _state(self, state: EngineState) -> None:
        if self._measuring is not None and self.dialog is not None and state.stage == "measuring":
            self.dialog.show_progress(state.progress)

    def _stop(self) -> None:
        if self._measuring is not None:
            self._measuring.control.stop()

    def _measured(self, measured: PairMeasured) -> None:
        if measured.job is not self._measuring or self.dialog is None:
            return
        self._measuring = None
        stopped = measured.found is None and not measured.error
        note = self.tr("Stopped; nothing was measured.") if stopped else translated(measured.error)
        self.dialog.show_measured(measured.found, note)

    def _use(self, k: str) -> None:
        """k, and the draft it was measured with."""
        self._toolbar.choose_draft(self._draft)
        self._toolbar.choose_k(k)
        self._status.show_text(self.tr("k is now {k}.").format(k=self.tr("auto") if k == "auto" else k))

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.close()
