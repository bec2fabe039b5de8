"""The time of each of the last rounds as a column: draft, verify and other on top of each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from desktop_app.decoding.rounds import Round
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.chart_place import GROUND_CORNER
from desktop_app.ui.theme import DARK, Theme

# the colours of draft, verify and other
ROLES = ("accent", "plain", "corrected")
# as many as ever have room; the oldest goes
KEPT = 256
_STEP = 5.0
_WIDTH = 4.0
_SIDE = 6.0


class RoundColumns(QWidget):
    """Newest at the right. The slowest round in sight has the full height."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: deque[Round] = deque(maxlen=KEPT)
        self._theme = DARK
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Time of the last rounds"))

    def clear(self) -> None:
        self._rounds.clear()

    def add_rounds(self, rounds: Iterable[Round]) -> None:
        self._rounds.extend(rounds)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, round(3.5 * self.fontMetrics().height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def shown(self) -> list[Round]:
        """The rounds that have room, oldest first."""
        room = max(1, int((self.width() - 2 * _SIDE) // _STEP))
        return list(self._rounds)[-room:]

    def columns(self) -> list[tuple[Round, tuple[QRectF, QRectF, QRectF]]]:
        """The shown rounds with the places of their draft, verify and other, from the bottom up."""
        shown = self.shown()
        longest = max((round_.timing.total_s for round_ in shown), default=0.0)
        ground, height = self.height() - 5.0, self.height() - 10.0
        found = []
        for place, round_ in enumerate(reversed(shown)):
            left = self.width() - _SIDE - (place + 1) * _STEP
            parts, bottom = [], ground
            for seconds in (round_.timing.draft_s, round_.timing.verify_s, round_.timing.other_s):
                part = height * seconds / longest if longest > 0 else 0.0
                parts.append(QRectF(left, bottom - part, _WIDTH, part))
                bottom -= part
            found.append((round_, (parts[0], parts[1], parts[2])))
        return found[::-1]

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("background"))
        painter.drawRoundedRect(QRectF(self.rect()), GROUND_CORNER, GROUND_CORNER)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        colors = [self._theme.color(role) for role in ROLES]
        for _, parts in self.columns():
            for part, color in zip(parts, colors, strict=True):
                painter.fillRect(part, color)

    def describe(self, round_: Round) -> str:
        timing = round_.timing
        return self.tr("Round {index}, {total}: draft {draft}, verify {verify}, other {other}.").format(
            index=round_.index,
            total=figures.seconds(timing.total_s),
            draft=figures.seconds(timing.draft_s),
            verify=figures.seconds(timing.verify_s),
            other=figures.seconds(timing.other_s),
        )

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            x = event.pos().x()
            near = [r for r, parts in self.columns() if parts[0].left() <= x < parts[0].left() + _STEP]
            if near:
                QToolTip.showText(event.globalPos(), f"<qt>{escape(self.describe(near[0]))}</qt>", self)
                return True
        return super().event(event)
