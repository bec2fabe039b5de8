"""Bars beside each other, each with its label below and, where there is room, its value above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from desktop_app.ui.dashboard.chart_place import ChartPlace
from desktop_app.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_app.ui.dashboard.column_canvas import ColumnCanvas

_WIDEST = 34.0
_SIDE = 8.0


@dataclass(frozen=True, slots=True)
class Bar:
    """height: from 0 to 1 of the chart. words: what the bar says in a sentence."""

    height: float
    label: str
    value: str
    words: str


class BarChart(ChartPlace):
    """color_role: a field of Theme. lines: the chart's height in lines of text."""

    def __init__(self, title: str, color_role: str, lines: float = 5.5) -> None:
        super().__init__()
        self._color_role = color_role
        self._bars: tuple[Bar, ...] = ()
        self.setFixedHeight(round(lines * self.fontMetrics().height()))
        self.setAccessibleName(title)
        self.canvas: ColumnCanvas | None = None
        # what the labels below were made for
        self._frame: tuple[tuple[str, ...], QSize] | None = None

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    def set_bars(self, bars: Sequence[Bar], hint: str = "") -> None:
        """hint: stands in their place where there are none."""
        self.set_hint("" if bars else hint)
        if tuple(bars) != self._bars:
            self._bars = tuple(bars)
            self._draw()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        if self.canvas is not None:
            self.canvas.set_theme(theme, self._color_role)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.height())

    # Geometry

    def _plot(self) -> QRectF:
        line = self.fontMetrics().height()
        return QRectF(self.rect()).adjusted(_SIDE, line + 2.0, -_SIDE, -line - 2.0)

    def columns(self) -> list[QRectF]:
        """The room of each bar, from the top of the plot to its ground."""
        plot = self._plot()
        step = min(_WIDEST * 1.3, plot.width() / max(1, len(self._bars)))
        width = min(_WIDEST, step * 0.76)
        left = plot.left() + (plot.width() - step * len(self._bars)) / 2
        return [
            QRectF(left + i * step + (step - width) / 2, plot.top(), width, plot.height())
            for i in range(len(self._bars))
        ]

    # Drawing

    def make_canvas(self) -> QWidget:
        from desktop_app.ui.dashboard.column_canvas import ColumnCanvas

        margins = self._layers.contentsMargins()
        self.canvas = ColumnCanvas(self.font(), _SIDE - margins.left())
        self.canvas.set_theme(self.theme, self._color_role)
        self._draw()
        widget: QWidget = self.canvas.widget
        return widget

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        if self.canvas is None:
            return
        columns, plot = self.columns(), self._plot()
        heights = [min(1.0, max(0.0, bar.height)) for bar in self._bars]
        width = columns[0].width() if columns else 0.0
        self.canvas.set_columns([column.left() - plot.left() for column in columns], width, heights)
        step = columns[1].left() - columns[0].left() if len(columns) > 1 else float(self.width())
        # words that would touch are left out: of labels every second or third stays, of values all go
        frame = (tuple(bar.label for bar in self._bars), self.size())
        if frame != self._frame:
            self._frame = frame
            self.canvas.set_size(plot.width(), plot.height())
            every = max(1, -(-(self._widest(frame[0]) + 4) // max(1, int(step))))
            labels = zip(columns[::every], frame[0][::every], strict=True)
            self.canvas.set_labels([(column.center().x() - plot.left(), label) for column, label in labels])
        room = self._widest(bar.value for bar in self._bars) + 2 <= step
        self.canvas.set_values(self._values(columns, heights) if room else ())

    def _widest(self, words: Iterable[str]) -> int:
        """In pixels."""
        longest = sorted(set(words), key=len)[-2:]
        return max((self.fontMetrics().horizontalAdvance(word) for word in longest), default=0)

    def _values(self, columns: Sequence[QRectF], heights: Sequence[float]) -> list[tuple[QPointF, str]]:
        margins = self._layers.contentsMargins()
        corner = QPointF(margins.left(), margins.top())
        return [
            (QPointF(column.center().x(), column.bottom() - column.height() * height) - corner, bar.value)
            for column, height, bar in zip(columns, heights, self._bars, strict=True)
        ]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._bars:
            x = event.pos().x()
            near = [
                bar
                for bar, column in zip(self._bars, self.columns(), strict=True)
                if column.left() - 3 <= x <= column.right() + 3
            ]
            text = near[0].words if near else self.toolTip()
            QToolTip.showText(event.globalPos(), f"<qt>{escape(text)}</qt>" if near else text, self)
            return True
        return super().event(event)
