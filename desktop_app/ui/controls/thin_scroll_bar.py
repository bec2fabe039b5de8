"""A quiet vertical scroll bar: a rounded handle on the ground of what it scrolls."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

from desktop_app.ui.theme import ThemeManager


class ThinScrollBar(QScrollBar):
    """ground: the colour of the theme it lies on."""

    def __init__(self, themes: ThemeManager, ground: str, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._themes = themes
        self._ground = ground
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        themes.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color(self._ground))
        if self.maximum() > self.minimum():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("plain" if self.underMouse() or self.isSliderDown() else "line"))
            handle = self._handle()
            painter.drawRoundedRect(handle, handle.width() / 2, handle.width() / 2)
        painter.end()

    def _handle(self) -> QRectF:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ScrollBarSlider
        rect = self.style().subControlRect(QStyle.ComplexControl.CC_ScrollBar, option, part, self)
        return QRectF(rect).adjusted(rect.width() * 0.25, 1, -rect.width() * 0.25, -1)
