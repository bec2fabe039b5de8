"""The chosen token and the rest of its round, painted behind the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QTextBlock

from desktop_app.ui.chat.rendering.backdrop import PlacedBlock
from desktop_app.ui.chat.rendering.formula_parts import formula_parts
from desktop_app.ui.chat.rendering.origin_marks import line_parts
from desktop_app.ui.chat.rendering.text_formats import MESSAGE, PARTS, TOKEN
from desktop_app.ui.theme import Theme

_RADIUS = 3.0


@dataclass(frozen=True, slots=True)
class Choice:
    """tokens: those of the round, the chosen one among them. message: index in the view."""

    message: int
    token: int
    tokens: range


def paint_choice(painter: QPainter, placed: Sequence[PlacedBlock], choice: Choice, theme: Theme) -> None:
    accent = theme.color("accent")
    for item in placed:
        for tokens, fill, edge in (
            (choice.tokens, 0.17, False),
            (range(choice.token, choice.token + 1), 0.3, True),
        ):
            tint = QColor(accent)
            tint.setAlphaF(fill)
            painter.setBrush(tint)
            painter.setPen(QPen(accent, 1.2) if edge else Qt.PenStyle.NoPen)
            for rect in choice_rects(item.block, choice.message, tokens):
                painter.drawRoundedRect(rect.translated(item.origin), _RADIUS, _RADIUS)


def choice_rects(block: QTextBlock, message: int, tokens: range) -> list[QRectF]:
    """What these tokens take up of a block, in the coordinates of its layout."""
    layout = block.layout()
    rects = []
    for start, end, left_share, right_share in _spans(block, message, tokens):
        for line, left, right in line_parts(layout, start, end):
            width = right - left
            height = line.ascent() + line.descent()
            rects.append(
                QRectF(
                    left + width * left_share - 1,
                    line.y() - 1,
                    max(3.0, width * (right_share - left_share) + 1),
                    height + 3,
                )
            )
    return rects


def _spans(block: QTextBlock, message: int, tokens: range) -> Iterator[tuple[int, int, float, float]]:
    """Start and end in the block, and the shares of the width between which the tokens lie: all of it but in
    a formula."""
    start = end = -1
    for piece in block.textFormats():
        found = piece.format
        inside = found.hasProperty(TOKEN) and found.intProperty(MESSAGE) == message
        if inside and found.hasProperty(PARTS):
            parts = [part for part in formula_parts(found) if part.token in tokens]
            if parts:
                yield piece.start, piece.start + piece.length, parts[0].start, parts[-1].end
        elif inside and found.intProperty(TOKEN) in tokens:
            if piece.start != end:
                if end > start >= 0:
                    yield start, end, 0.0, 1.0
                start = piece.start
            end = piece.start + piece.length
    if end > start >= 0:
        yield start, end, 0.0, 1.0
