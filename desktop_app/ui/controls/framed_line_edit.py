"""A field to type a line into, framed as the toolbar's fields are: the style's own outline is harsh in the
light theme."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit

from desktop_app.ui.controls.fields import draw_field
from desktop_app.ui.theme import ThemeManager


class FramedLineEdit(QLineEdit):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self.setFrame(False)
        self.setClearButtonEnabled(True)
        themes.changed.connect(self._show_ground)
        self._show_ground()

    def _show_ground(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        draw_field(painter, self, theme.color("background"), theme.color("line"), theme.color("accent"))
        painter.end()
        super().paintEvent(event)
