"""A check box whose empty square can be seen in the dark theme too: Fusion's cannot."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox

_SQUARE = 18
_GAP = 8


class Tick(QCheckBox):
    """Takes its colours from the palette, so it follows the theme."""

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        text = _GAP + metrics.horizontalAdvance(self.text()) + 4 if self.text() else 0
        return QSize(_SQUARE + 4 + text, max(_SQUARE + 4, metrics.height() + 4))

    def hitButton(self, pos: object) -> bool:  # noqa: ARG002
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        roles = QPalette.ColorRole
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        square = QRect(2, (self.height() - _SQUARE) // 2, _SQUARE, _SQUARE)
        on = self.isChecked()
        edge = roles.Highlight if on or self.hasFocus() else roles.PlaceholderText
        painter.setPen(QPen(self.palette().color(edge), 1.5))
        painter.setBrush(self.palette().color(roles.Highlight if on else roles.Button))
        painter.drawRoundedRect(square.adjusted(1, 1, -1, -1), 4, 4)
        if on:
            self._paint_mark(painter, square)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(roles.WindowText), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(square.adjusted(-1, -1, 1, 1), 6, 6)
        painter.setPen(self.palette().color(roles.WindowText))
        text = self.rect().adjusted(_SQUARE + 2 + _GAP, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())

    def _paint_mark(self, painter: QPainter, square: QRect) -> None:
        pen = QPen(self.palette().color(QPalette.ColorRole.HighlightedText), 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        left, top = square.left(), square.top()
        painter.drawPolyline(
            [QPointF(left + 5, top + 9.5), QPointF(left + 8, top + 12.5), QPointF(left + 13, top + 6)]
        )
