"""Marks under the tokens: painted over the text, never part of it, so that copied text is the reply."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QTextBlock, QTextLayout, QTextLine

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.text_formats import MESSAGE, ORIGIN, ROLE, TOKEN, Role
from desktop_app.ui.theme import Theme

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_BLANK = " \t\u2028\u00a0"
_GAP = 1.5
_WAVE = 2.5
# A block with more lines than this is measured anew at each paint, and only where it is visible.
_CACHED_LINES = 60


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Characters of a block, in UTF-16 units, that one token made. Blanks at both ends are left out."""

    start: int
    end: int
    origin: Origin


@dataclass(slots=True)
class BlockMarks:
    """The marks of one block as paths in the coordinates of its layout."""

    lines: dict[Origin, QPainterPath] = field(default_factory=dict)
    carets: QPainterPath = field(default_factory=QPainterPath)
    tints: QPainterPath = field(default_factory=QPainterPath)


class MarkGeometry:
    """The marks of visible blocks, remembered until a block changes."""

    def __init__(self) -> None:
        self._known: dict[int, BlockMarks] = {}

    def forget_from(self, block_number: int) -> None:
        """Blocks from this one on have changed."""
        for number in [number for number in self._known if number >= block_number]:
            del self._known[number]

    def of(self, block: QTextBlock, band: tuple[float, float]) -> BlockMarks:
        """band: the y range of the block's layout that is visible."""
        if block.layout().lineCount() > _CACHED_LINES:
            return measure(block, band)
        if block.blockNumber() not in self._known:
            self._known[block.blockNumber()] = measure(block, None)
        return self._known[block.blockNumber()]


def paint_tints(painter: QPainter, marks: BlockMarks, origin: QPointF, theme: Theme) -> None:
    """What lies behind inline code. origin: where the block's layout stands on the painter."""
    if marks.tints.isEmpty():
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("raised"))
    painter.drawPath(marks.tints.translated(origin))


def paint_marks(painter: QPainter, marks: BlockMarks, origin: QPointF, theme: Theme) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for kind, path in marks.lines.items():
        painter.setPen(_pen(kind, theme))
        painter.drawPath(path.translated(origin))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("rejected"))
    painter.drawPath(marks.carets.translated(origin))


def measure(block: QTextBlock, band: tuple[float, float] | None) -> BlockMarks:
    """The marks of a block; with a band only of the lines that touch it."""
    marks = BlockMarks()
    layout = block.layout()
    first, last = 0, block.length()
    if band is not None:
        lines = [layout.lineAt(number) for number in range(layout.lineCount())]
        seen = [line for line in lines if line.y() + line.height() >= band[0] and line.y() <= band[1]]
        if not seen:
            return marks
        first, last = seen[0].textStart(), seen[-1].textStart() + seen[-1].textLength()
    pieces = block.textFormats()
    for span in token_spans(block.text(), pieces):
        if span.end > first and span.start < last and span.origin is not Origin.PLAIN:
            _add(marks, layout, span)
    for start, end in _code_spans(pieces):
        if end > first and start < last:
            _add_tint(marks.tints, layout, start, end)
    return marks


def _code_spans(pieces: list[QTextLayout.FormatRange]) -> list[tuple[int, int]]:
    """Ranges of inline code; one span may be made of several tokens."""
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        if piece.format.stringProperty(ROLE) == Role.CODE:
            joined = spans and spans[-1][1] == piece.start
            start = spans.pop()[0] if joined else piece.start
            spans.append((start, piece.start + piece.length))
    return spans


def _add_tint(path: QPainterPath, layout: QTextLayout, start: int, end: int) -> None:
    for line, left, right in _parts(layout, start, end):
        height = line.ascent() + line.descent()
        path.addRoundedRect(QRectF(left - 2, line.y(), right - left + 4, height), 4, 4)


def _parts(layout: QTextLayout, start: int, end: int) -> Iterator[tuple[QTextLine, float, float]]:
    """The lines that a range of a layout touches, each with the left and right edge of the range in it."""
    line = layout.lineForTextPosition(start)
    while line.isValid() and line.textStart() < end:
        stop = line.textStart() + line.textLength()
        left, right = sorted((_x(line, max(start, line.textStart())), _x(line, min(end, stop))))
        yield line, left, right
        if line.lineNumber() + 1 >= layout.lineCount():
            return
        line = layout.lineAt(line.lineNumber() + 1)


def token_spans(content: str, pieces: list[QTextLayout.FormatRange]) -> Iterator[TokenSpan]:
    """The tokens of a block in order. Formats that differ in looks only belong to one token."""
    text = _ASTRAL.sub("xx", content)
    key: tuple[int, int] | None = None
    start = end = 0
    origin = Origin.PLAIN
    for piece in pieces:
        token = (piece.format.intProperty(MESSAGE), piece.format.intProperty(TOKEN))
        current = token if piece.format.hasProperty(TOKEN) else None
        if current != key:
            if key is not None:
                yield from _trimmed(text, start, end, origin)
            key, start = current, piece.start
            if current is not None:
                origin = Origin(piece.format.stringProperty(ORIGIN))
        end = piece.start + piece.length
    if key is not None:
        yield from _trimmed(text, start, end, origin)


def _trimmed(text: str, start: int, end: int, origin: Origin) -> Iterator[TokenSpan]:
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    if start < end:
        yield TokenSpan(start, end, origin)


def _add(marks: BlockMarks, layout: QTextLayout, span: TokenSpan) -> None:
    first = True
    for line, left, right in _parts(layout, span.start, span.end):
        if right - left > _GAP:
            _add_part(marks, span.origin, left, right - _GAP, _mark_y(line), first)
            first = False


def _x(line: QTextLine, position: int) -> float:
    # the binding returns the position as well, which its type stubs do not know
    found: Any = line.cursorToX(position)
    return float(found[0])


def _mark_y(line: QTextLine) -> float:
    """Just below the longest descender of the line."""
    return round(line.y() + line.ascent() + line.descent()) + 1.5


def _add_part(marks: BlockMarks, origin: Origin, left: float, right: float, y: float, first: bool) -> None:
    path = marks.lines.setdefault(origin, QPainterPath())
    if origin is Origin.CORRECTED:
        if first:
            _add_caret(marks.carets, left, y)
            left = min(left + 4, right)
        _add_wave(path, left, right, y)
    elif origin is Origin.BONUS:
        x = left + 0.75
        while x < right:
            path.addEllipse(QPointF(x, y), 0.45, 0.45)
            x += 3.2
    else:
        path.moveTo(left, y)
        path.lineTo(right, y)


def _add_wave(path: QPainterPath, left: float, right: float, y: float) -> None:
    path.moveTo(left, y)
    x, up = left, True
    while x + _WAVE <= right:
        path.quadTo(x + _WAVE / 2, y - 2 if up else y + 2, x + _WAVE, y)
        x, up = x + _WAVE, not up


def _add_caret(path: QPainterPath, x: float, y: float) -> None:
    path.moveTo(x, y - 2.5)
    path.lineTo(x + 2.6, y + 2.5)
    path.lineTo(x - 2.6, y + 2.5)
    path.closeSubpath()


def _pen(origin: Origin, theme: Theme) -> QPen:
    pen = QPen(theme.origin(origin), 1.1 if origin is Origin.CORRECTED else 1.4)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen
