"""A thin strip beside each reply: how much of every paragraph's drafts stood, by colour and by width.

Where nearly all stood it is a faint hairline; it grows wider and stronger where drafts fell, so that what
is seen is where speculation did not pay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from desktop_app.ui.chat.rendering.backdrop import PlacedBlock
from desktop_app.ui.chat.rendering.heat_map import Heat
from desktop_app.ui.chat.rendering.text_formats import PANEL
from desktop_app.ui.chat.rendering.token_places import first_token
from desktop_app.ui.theme import Theme

LEVELS = 5
# pixels: from the column to the strip, its width at the highest level, and how much each one below adds
_OFF, _THIN, _STEP = 10.0, 1.5, 0.75
# the colour of each level, lowest first, and how much of it stands out from the background
_COLORS = ("rejected", "corrected", "corrected", "accepted", "accepted")
_STRENGTHS = (1.0, 0.95, 0.75, 0.65, 0.45)
# the mouse need not hit a line of two pixels
_CATCH = 4.0


@dataclass(frozen=True, slots=True)
class HeatPiece:
    """The visible part of a paragraph's strip, in pixels of the viewport."""

    message: int
    rect: QRectF
    heat: Heat

    @property
    def wide(self) -> QRectF:
        """Where the mouse finds it."""
        right = self.rect.left() + _THIN + LEVELS * _STEP
        return QRectF(
            self.rect.left() - _CATCH, self.rect.top(), right - self.rect.left() + 2 * _CATCH, 0
        ).united(self.rect)


def level_of(heat: Heat) -> int | None:
    """0 for less than a fifth accepted, 4 for four fifths and more; None where nothing was tested."""
    return None if heat.acceptance is None else min(LEVELS - 1, int(heat.acceptance * LEVELS))


def level_width(level: int | None) -> float:
    return _THIN if level is None else _THIN + (LEVELS - 1 - level) * _STEP


def level_color(level: int | None, theme: Theme) -> QColor:
    """From the colour of what was rejected to that of what was accepted, which is faint; grey for none."""
    if level is None:
        return theme.color("plain")
    ground, full = theme.color("background"), theme.color(_COLORS[level])
    mixed = [
        round(a + (b - a) * _STRENGTHS[level])
        for a, b in zip(ground.getRgb()[:3], full.getRgb()[:3], strict=True)  # type: ignore[index]
    ]
    return QColor(*mixed)


def heat_pieces(
    placed: Sequence[PlacedBlock], heat: Callable[[int, int], Heat | None], column: tuple[float, float]
) -> list[HeatPiece]:
    """column: left edge and width of the text column."""
    pieces: list[HeatPiece] = []
    left = column[0] + column[1] + _OFF
    panel = 0
    for item in placed:
        token = first_token(item.block)
        inside = item.block.blockFormat().intProperty(PANEL)
        if token is None:
            # an empty line of code
            if pieces and inside and inside == panel:
                pieces[-1] = _reaching(pieces[-1], item.rect.bottom())
            continue
        panel = inside
        found = heat(*token)
        if found is None:
            continue
        last = pieces[-1] if pieces else None
        if last is not None and (last.message, last.heat.first) == (token[0], found.first):
            pieces[-1] = _reaching(last, item.rect.bottom())
        else:
            rect = QRectF(left, item.rect.top(), level_width(level_of(found)), item.rect.height())
            pieces.append(HeatPiece(token[0], rect, found))
    return pieces


def paint_heat(painter: QPainter, pieces: Iterable[HeatPiece], theme: Theme) -> None:
    for piece in pieces:
        level = level_of(piece.heat)
        color = level_color(level, theme)
        if level is None:
            pen = QPen(color, 1.5, Qt.PenStyle.DotLine)
            painter.setPen(pen)
            x = piece.rect.left() + 1
            painter.drawLine(QPointF(x, piece.rect.top() + 2), QPointF(x, piece.rect.bottom() - 2))
            continue
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        radius = min(1.5, piece.rect.width() / 2)
        painter.drawRoundedRect(piece.rect.adjusted(0, 1, 0, -1), radius, radius)


def _reaching(piece: HeatPiece, bottom: float) -> HeatPiece:
    rect = QRectF(piece.rect)
    rect.setBottom(max(rect.bottom(), bottom))
    return HeatPiece(piece.message, rect, piece.heat)
