"""Paired bars: what target and draft thought of the likeliest tokens."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop_app.ui.dashboard.labels import SMALL, scaled
from desktop_app.ui.inspector.bars import Bar
from desktop_app.ui.inspector.words import chance, visible
from desktop_app.ui.theme import DARK, Theme

translate = QCoreApplication.translate

# of two models, the tokens that five each can differ in, and the rest
_MOST_ROWS = 11
_WIDEST_TEXT = 0.34  # of the width
_BAR = 6.0


class DistributionBars(QWidget):
    """The target's bars are full, the draft's hollow; the token that became text is bold."""

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = DARK
        self._bars: Sequence[Bar] = ()
        self._paired = False
        self.setFont(scaled(self.font(), SMALL))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bars(self, bars: Sequence[Bar]) -> None:
        before = self.sizeHint()
        self._bars = bars
        self._paired = any(bar.q is not None for bar in bars)
        if self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    @property
    def bars(self) -> Sequence[Bar]:
        return self._bars

    def bar_rects(self) -> list[tuple[QRectF, QRectF | None]]:
        """For each row the target's bar and the draft's."""
        left, room = self._columns()
        rects = []
        for number, bar in enumerate(self._bars):
            middle = (number + 0.5) * self._row
            up = middle - _BAR if self._paired else middle - _BAR / 2
            first = QRectF(left, up, room * (bar.p or 0.0), _BAR - 1)
            second = None if bar.q is None else QRectF(left, middle + 1, room * bar.q, _BAR - 1)
            rects.append((first, second))
        return rects

    @property
    def _row(self) -> float:
        return QFontMetricsF(self.font()).height() + 5.0

    def _columns(self) -> tuple[float, float]:
        """Left edge and greatest width of the bars: behind the texts, before the figures."""
        metrics = QFontMetricsF(self.font())
        longest = max((metrics.horizontalAdvance(bar_text(bar)) for bar in self._bars), default=0.0)
        left = min(longest * 1.08 + 8, self.width() * _WIDEST_TEXT)
        return left, self.width() - left - self._figures() - 6

    def _figures(self) -> float:
        one = QFontMetricsF(self.font()).horizontalAdvance("≤0.00")
        return one * 2 + 10 if self._paired else one

    def sizeHint(self) -> QSize:
        return QSize(260, round(min(len(self._bars), _MOST_ROWS) * self._row) + 1)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, _ = self._columns()
        for number, (bar, rects) in enumerate(zip(self._bars, self.bar_rects(), strict=True)):
            row = QRectF(0, number * self._row, self.width(), self._row)
            self._paint_text(painter, bar, QRectF(0, row.top(), left - 8, row.height()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("plain" if bar.token is None else "accent"))
            painter.drawRoundedRect(rects[0], 1.5, 1.5)
            if rects[1] is not None and rects[1].width() > 0:
                painter.setPen(QPen(self.theme.color("plain"), 1.0))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(rects[1].adjusted(0.5, 0.5, -0.5, -0.5), 1.5, 1.5)
            self._paint_figures(painter, bar, row)

    def _paint_text(self, painter: QPainter, bar: Bar, rect: QRectF) -> None:
        painter.setFont(scaled(self.font(), 1.0, bold=bar.taken))
        painter.setPen(self.theme.color("dim" if bar.token is None else "text"))
        text = QFontMetricsF(painter.font()).elidedText(
            bar_text(bar), Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(rect, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setFont(self.font())

    def _paint_figures(self, painter: QPainter, bar: Bar, row: QRectF) -> None:
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        one = QFontMetricsF(self.font()).horizontalAdvance("≤0.00")
        right = row.right()
        if self._paired:
            painter.setPen(self.theme.color("dim"))
            painter.drawText(
                QRectF(right - one, row.top(), one, row.height()), flags, figure(bar.q, bar.q_at_most)
            )
            right -= one + 10
        painter.setPen(self.theme.color("text"))
        painter.drawText(
            QRectF(right - one, row.top(), one, row.height()), flags, figure(bar.p, bar.p_at_most)
        )


def bar_text(bar: Bar) -> str:
    return translate("Rules", "all others") if bar.token is None else visible(bar.text)


def figure(value: float | None, at_most: float) -> str:
    """A probability; of a token that was not recorded the most that it can be."""
    if value is not None:
        return chance(value)
    least = chance(at_most)
    return least if least.startswith("<") else f"≤{least}"
