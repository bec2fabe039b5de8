"""Curves over two axes that begin at 0: what is drawn, whether it can be drawn yet or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from desktop_app.ui.dashboard.chart_place import ChartPlace
from desktop_app.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_app.ui.dashboard.line_canvas import LineCanvas

Points = tuple[list[float], list[float]]


class Plot(ChartPlace):
    """unit is written behind the numbers of the y axis."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit = unit
        self._points: dict[str, Points] = {}
        self._pens: dict[str, QPen] = {}
        self._top = (100.0, 1.0)
        self._boundaries: tuple[float, ...] = ()
        self.canvas: LineCanvas | None = None

    def make_canvas(self) -> QWidget:
        from desktop_app.ui.dashboard.line_canvas import LineCanvas

        self.canvas = LineCanvas(self._unit, self.font())
        self.canvas.set_theme(self.theme)
        self.canvas.set_top(*self._top)
        self.canvas.set_boundaries(self._boundaries)
        for key, pen in self._pens.items():
            self.canvas.set_pen(key, pen)
        for key, points in self._points.items():
            self.canvas.set_points(key, *points, self.width())
        widget: QWidget = self.canvas.widget
        return widget

    def set_points(self, key: str, xs: Sequence[float], ys: Sequence[float]) -> None:
        points = list(xs), list(ys)
        if points != self._points.get(key):
            self._points[key] = points
            if self.canvas is not None:
                self.canvas.set_points(key, *points, self.width())

    def points(self, key: str) -> Points:
        return self._points.get(key, ([], []))

    def set_pen(self, key: str, pen: QPen) -> None:
        self._pens[key] = pen
        if self.canvas is not None:
            self.canvas.set_pen(key, pen)

    def pen(self, key: str) -> QPen:
        return self._pens[key]

    def set_top(self, x: float, y: float) -> None:
        """Where both axes end."""
        self._top = (x, y)
        if self.canvas is not None:
            self.canvas.set_top(x, y)
            self.canvas.set_boundaries(self._boundaries)

    def set_boundaries(self, xs: Sequence[float]) -> None:
        if tuple(xs) != self._boundaries:
            self._boundaries = tuple(xs)
            if self.canvas is not None:
                self.canvas.set_boundaries(self._boundaries)

    def boundaries(self) -> list[float]:
        return list(self._boundaries)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.canvas is not None:
            self.canvas.set_theme(theme)
