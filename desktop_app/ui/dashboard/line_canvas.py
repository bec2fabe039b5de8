"""Curves over two axes that begin at 0, drawn by pyqtgraph. Imported late: see chart_library.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPen

from desktop_app.ui.dashboard.quiet_plot import keep_painted, quiet_plot, recolour
from desktop_app.ui.dashboard.thinning import thinned
from desktop_app.ui.theme import Theme


class _Curve(pg.PlotCurveItem):  # type: ignore[misc]
    """As large as the plot, whatever its points: to find their bounds took longer than to draw them."""

    room = QRectF()

    def boundingRect(self) -> QRectF:
        return self.room


class LineCanvas:
    """Built once and fed with new points. unit is written behind the numbers of the y axis."""

    def __init__(self, unit: str, font: QFont) -> None:
        self.widget: Any = quiet_plot(font)
        self._unit = unit
        self._right, self._top = 1.0, 1.0
        self._curves: dict[str, Any] = {}
        self._item = self.widget.getPlotItem()
        # Lines of our own: pyqtgraph's grid drops the labels at both ends of the axis.
        self._grid = self._add_line(-2)
        keep_painted(self._grid)
        self._boundaries = self._add_line(-1)
        metrics = QFontMetrics(font)
        # Room for the outermost labels, which reach beyond the axes.
        right = metrics.horizontalAdvance("00,000") // 2
        self._item.layout.setContentsMargins(0, metrics.height() / 2, right, 0)
        self._item.getAxis("left").setWidth(metrics.horizontalAdvance(f"100{unit or ' %'}") + 6)
        self._item.getAxis("bottom").setHeight(metrics.height() + 2)

    def _add_line(self, z: float) -> Any:
        line = _Curve(skipFiniteCheck=True)
        line.setZValue(z)
        line.room = self._room()
        self._item.addItem(line, ignoreBounds=True)
        return line

    def set_points(self, key: str, xs: Sequence[float], ys: Sequence[float], pixels: int) -> None:
        """pixels: about how wide the chart is."""
        points = thinned(np.asarray(xs, dtype=float), np.asarray(ys, dtype=float), 2 * pixels)
        self._curve(key).setData(*points, skipFiniteCheck=True)

    def set_pen(self, key: str, pen: QPen) -> None:
        self._curve(key).setPen(pen)

    def curve(self, key: str) -> Any:
        return self._curves[key]

    def _curve(self, key: str) -> Any:
        if key not in self._curves:
            self._curves[key] = self._add_line(0)
        return self._curves[key]

    def _room(self) -> QRectF:
        """A little more than can be seen; the plot cuts it off."""
        return QRectF(-0.05 * self._right, -0.05 * self._top, 1.1 * self._right, 1.1 * self._top)

    def set_top(self, x: float, y: float) -> None:
        """Where both axes end."""
        self._right, self._top = x, y
        for line in (self._grid, self._boundaries, *self._curves.values()):
            line.prepareGeometryChange()
            line.room = self._room()
        self._item.setXRange(0, x, padding=0.01)
        self._item.setYRange(0, y, padding=0.03)
        ticks = (0.0, y / 2, y)
        _draw_apart(self._grid, [((0, tick), (x, tick)) for tick in ticks])
        self._item.getAxis("left").setTicks([[(tick, f"{tick:,g}{self._unit}") for tick in ticks]])
        self._item.getAxis("bottom").setTicks([[(tick, f"{tick:,.0f}") for tick in (0, x / 2, x)]])

    def set_boundaries(self, xs: Sequence[float]) -> None:
        _draw_apart(self._boundaries, [((x, 0), (x, self._top)) for x in xs])

    def set_theme(self, theme: Theme) -> None:
        recolour(self.widget, theme)
        self._grid.setPen(_thin_pen(theme.color("line")))
        self._boundaries.setPen(_thin_pen(theme.color("dim"), Qt.PenStyle.DashLine))

    def area(self) -> QRectF:
        """From 0 to the ends of both axes, in pixels of the widget."""
        place = self._item.getViewBox().mapViewToScene
        return QRectF(place(QPointF(0, self._top)), place(QPointF(self._right, 0)))


def _draw_apart(curve: Any, lines: Sequence[tuple[tuple[float, float], tuple[float, float]]]) -> None:
    """Lines that do not touch, as one curve with gaps."""
    ends = np.array([end for line in lines for end in (*line, (np.nan, np.nan))], dtype=float).reshape(-1, 2)
    curve.setData(ends[:, 0], ends[:, 1], connect="finite")


def _thin_pen(color: QColor, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """One pixel on every screen."""
    pen = QPen(color, 1.0, style)
    pen.setCosmetic(True)
    return pen
