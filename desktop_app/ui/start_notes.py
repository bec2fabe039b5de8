"""What is to be said at the start, on the status line: loading a model does not take it away."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

from desktop_app.ui.engine.engine_jobs import EngineState
from desktop_app.ui.engine.model_controller import ModelController
from desktop_app.ui.sentences import together
from desktop_app.ui.status_line import StatusLine


class StartNotes(QObject):
    """Says the sentences at once, and again when the model that is loaded at the start is ready."""

    def __init__(
        self, sentences: Sequence[str], models: ModelController, status: StatusLine, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._text = together(sentences)
        self._models = models
        self._status = status
        models.state_changed.connect(self._state_changed)
        status.show_error(self._text)

    def _state_changed(self, state: EngineState) -> None:
        if state.stage in ("ready", "failed", "replying"):
            self._models.state_changed.disconnect(self._state_changed)
        if state.stage == "ready":
            # "ready" is about to be said, and who waits for that can see it
            QTimer.singleShot(0, self, self._say)

    def _say(self) -> None:
        self._status.show_error(self._text)
