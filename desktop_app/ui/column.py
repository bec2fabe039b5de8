"""How the window's parts stand beside and under each other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QVBoxLayout, QWidget

from desktop_app.ui.theme import ThemeManager

_SIDE = 16
_MEASURE = 75
# the composer's text stands under the chat's
_BEYOND_TEXT = 36


def readable_width(font: QFont) -> int:
    """Logical pixels of about 75 characters in the size the chat is written in."""
    body = QFont(font)
    body.setPointSizeF(max(11.0, font.pointSizeF() * 1.2))
    return round(QFontMetricsF(body).averageCharWidth() * _MEASURE)


class Column(QWidget):
    """Widgets under each other, no wider than can be read, in the middle of whatever width there is."""

    def __init__(self, widgets: Sequence[QWidget], parent: QWidget) -> None:
        super().__init__(parent)
        self._width = readable_width(self.font()) + _BEYOND_TEXT
        self._rows = QVBoxLayout(self)
        self._rows.setSpacing(6)
        self._rows.setContentsMargins(_SIDE, 6, _SIDE, 0)
        for widget in widgets:
            self._rows.addWidget(widget)

    def set_zoom(self, percent: int) -> None:
        """Stays in line with the chat's text, which has this size."""
        self._width = round(readable_width(self.font()) * percent / 100) + _BEYOND_TEXT
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        margins = self._rows.contentsMargins()
        # margins beside what needs more than its width would make the window grow without end
        needed = self._rows.minimumSize().width() - margins.left() - margins.right()
        side = max(_SIDE, (self.width() - max(self._width, needed)) // 2)
        self._rows.setContentsMargins(side, 6, side, 0)


class Ground(QWidget):
    """Paints the background itself: children would inherit a background role, and their text its colour."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        themes.changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._themes.current.color("background"))


class Panes(QSplitter):
    """Panes side by side with a hairline between them that is wide enough to be caught."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.themes = themes
        self.setHandleWidth(5)
        self.setChildrenCollapsible(False)
        themes.changed.connect(self._recolour)

    def createHandle(self) -> QSplitterHandle:
        return _Hairline(self)

    def _recolour(self) -> None:
        for index in range(self.count()):
            self.handle(index).update()


class _Hairline(QSplitterHandle):
    def __init__(self, panes: Panes) -> None:
        super().__init__(panes.orientation(), panes)
        self._themes = panes.themes

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("background"))
        x = 0 if self.splitter().indexOf(self) <= 1 else self.width() - 1
        painter.fillRect(x, 0, 1, self.height(), theme.color("line"))
