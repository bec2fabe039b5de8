"""The sentence above the message field, with at most one thing to do about it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.theme import ThemeManager


class ComposerNote(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._warning = False
        self._run: Callable[[], None] | None = None
        self._label = QLabel(self)
        self._label.setWordWrap(True)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.9)
        self._label.setFont(font)
        self._button = PushButton(self.tr("Action"), themes, self)
        self._button.clicked.connect(self._clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(12)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        themes.changed.connect(self._recolour)
        self.show_text("")

    @property
    def text(self) -> str:
        return self._label.text()

    @property
    def action(self) -> str:
        """What its button says, "" without one."""
        return self._button.text() if self._run is not None else ""

    def show_text(
        self, sentence: str, *, warning: bool = False, action: str = "", run: Callable[[], None] | None = None
    ) -> None:
        self._label.setText(sentence)
        self._warning = warning
        self._run = run
        if action:
            self._button.set_text(action)
        self._button.setVisible(run is not None)
        self.setVisible(bool(sentence))
        self._recolour()

    def _clicked(self) -> None:
        run = self._run
        self.show_text("")
        if run is not None:
            run()

    def _recolour(self) -> None:
        colors = QPalette(self.palette())
        role = "rejected" if self._warning else "dim"
        colors.setColor(QPalette.ColorRole.WindowText, self._themes.current.color(role))
        self._label.setPalette(colors)
