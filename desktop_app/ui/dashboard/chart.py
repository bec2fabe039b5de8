"""A small line chart with its legend, built once and fed with new points."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.ui.dashboard.labels import small_label
from desktop_app.ui.dashboard.legend import CurveStyle, Legend
from desktop_app.ui.dashboard.plot import Plot, Points
from desktop_app.ui.theme import DARK, Theme


class LineChart(QWidget):
    """Curves over tokens of the reply, from 0 to a range that its owner sets; lines of text high.

    legends: stands outside the chart, in the header of its card.
    """

    def __init__(
        self, title: str, x_label: str, curves: Sequence[CurveStyle], unit: str = "", lines: float = 7.0
    ) -> None:
        super().__init__()
        self.legends = QWidget()
        self._styles = {curve.key: curve for curve in curves}
        self._theme = DARK
        self._range = (0.0, 0.0)
        self._legends = {curve.key: Legend(curve) for curve in curves}
        self._plot = Plot(unit)
        for key in self._styles:
            self._plot.set_points(key, (), ())
            self._recolour(key)
        self._arrange(small_label(x_label), lines)
        self.setAccessibleName(title)
        self.set_range(100.0, 1.0)

    def _arrange(self, x_label: QWidget, lines: float) -> None:
        top = QHBoxLayout(self.legends)
        top.setContentsMargins(0, 0, 0, 0)
        top.setSpacing(8)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        width = 0
        for key, legend in self._legends.items():
            if self._styles[key].own_row:
                box.addWidget(legend)
            else:
                top.addWidget(legend)
                width += legend.sizeHint().width() + (top.spacing() if width else 0)
        # Legends are hidden while their curve is empty; their room is kept.
        self.legends.setMinimumWidth(width)
        self._plot.setFixedHeight(round(lines * self.fontMetrics().height()))
        box.addWidget(self._plot)
        box.addWidget(x_label, alignment=Qt.AlignmentFlag.AlignRight)

    def set_points(self, key: str, xs: Sequence[float], ys: Sequence[float]) -> None:
        self._plot.set_points(key, xs, ys)
        self._legends[key].setVisible(len(xs) > 0)

    def points(self, key: str) -> Points:
        """What the curve shows now."""
        return self._plot.points(key)

    def pen(self, key: str) -> QPen:
        return self._plot.pen(key)

    def set_curve(self, key: str, label: str, color_role: str) -> None:
        old = self._styles[key]
        self._styles[key] = CurveStyle(key, label, color_role, old.dashed, old.own_row)
        self._legends[key].set_text(label)
        self._recolour(key)

    def set_boundaries(self, xs: Sequence[float]) -> None:
        """Upright lines where the reply was switched between speculative and plain."""
        self._plot.set_boundaries(xs)

    def boundaries(self) -> list[float]:
        return self._plot.boundaries()

    def set_hint(self, text: str) -> None:
        """Words in the middle of an empty chart."""
        self._plot.set_hint(text)

    def set_range(self, x_top: float, y_top: float) -> None:
        if (x_top, y_top) != self._range:
            self._range = (x_top, y_top)
            self._plot.set_top(x_top, y_top)

    @property
    def range(self) -> tuple[float, float]:
        return self._range

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._plot.set_theme(theme)
        for key in self._styles:
            self._recolour(key)

    def _recolour(self, key: str) -> None:
        self._plot.set_pen(key, self._styles[key].pen(self._theme))
        self._legends[key].set_style(self._styles[key], self._theme)
