"""Curves over two axes that begin at 0, painted on a rounded ground.

Painted by hand: a general plotting library took five times as long for each picture, and its import was a
good part of the time until the window stood.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from desktop_app.ui.dashboard.labels import SMALL, scaled
from desktop_app.ui.theme import DARK, Theme

GROUND_CORNER = 6.0
_PAD = 4.0

Points = tuple[list[float], list[float]]


class Plot(QWidget):
    """unit is written behind the numbers of the y axis."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit
        self._theme = DARK
        self._points: dict[str, Points] = {}
        self._pens: dict[str, QPen] = {}
        self._lines: dict[str, QPolygonF] = {}
        self._top = (100.0, 1.0)
        self._boundaries: tuple[float, ...] = ()
        self.setFont(scaled(self.font(), SMALL * 0.92))

    # What is shown

    def set_points(self, key: str, xs: Sequence[float], ys: Sequence[float]) -> None:
        old, new = self.points(key), (list(xs), list(ys))
        # of a growing curve only the last point may have moved
        kept = max(0, min(len(old[0]), len(new[0])) - 1)
        if any(was[:kept] != now[:kept] for was, now in zip(old, new, strict=True)):
            kept = 0
        line = self._lines.setdefault(key, QPolygonF())
        while line.size() > kept:
            line.removeLast()
        for x, y in zip(new[0][kept:], new[1][kept:], strict=True):
            line.append(QPointF(x, y))
        self._points[key] = new
        self.update()

    def points(self, key: str) -> Points:
        return self._points.get(key, ([], []))

    def set_pen(self, key: str, pen: QPen) -> None:
        self._pens[key] = pen
        self.update()

    def pen(self, key: str) -> QPen:
        return self._pens[key]

    def set_top(self, x: float, y: float) -> None:
        """Where both axes end."""
        self._top = (x, y)
        self.update()

    def set_boundaries(self, xs: Sequence[float]) -> None:
        if tuple(xs) != self._boundaries:
            self._boundaries = tuple(xs)
            self.update()

    def boundaries(self) -> list[float]:
        return list(self._boundaries)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    # Geometry

    def area(self) -> QRectF:
        """Where the curves are: inside the labels, with room for half of the outermost ones."""
        metrics = self.fontMetrics()
        left = _PAD + metrics.horizontalAdvance(f"100{self._unit or ' %'}") + 6
        right = metrics.horizontalAdvance("00") + _PAD
        whole = QRectF(self.rect())
        return whole.adjusted(left, _PAD + metrics.height() / 2, -right, -_PAD - metrics.height())

    def _place(self, x: float, y: float, area: QRectF) -> QPointF:
        right, top = self._top
        return QPointF(area.left() + area.width() * x / right, area.bottom() - area.height() * y / top)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("background"))
        painter.drawRoundedRect(QRectF(self.rect()), GROUND_CORNER, GROUND_CORNER)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        area = self.area()
        self._paint_axes(painter, area)
        painter.setClipRect(area.adjusted(-1, -2, 1, 2))
        # the painter turns the points into pixels, which in Python took longer than all the rest
        right, top = self._top
        painter.translate(area.bottomLeft())
        painter.scale(area.width() / right, -area.height() / top)
        for key, line in self._lines.items():
            painter.setPen(self._pens[key])
            painter.drawPolyline(line)

    def _paint_axes(self, painter: QPainter, area: QRectF) -> None:
        right, top = self._top
        height = float(self.fontMetrics().height())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(_thin_pen(self._theme.color("line")))
        for y in (0.0, top / 2, top):
            painter.drawLine(self._place(0, y, area), self._place(right, y, area))
        if self._boundaries:
            painter.setPen(_thin_pen(self._theme.color("dim"), Qt.PenStyle.DashLine))
            for x in self._boundaries:
                painter.drawLine(self._place(x, 0, area), self._place(x, top, area))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("dim"))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for y in (0.0, top / 2, top):
            middle = self._place(0, y, area).y()
            painter.drawText(
                QRectF(0, middle - height / 2, area.left() - 5, height), side, f"{y:,g}{self._unit}"
            )
        for x in (0.0, right / 2, right):
            middle = self._place(x, 0, area).x()
            below = QRectF(middle - 60, area.bottom() + 1, 120, height)
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, f"{x:,.0f}")


def _thin_pen(color: QColor, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """One pixel on every screen."""
    pen = QPen(color, 1.0, style)
    pen.setCosmetic(True)
    return pen
