"""The line under the chat: what was resolved and why, what went wrong, how far a load is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QElapsedTimer, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from desktop_app.models.progress import Progress
from desktop_app.ui.controls.buttons import FlatButton
from desktop_app.ui.controls.thin_bar import ThinBar
from desktop_app.ui.sentences import translated
from desktop_app.ui.theme import ThemeManager

# how long a sentence takes to be read
_READ_MS = 5_000


@dataclass(frozen=True, slots=True)
class StatusAction:
    """The one thing that can be done about what the line says."""

    text: str
    run: Callable[[], object]


class StatusLine(QWidget):
    """One line of text, elided to the width and whole in its tooltip; errors wrap. At most one button.

    error_shown: the sentence of a new error.
    """

    error_shown = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._text = ""
        self._is_error = False
        self._action: StatusAction | None = None
        self._since_shown = QElapsedTimer()
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._bar = ThinBar(themes, self)
        self._bar.setFixedWidth(140)
        self._button = FlatButton(self)
        self._button.clicked.connect(self._run_action)
        self._build()
        themes.changed.connect(self._recolour)
        self.show_text("")

    def _build(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 8, 0)
        layout.setSpacing(10)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._bar)
        layout.addWidget(self._button)
        self.setMinimumHeight(self._button.sizeHint().height() + 4)

    @property
    def text(self) -> str:
        return self._text

    @property
    def is_error(self) -> bool:
        return self._is_error

    @property
    def action(self) -> StatusAction | None:
        return self._action

    def show_text(self, text: str, action: StatusAction | None = None) -> None:
        self._show(text, error=False, action=action)

    def show_running(self, text: str) -> None:
        """What changes many times a second; it waits while an error that just came is read."""
        if not (self._is_error and self._since_shown.elapsed() < _READ_MS):
            self.show_text(text)

    def show_error(self, sentence: str, action: StatusAction | None = None) -> None:
        """sentence: in the user's language, or an error's own, which is translated here."""
        self._show(translated(sentence), error=True, action=action)
        self.error_shown.emit(self._text)

    def show_progress(self, text: str, progress: Progress | None, action: StatusAction) -> None:
        self._show(text, error=False, action=action)
        self._bar.show_progress(progress)
        self._bar.show()

    def _run_action(self) -> None:
        if self._action is not None:
            self._action.run()

    def _show(self, text: str, *, error: bool, action: StatusAction | None) -> None:
        self._text = text
        self._is_error = error
        self._since_shown.start()
        self._action = action
        self._bar.hide()
        self._button.setText(action.text if action else "")
        self._button.setAccessibleName(action.text if action else self.tr("Action"))
        self._button.setVisible(action is not None)
        self._label.setAccessibleName(text or self.tr("Status"))
        self._elide()
        self._recolour()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        """An error is shown whole, on as many lines as it takes: it says what to do."""
        self._label.setWordWrap(self._is_error)
        if self._is_error:
            self._label.setText(self._text)
            self._label.setToolTip("")
            return
        width = max(0, self._label.width())
        shown = self._label.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, width)
        self._label.setText(shown)
        self._label.setToolTip(self._text if shown != self._text else "")

    def _recolour(self) -> None:
        palette = self._label.palette()
        role = "rejected" if self._is_error else "dim"
        palette.setColor(palette.ColorRole.WindowText, self._themes.current.color(role))
        self._label.setPalette(palette)


def progress_text(progress: Progress | None) -> str:
    """The stage with how much of it is done: "Downloading · 30 of 93 MB"."""
    if progress is None:
        return ""
    stage = translated(progress.stage)
    if progress.done is None or not progress.total:
        return stage
    if progress.total >= 1_000_000:
        text = QCoreApplication.translate("Progress", "{stage} · {done:.0f} of {total:.0f} MB")
        return text.format(stage=stage, done=progress.done / 1e6, total=progress.total / 1e6)
    text = QCoreApplication.translate("Progress", "{stage} · {percent} %")
    return text.format(stage=stage, percent=100 * progress.done // progress.total)
