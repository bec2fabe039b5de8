"""Columns beside each other, drawn by pyqtgraph. Imported late: see chart_library.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from desktop_app.ui.dashboard.quiet_plot import keep_painted, quiet_plot, recolour
from desktop_app.ui.theme import Theme

Written = tuple[float, str]


class ColumnCanvas:
    """Built once. x is in pixels from the left end of the axis, heights are from 0 to 1 of the chart.

    side: pixels left free at both ends. At the top and the bottom there is room for a line of text.
    """

    def __init__(self, font: QFont, side: float) -> None:
        self.widget: Any = quiet_plot(font)
        self._item = self.widget.getPlotItem()
        self._line = QFontMetrics(font).height()
        self._item.hideAxis("left")
        self._item.layout.setContentsMargins(side, self._line, side, 0)
        self._item.getAxis("bottom").setHeight(self._line)
        self._item.setYRange(0, 1, padding=0)
        self._ground = pg.PlotCurveItem()
        self._item.addItem(self._ground, ignoreBounds=True)
        keep_painted(self._ground)
        self.bars = pg.BarGraphItem(x0=np.empty(0), width=np.empty(0), height=np.empty(0), pen=None)
        self._item.addItem(self.bars, ignoreBounds=True)
        self._values = _Values(font)
        self._values.setParentItem(self._item)

    def set_size(self, width: float, height: float) -> None:
        """Of the columns' room, in pixels."""
        if width > 0 and height > 0:
            self._item.setXRange(0, width, padding=0)
            # in the lowest row of pixels, behind the columns
            self._ground.setData([0, width], [0.5 / height] * 2)

    def set_columns(self, lefts: Sequence[float], width: float, heights: Sequence[float]) -> None:
        self.bars.setOpts(x0=np.array(lefts), width=np.full(len(lefts), width), height=np.array(heights))

    def set_labels(self, labels: Sequence[Written]) -> None:
        """Words below the axis, each with the x of its middle."""
        self._item.getAxis("bottom").setTicks([list(labels)])

    def set_values(self, values: Sequence[tuple[QPointF, str]]) -> None:
        """Words above the point in which their column ends, in pixels of the widget."""
        self._values.show_words(values)

    def set_theme(self, theme: Theme, color_role: str) -> None:
        recolour(self.widget, theme)
        self._ground.setPen(pg.mkPen(theme.color("line")))
        self.bars.setOpts(brush=theme.color(color_role))
        self._values.color = theme.color("dim")
        self._values.update()


class _Values(QGraphicsItem):
    """All of them in one item: a TextItem for each took four times as long."""

    def __init__(self, font: QFont) -> None:
        super().__init__()
        self._font = font
        self._words: Sequence[tuple[QPointF, str]] = ()
        self._bounds = QRectF()
        self.color: Any = None

    def show_words(self, words: Sequence[tuple[QPointF, str]]) -> None:
        self.prepareGeometryChange()
        self._words = words
        self._bounds = QRectF()
        for place, _ in words:
            self._bounds = self._bounds.united(self._room(place))

    def _room(self, place: QPointF) -> QRectF:
        height = QFontMetrics(self._font).height()
        return QRectF(place.x() - 40, place.y() - height, 80, height)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        painter.setFont(self._font)
        painter.setPen(self.color)
        for place, text in self._words:
            painter.drawText(self._room(place), Qt.AlignmentFlag.AlignCenter, text)
