"""Number and choice fields without a frame of their own. They turn with the wheel only when they have the
focus: scrolling past one changes nothing."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox, QWidget

_CHEVRON = 4
DECIMALS = 2


class Spin(QSpinBox):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        _calm(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class DecimalSpin(QDoubleSpinBox):
    """Shows 0.7 as 0.7 and not as 0.70."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setDecimals(DECIMALS)
        _calm(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def textFromValue(self, value: float) -> str:
        text = self.locale().toString(value, "f", DECIMALS)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


def _calm(spin: QSpinBox | QDoubleSpinBox) -> None:
    spin.setFrame(False)
    spin.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    # a number half typed is not yet one to keep
    spin.setKeyboardTracking(False)


class Combo(QComboBox):
    """Text and a chevron; the frame around it is painted by who holds it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = self.palette()
        painter.setPen(colors.color(QPalette.ColorRole.Text))
        room = self.rect().adjusted(2, 0, -4 * _CHEVRON, 0)
        text = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.setPen(QPen(colors.color(QPalette.ColorRole.PlaceholderText), 1.5))
        left, top = self.width() - 3 * _CHEVRON, self.height() / 2 - 2
        painter.drawPolyline(
            [
                QPointF(left, top),
                QPointF(left + _CHEVRON, top + _CHEVRON),
                QPointF(left + 2 * _CHEVRON, top),
            ]
        )
