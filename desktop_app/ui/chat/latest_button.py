"""The round button that returns to the end of the conversation."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from desktop_app.ui.controls.enter_key import EnterButton
from desktop_app.ui.theme import ThemeManager


class LatestButton(EnterButton):
    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(self.tr("Latest"))
        self.setToolTip(self.tr("Go to the end of the conversation"))
        self.resize(self.sizeHint())
        themes.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(36, 36)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.hasFocus() or self.underMouse()
        painter.setPen(QPen(theme.color("accent" if lit else "line"), 1))
        painter.setBrush(theme.color("raised"))
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        middle = QRectF(self.rect()).center()
        pen = QPen(theme.color("text"), 1.8)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawLine(middle - QPointF(0, 6), middle + QPointF(0, 6))
        painter.drawPolyline([middle + QPointF(-5, 1), middle + QPointF(0, 6), middle + QPointF(5, 1)])
        painter.end()
