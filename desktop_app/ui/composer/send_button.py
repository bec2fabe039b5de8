"""The round button of the composer: an arrow that sends, a square that stops."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.controls.enter_key import EnterButton
from desktop_app.ui.theme import ThemeManager


class SendButton(EnterButton):
    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._stops = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        themes.changed.connect(self.update)
        self.set_state(False, True)

    def set_state(self, stops: bool, enabled: bool) -> None:
        self._stops = stops
        name = self.tr("Stop") if stops else self.tr("Send")
        self.setAccessibleName(name)
        self.setToolTip(self.tr("Stop the reply (Esc)") if stops else self.tr("Send (Enter)"))
        self.setEnabled(enabled)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(36, 36)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ground())
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(rect, 11, 11)
        ink = theme.color("on_accent" if self.isEnabled() else "dim")
        middle = rect.center()
        if self._stops:
            painter.setBrush(ink)
            painter.drawRoundedRect(QRectF(middle.x() - 5, middle.y() - 5, 10, 10), 2, 2)
        else:
            self._arrow(painter, middle, ink)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("text"), 1.5))
            painter.drawRoundedRect(rect, 11, 11)
        painter.end()

    def _ground(self) -> QColor:
        theme = self._themes.current
        if not self.isEnabled():
            return theme.color("raised")
        accent = theme.color("accent")
        return accent.lighter(108) if self.underMouse() else accent

    def _arrow(self, painter: QPainter, middle: QPointF, ink: QColor) -> None:
        pen = QPen(ink, 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawLine(middle + QPointF(0, 6.5), middle - QPointF(0, 6.5))
        painter.drawPolyline(
            [middle + QPointF(-5.5, -1), middle - QPointF(0, 6.5), middle + QPointF(5.5, -1)]
        )
