"""The button above the conversation list."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QPushButton

from desktop_app.ui.controls.enter_key import enter_clicks

_CORNER = 7.0


class NewChatButton(QPushButton):
    """Flat and rounded like the rows below it; Fusion's bevel would be the loudest thing in the pane."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_clicks(self, event):
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.fontMetrics().height() + 18)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        painter.setPen(self._border(palette))
        painter.setBrush(
            palette.color(QPalette.ColorRole.Base if self.isDown() else QPalette.ColorRole.Button)
        )
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _CORNER, _CORNER)
        size = self.iconSize().width()
        text = self.fontMetrics().horizontalAdvance(self.text())
        left = (self.width() - size - 8 - text) // 2
        self.icon().paint(painter, left, (self.height() - size) // 2, size, size)
        painter.setPen(palette.color(QPalette.ColorRole.ButtonText))
        room = self.rect().adjusted(left + size + 8, 0, 0, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())

    def _border(self, palette: QPalette) -> QColor:
        if self.hasFocus():
            return palette.color(QPalette.ColorRole.Accent)
        roles = QPalette.ColorRole
        return palette.color(roles.PlaceholderText if self.underMouse() else roles.Mid)
