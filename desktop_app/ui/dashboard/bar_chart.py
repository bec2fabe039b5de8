"""Bars beside each other, each with its label below and, where there is room, its value above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from desktop_app.ui.dashboard.labels import SMALL, scaled, small_label
from desktop_app.ui.dashboard.plot import GROUND_CORNER
from desktop_app.ui.theme import DARK, Theme

_WIDEST = 34.0
_SIDE = 8.0


@dataclass(frozen=True, slots=True)
class Bar:
    """height: from 0 to 1 of the chart. words: what the bar says in a sentence."""

    height: float
    label: str
    value: str
    words: str


class BarChart(QWidget):
    """color_role: a field of Theme. lines: the chart's height in lines of text."""

    def __init__(self, title: str, color_role: str, lines: float = 5.5) -> None:
        super().__init__()
        self._color_role = color_role
        self._theme = DARK
        self._bars: tuple[Bar, ...] = ()
        self._hint = small_label()
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self.setFont(scaled(self.font(), SMALL * 0.92))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(title)
        self._lines = lines
        box = QVBoxLayout(self)
        box.addWidget(self._hint)

    @property
    def bars(self) -> tuple[Bar, ...]:
        return self._bars

    def set_bars(self, bars: Sequence[Bar], hint: str = "") -> None:
        """hint: stands in their place where there are none."""
        if not bars or self._hint.text():
            self._hint.setText("" if bars else hint)
        if tuple(bars) != self._bars:
            self._bars = tuple(bars)
            self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(self._lines * self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

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

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("background"))
        painter.drawRoundedRect(QRectF(self.rect()), GROUND_CORNER, GROUND_CORNER)
        if not self._bars:
            return
        columns = self.columns()
        plot = self._plot()
        painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1.0), self._theme.color("line"))
        color = self._theme.color(self._color_role)
        for bar, column in zip(self._bars, columns, strict=True):
            height = column.height() * min(1.0, max(0.0, bar.height))
            painter.fillRect(QRectF(column.left(), column.bottom() - height, column.width(), height), color)
        painter.setPen(self._theme.color("dim"))
        self._write(painter, columns)

    def _write(self, painter: QPainter, columns: list[QRectF]) -> None:
        metrics, line = self.fontMetrics(), float(self.fontMetrics().height())
        step = columns[1].left() - columns[0].left() if len(columns) > 1 else self.width() / 1.0
        # words that would touch are left out: of labels every second or third stays, of values all go
        label = max(metrics.horizontalAdvance(bar.label) for bar in self._bars) + 4
        every = max(1, -(-label // max(1, int(step))))
        values = max(metrics.horizontalAdvance(bar.value) for bar in self._bars) + 2 <= step
        for index, (bar, column) in enumerate(zip(self._bars, columns, strict=True)):
            middle = column.center().x()
            if index % every == 0:
                below = QRectF(middle - label, column.bottom() + 2, 2.0 * label, line)
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, bar.label)
            if values:
                top = column.bottom() - column.height() * min(1.0, max(0.0, bar.height))
                painter.drawText(
                    QRectF(middle - step / 2, top - line, step, line), Qt.AlignmentFlag.AlignCenter, bar.value
                )

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
