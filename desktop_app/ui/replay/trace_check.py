"""Has the loaded model score the trace that is shown: is every token its own?"""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.bench.verify_report import TraceReport
from desktop_app.engines.trace import Trace
from desktop_app.ui.engine.engine_jobs import EngineState, VerifyOver, VerifyTrace
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.replay.replay_window import ReplayWindow
from desktop_app.ui.sentences import translated


class TraceCheck(QObject):
    """Offered where the trace's model is the loaded one, and the trace says what was asked."""

    def __init__(self, thread: EngineThread, window: ReplayWindow) -> None:
        super().__init__(window)
        self._thread = thread
        self._window = window
        self._trace: Trace | None = None
        self._name = ""
        self._job: VerifyTrace | None = None
        window.verify_toggled.connect(self._toggle)
        window.closed.connect(self.stop)
        thread.state_changed.connect(self._state_changed)
        thread.verify_over.connect(self._over)

    @property
    def running(self) -> bool:
        return self._job is not None

    def show(self, trace: Trace, name: str) -> None:
        """Another trace is seen; nothing is said of the one before."""
        self.stop()
        self._trace, self._name = trace, name
        self._window.show_verdict("")
        self._offer()

    def stop(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.control.stop()
            self._window.show_verdict(self.tr("Stopped: nothing is said about the trace."))
            self._offer()

    def _offer(self) -> None:
        trace, state = self._trace, self._thread.state
        fits = (
            trace is not None
            and trace.started.model == state.model
            and trace.started.prompt is not None
            and bool(trace.rounds)
        )
        self._window.offer_verify(fits or self.running, running=self.running)

    def _toggle(self) -> None:
        if self.running:
            self.stop()
        elif self._trace is not None:
            self._job = self._thread.verify(self._trace, self._name)
            self._show_progress(self._thread.state)
            self._offer()

    def _state_changed(self, state: EngineState) -> None:
        if self.running:
            self._show_progress(state)
        self._offer()

    def _show_progress(self, state: EngineState) -> None:
        progress = state.progress if state.stage == "verifying" else None
        if progress is not None and progress.total:
            text = self.tr("The model scores the reply: {done} of {total} tokens").format(
                done=progress.done, total=progress.total
            )
        elif state.stage == "verifying":
            text = self.tr("The model reads the prompt…")
        else:
            text = self.tr("Waiting for the model…")
        self._window.show_verdict(text)

    def _over(self, over: VerifyOver) -> None:
        if over.job is not self._job:
            return
        self._job = None
        text = self._verdict(over.report) if over.report is not None else translated(over.error)
        self._window.show_verdict(text or self.tr("Stopped: nothing is said about the trace."))
        self._offer()

    def _verdict(self, report: TraceReport) -> str:
        found = report.deviation
        if found is not None:
            text = self.tr("Trace and model part at token {token}, “{text}” in round {round}.")
            return text.format(token=found.position + 1, text=found.text.strip(), round=found.round + 1)
        text = self.tr("Verified: {own} of {own} tokens are the model's own.")
        if report.ties:
            text = self.tr(
                "Verified: {own} of {own} tokens are the model's own. Near ties among them: {ties}."
            )
        return text.format(own=report.tokens - report.chosen, ties=len(report.ties))
