"""Where a reply was switched between speculative and plain: found and painted, never part of the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF, QTextBlock, QTextLayout

from desktop_app.ui.chat.rendering.text_formats import MESSAGE, SWITCH, TOKEN
from desktop_app.ui.theme import Theme

_BLANK = " \t\u00a0"
_FLAG = 5.0
# the flag stands above the letters, where the line is empty
_ABOVE = 4.0
# how near the mouse must come, in pixels
_NEAR = 5.0

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SwitchMark:
    """rect: a line without width in the coordinates of the block's layout. plain: what begins there.

    message and token: the first token to be seen behind the switch.
    """

    rect: QRectF
    plain: bool
    message: int
    token: int


def switch_marks(
    block: QTextBlock,
    pieces: Sequence[QTextLayout.FormatRange],
    earlier: Sequence[QTextLayout.FormatRange],
) -> list[SwitchMark]:
    """The marks among some pieces of a block. earlier: its pieces before them."""
    found: list[SwitchMark] = []
    before: Place | None = None
    for piece in pieces:
        if not piece.format.hasProperty(TOKEN):
            continue
        place = _place(piece)
        if place[1] and place != (before or _place_before(block, earlier, place[0])):
            rect = _line_before(block, piece.start)
            found.append(SwitchMark(rect, place[1] % 2 == 1, place[0], piece.format.intProperty(TOKEN)))
        before = place
    return found


def switch_at(point: QPointF, marks: Iterable[SwitchMark], origin: QPointF) -> SwitchMark | None:
    """origin: where the block's layout stands in the viewport."""
    near = (m for m in marks if m.rect.translated(origin).adjusted(-_NEAR, 0, _NEAR, 0).contains(point))
    return next(near, None)


def paint_switch(
    painter: QPainter, mark: SwitchMark, origin: QPointF, theme: Theme, size: float = 1.0
) -> None:
    """A hairline with a flag at its head: full where speculation begins, empty where it ends."""
    rect = mark.rect.translated(origin)
    x, top = round(rect.left()) + 0.5, rect.top()
    colour = theme.color("plain" if mark.plain else "accent")
    painter.setPen(QPen(colour, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush if mark.plain else colour)
    painter.drawLine(QPointF(x, top), QPointF(x, rect.bottom()))
    side = _FLAG * size
    painter.drawPolygon(
        QPolygonF([QPointF(x, top), QPointF(x + side * 0.9, top + side / 2), QPointF(x, top + side)])
    )


def _place(piece: QTextLayout.FormatRange) -> Place:
    return piece.format.intProperty(MESSAGE), piece.format.intProperty(SWITCH)


def _place_before(block: QTextBlock, pieces: Sequence[QTextLayout.FormatRange], message: int) -> Place:
    """Of the last token before some place in the block; the reply's beginning where there is none."""
    while block.isValid():
        told = next((piece for piece in reversed(pieces) if piece.format.hasProperty(TOKEN)), None)
        if told is not None:
            found = _place(told)
            return found if found[0] == message else (message, 0)
        block = block.previous()
        pieces = block.textFormats() if block.isValid() else ()
    return message, 0


def _line_before(block: QTextBlock, position: int) -> QRectF:
    """In the middle of the blank that a word begins with, else just before the character."""
    layout = block.layout()
    line = layout.lineForTextPosition(position)
    # the binding returns the position as well, which its type stubs do not know
    here: Any = line.cursorToX(position)
    x = float(here[0])
    if (
        block.document().characterAt(block.position() + position) in _BLANK
        and position + 1 < line.textStart() + line.textLength()
    ):
        behind: Any = line.cursorToX(position + 1)
        x = (x + float(behind[0])) / 2
    else:
        x = max(0.0, x - 1.0)
    height = line.ascent() + line.descent()
    return QRectF(x, line.y() - _ABOVE, 0.0, height + _ABOVE + 2.0)
