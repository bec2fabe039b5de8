"""The names of a window's pages in a row; the page that is shown has a line under its name."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QTabBar, QWidget

from desktop_app.ui.theme import ThemeManager

_PAD = 12
_LINE = 2


class PageTabs(QTabBar):
    """Left and Right go from page to page."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        themes.changed.connect(self.update)

    def tabSizeHint(self, index: int) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.tabText(index)) + 2 * _PAD, metrics.height() + 18)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), theme.color("line"))
        for index in range(self.count()):
            rect = self.tabRect(index)
            shown = index == self.currentIndex()
            painter.setPen(theme.color("text" if shown else "dim"))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.tabText(index))
            if shown:
                line = QRect(rect.left() + _PAD, rect.bottom() + 1 - _LINE, rect.width() - 2 * _PAD, _LINE)
                painter.fillRect(line, theme.color("accent"))
            if shown and self.hasFocus():
                painter.setPen(theme.color("accent"))
                painter.drawRoundedRect(rect.adjusted(2, 4, -2, -5), 5, 5)
