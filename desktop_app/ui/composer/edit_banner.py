"""One line above the message field: an earlier message is edited in it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.ui.controls.buttons import FlatButton
from desktop_app.ui.theme import Theme, ThemeManager


class EditBanner(QWidget):
    """Hidden until there is something to say."""

    cancelled = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel(self)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._button = FlatButton(self)
        self._button.setText(self.tr("Cancel"))
        self._button.setToolTip(self.tr("Leave the message as it is (Esc)"))
        self._button.setAccessibleName(self.tr("Cancel the edit"))
        self._button.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 8, 2)
        row.addWidget(self._label, 1)
        row.addWidget(self._button)
        self._recolour(themes.current)
        themes.changed.connect(self._recolour)
        self.hide()

    @property
    def text(self) -> str:
        """ "" while it is hidden."""
        return "" if self.isHidden() else self._label.text()

    def show_text(self, text: str) -> None:
        self._label.setText(text)
        self.show()

    def _recolour(self, theme: Theme) -> None:
        for widget, color in ((self._label, theme.color("accent")), (self._button, theme.color("dim"))):
            colors = QPalette(self.palette())
            colors.setColor(QPalette.ColorRole.WindowText, color)
            colors.setColor(QPalette.ColorRole.ButtonText, color)
            widget.setPalette(colors)
            font = self.font()
            font.setPointSizeF(font.pointSizeF() * 0.9)
            widget.setFont(font)
