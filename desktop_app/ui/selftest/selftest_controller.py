"""Opens the dialog of the self-test, runs it in the engine's thread and remembers its results."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.bench.selftest_result import SelfTestResults
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.draft_names import drafter_name
from desktop_app.ui.engine.engine_jobs import EngineState, RunSelfTest, SelfTestOver
from desktop_app.ui.selftest.selftest_dialog import Pair, SelfTestDialog
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_services import WindowServices


class SelfTestController(QObject):
    """Tests the loaded target with the draft that speculative replies have."""

    def __init__(self, services: WindowServices, toolbar: Toolbar, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._toolbar = toolbar
        self._parent = parent
        self._results = SelfTestResults(services.paths.selftests)
        self._job: RunSelfTest | None = None
        self._shown: Pair | None = None
        self.dialog: SelfTestDialog | None = None
        services.thread.state_changed.connect(self._state_changed)
        services.thread.self_test_over.connect(self._over)

    @property
    def running(self) -> bool:
        return self._job is not None

    def open(self) -> None:
        """Brings it to the front where it is open already."""
        if self.dialog is None:
            self.dialog = SelfTestDialog(self._services.themes, self._parent)
            self.dialog.toggled.connect(self._toggle)
            self.dialog.saving.connect(self._save)
            self.dialog.closed.connect(self._stop)
        if not self.running:
            self._show_pair(self.dialog)
            self.dialog.show_idle()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.close()

    def _pair(self) -> Pair | None:
        model = self._services.thread.state.model
        if not model:
            return None
        draft = self._toolbar.speculative_draft
        return Pair(model, draft, drafter_name(draft))

    def _show_pair(self, dialog: SelfTestDialog) -> None:
        pair = self._shown = self._pair()
        dialog.show_pair(pair, self._results.last(pair.model, pair.draft) if pair else None)

    def _toggle(self) -> None:
        pair = self._pair()
        if self.running:
            self._stop()
        elif pair is not None and self.dialog is not None:
            self._show_pair(self.dialog)
            self.dialog.show_running(None, waiting=self._services.thread.state.busy)
            self._job = self._services.thread.self_test(pair.draft)

    def _stop(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            # it may still wait for a reply to end; nothing is told of it any more
            job.control.stop()
            self._rest(self.tr("The self-test was stopped; nothing was tested."))

    def _rest(self, sentence: str = "") -> None:
        if self.dialog is None:
            return
        self.dialog.show_idle()
        self._show_pair(self.dialog)
        if sentence:
            self.dialog.show_sentence(sentence)

    def _over(self, over: SelfTestOver) -> None:
        if over.job is not self._job:
            return
        self._job = None
        if over.result is None:
            self._rest(over.error or self.tr("The self-test was stopped; nothing was tested."))
            return
        sentence = ""
        try:
            self._results.keep(over.result)
        except SlipstreamError as error:
            sentence = str(error)
        self._rest(sentence)
        if self.dialog is not None:
            self.dialog.show_result(over.result)

    def _state_changed(self, state: EngineState) -> None:
        if self.dialog is None:
            return
        if self.running:
            self.dialog.show_running(state.progress, waiting=state.stage != "testing")
        elif self._pair() != self._shown:
            self._show_pair(self.dialog)

    def _save(self) -> None:
        path = self._services.dialogs.details_file(self._parent) if self.dialog is not None else None
        if path is None or self.dialog is None:
            return
        try:
            path.write_text(self.dialog.details.toPlainText() + "\n", encoding="utf-8")
        except OSError as error:
            sentence = self.tr("{path} cannot be written: {reason}.")
            self.dialog.show_sentence(sentence.format(path=path, reason=error.strerror or error))
