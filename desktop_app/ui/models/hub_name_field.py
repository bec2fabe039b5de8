"""The field that takes the name of a model of the hub."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit

from desktop_app.ui.controls.fields import draw_field, field_height, name_buttons
from desktop_app.ui.theme import ThemeManager

_PAD = 8


class HubNameField(QLineEdit):
    """Framed as the toolbar's fields are."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self.setFrame(False)
        self.setClearButtonEnabled(True)
        self.setMinimumHeight(field_height(self))
        self.setTextMargins(_PAD, 0, _PAD, 0)
        self.setPlaceholderText(self.tr("Any model of the hub: owner/name, or owner/name:file.gguf"))
        self.setAccessibleName(self.tr("Name of a model of the hub"))
        name_buttons(self, self.accessibleName())
        themes.changed.connect(self.update)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        draw_field(painter, self, theme.color("background"), theme.color("line"), theme.color("accent"))
        painter.end()
        super().paintEvent(event)
