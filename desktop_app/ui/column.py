"""Widgets under each other, no wider than can be read, in the middle of whatever width there is."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

_SIDE = 20


class Column(QWidget):
    def __init__(self, width: int, widgets: Sequence[QWidget], parent: QWidget) -> None:
        """width: in logical pixels, the most the widgets take."""
        super().__init__(parent)
        self._width = width
        self._rows = QVBoxLayout(self)
        self._rows.setSpacing(4)
        self._rows.setContentsMargins(_SIDE, 4, _SIDE, 0)
        for widget in widgets:
            self._rows.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        side = max(_SIDE, (self.width() - self._width) // 2)
        self._rows.setContentsMargins(side, 4, side, 0)
