"""A small line chart, built once and fed with new points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

# isort: split
# pyqtgraph takes the binding that is imported already.
import numpy as np
import pyqtgraph as pg

from desktop_app.ui.dashboard.labels import SMALL, scaled, small_label
from desktop_app.ui.theme import DARK, Theme

_SAMPLE_WIDTH = 12
_CORNER = 6.0


def prepare_pyqtgraph() -> None:
    """Called once before the first chart; sets what pyqtgraph only has as a global."""
    pg.setConfigOptions(imageAxisOrder="row-major", useOpenGL=False)


@dataclass(frozen=True, slots=True)
class CurveStyle:
    """color_role is a field of Theme; own_row gives the legend a line of its own, for long labels."""

    key: str
    label: str
    color_role: str
    dashed: bool = False
    own_row: bool = False


class Legend(QWidget):
    """A sample of the line and its label, elided where it must."""

    def __init__(self, style: CurveStyle) -> None:
        super().__init__()
        self._style = style
        self._theme = DARK
        self._text = style.label
        self.setFont(scaled(self.font(), SMALL))
        self.hide()
        policy = QSizePolicy.Policy.Ignored if style.own_row else QSizePolicy.Policy.Fixed
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        self._text = text
        self.setToolTip(f"<qt>{escape(text)}</qt>")
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def set_style(self, style: CurveStyle, theme: Theme) -> None:
        self._style = style
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        # A whole-number advance may be a fraction short, and then the text is elided.
        text = math.ceil(QFontMetricsF(self.font()).horizontalAdvance(self._text)) + 1
        return QSize(_SAMPLE_WIDTH + 5 + text, self.fontMetrics().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(_line_pen(self._style, self._theme, 1.5))
        middle = self.height() / 2
        painter.drawLine(0, round(middle), _SAMPLE_WIDTH, round(middle))
        painter.setPen(self._theme.color("dim"))
        left = _SAMPLE_WIDTH + 5
        room = self.width() - left
        text = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(left, 0, room, self.height()), Qt.AlignmentFlag.AlignVCenter, text)


class _Frame(QWidget):
    """The rounded ground that the plot lies on."""

    def __init__(self) -> None:
        super().__init__()
        self.theme = DARK

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("background"))
        painter.drawRoundedRect(QRectF(self.rect()), _CORNER, _CORNER)


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
        self._unit = unit
        self._range = (0.0, 0.0)
        self._legends = {curve.key: Legend(curve) for curve in curves}
        self._hint = small_label()
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._frame = _Frame()
        self._plot: Any = pg.PlotWidget()
        # Lines of our own: pyqtgraph's grid drops the labels at both ends of the axis.
        self._grid = [pg.InfiniteLine(angle=0) for _ in range(3)]
        self._boundaries: list[Any] = []
        self._curves: dict[str, Any] = {key: self._add_curve(key) for key in self._styles}
        self._arrange(small_label(x_label), lines)
        self._quieten()
        self.setAccessibleName(title)
        self.set_range(100.0, 1.0)

    def _add_curve(self, key: str) -> Any:
        # Antialiasing per curve: these are small, and the global option would be everybody's.
        return self._plot.plot(
            pen=_line_pen(self._styles[key], self._theme), antialias=True, skipFiniteCheck=True
        )

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
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(4, 2, 2, 4)
        inside.addWidget(self._plot)
        hint = QVBoxLayout(self._plot)
        hint.addWidget(self._hint)
        self._frame.setFixedHeight(round(lines * self.fontMetrics().height()))
        box.addWidget(self._frame)
        box.addWidget(x_label, alignment=Qt.AlignmentFlag.AlignRight)

    def _quieten(self) -> None:
        """A dashboard chart is looked at: no mouse, no menu, no buttons, no automatic ranges."""
        item, metrics = self._plot.getPlotItem(), self.fontMetrics()
        item.setMenuEnabled(False)
        item.hideButtons()
        item.setMouseEnabled(False, False)
        item.disableAutoRange()
        # Room for the outermost tick labels, which reach beyond the axes.
        item.layout.setContentsMargins(0, metrics.height() / 2, metrics.horizontalAdvance("00"), 0)
        for line in self._grid:
            line.setZValue(-1)
            item.addItem(line, ignoreBounds=True)
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        font = scaled(self.font(), SMALL * 0.92)
        for name in ("left", "bottom"):
            axis = item.getAxis(name)
            axis.setPen(pg.mkPen(None))
            axis.setStyle(
                tickLength=0,
                tickAlpha=0,
                tickFont=font,
                tickTextOffset=4,
                autoExpandTextSpace=False,
                hideOverlappingLabels=False,
            )
        item.getAxis("left").setWidth(metrics.horizontalAdvance(f"100{self._unit or ' %'}") + 4)
        item.getAxis("bottom").setHeight(metrics.height())

    def set_points(self, key: str, xs: Sequence[float], ys: Sequence[float]) -> None:
        self._curves[key].setData(
            np.asarray(xs, dtype=np.float64), np.asarray(ys, dtype=np.float64), skipFiniteCheck=True
        )
        self._legends[key].setVisible(len(xs) > 0)

    def points(self, key: str) -> tuple[list[float], list[float]]:
        """What the curve shows now."""
        xs, ys = self._curves[key].getData()
        return ([], []) if xs is None else (list(xs), list(ys))

    def set_curve(self, key: str, label: str, color_role: str) -> None:
        old = self._styles[key]
        self._styles[key] = CurveStyle(key, label, color_role, old.dashed, old.own_row)
        self._legends[key].set_text(label)
        self._recolour(key)

    def set_boundaries(self, xs: Sequence[float]) -> None:
        """Upright lines where the reply was switched between speculative and plain."""
        for _ in range(len(self._boundaries), len(xs)):
            line = pg.InfiniteLine(angle=90, pen=self._boundary_pen())
            line.setZValue(-1)
            self._plot.getPlotItem().addItem(line, ignoreBounds=True)
            self._boundaries.append(line)
        for line, x in zip_longest(self._boundaries, xs):
            line.setVisible(x is not None)
            line.setValue(x or 0.0)

    def boundaries(self) -> list[float]:
        """Those that can be seen."""
        return [line.value() for line in self._boundaries if line.isVisible()]

    def _boundary_pen(self) -> QPen:
        return _line_pen(CurveStyle("", "", "dim", dashed=True), self._theme)

    def set_hint(self, text: str) -> None:
        """Words in the middle of an empty chart."""
        self._hint.setText(text)
        self._hint.setVisible(bool(text))

    def set_range(self, x_top: float, y_top: float) -> None:
        if (x_top, y_top) == self._range:
            return
        self._range = (x_top, y_top)
        item = self._plot.getPlotItem()
        item.setXRange(0, x_top, padding=0.01)
        item.setYRange(0, y_top, padding=0.03)
        ys = (0.0, y_top / 2, y_top)
        for line, y in zip(self._grid, ys, strict=True):
            line.setValue(y)
        item.getAxis("left").setTicks([[(y, f"{y:,g}{self._unit}") for y in ys]])
        item.getAxis("bottom").setTicks([[(x, f"{x:,.0f}") for x in (0, x_top / 2, x_top)]])

    @property
    def range(self) -> tuple[float, float]:
        return self._range

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._frame.theme = theme
        self._frame.update()
        self._plot.setBackground(theme.color("background"))
        item = self._plot.getPlotItem()
        for name in ("left", "bottom"):
            item.getAxis(name).setTextPen(pg.mkPen(theme.color("dim")))
        for line in self._grid:
            line.setPen(pg.mkPen(theme.color("line"), width=1))
        for line in self._boundaries:
            line.setPen(self._boundary_pen())
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        for key in self._styles:
            self._recolour(key)

    def _recolour(self, key: str) -> None:
        self._curves[key].setPen(_line_pen(self._styles[key], self._theme))
        self._legends[key].set_style(self._styles[key], self._theme)


def _line_pen(style: CurveStyle, theme: Theme, width: float = 1.0) -> QPen:
    # One opaque cosmetic pixel: a wider pen is painted several times slower.
    pen = QPen(theme.color(style.color_role), width)
    pen.setCosmetic(True)
    if style.dashed:
        pen.setDashPattern([4.0, 3.0])
    return pen
