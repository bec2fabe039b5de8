"""Marks under the tokens: measured here, painted over the text, never part of it, so a copy is the reply."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextLayout, QTextLine

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.formula_parts import formula_parts
from desktop_app.ui.chat.rendering.switch_marks import SwitchMark, switch_marks
from desktop_app.ui.chat.rendering.text_formats import MESSAGE, ORIGIN, PARTS, ROLE, TOKEN, Role

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_BLANK = " \t\u2028\u00a0"
_GAP = 1.5
MARK_HEIGHT = 5.0
# A block with more lines than this is measured anew at each paint, and only where it is painted.
_CACHED_LINES = 60
# Many more than any window shows; a block that was measured long ago makes room for a new one.
_KEPT_BLOCKS = 600

Band = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Characters of a block, in UTF-16 units, that one token made. Blanks at both ends are left out."""

    start: int
    end: int
    origin: Origin


@dataclass(slots=True)
class BlockMarks:
    """Where the marks of one block are, in the coordinates of its layout.

    strokes: one rectangle, MARK_HEIGHT times the scale high, for each token and line. carets: where a
    rejected draft stood. tints: behind inline code. switches: where the mode changed.
    """

    strokes: dict[Origin, list[QRectF]] = field(default_factory=dict)
    carets: list[QPointF] = field(default_factory=list)
    tints: list[QRectF] = field(default_factory=list)
    switches: list[SwitchMark] = field(default_factory=list)
    has_formula: bool = False


@dataclass(frozen=True, slots=True)
class Lines:
    """The first lines of a block: the character and the height where they end."""

    end: int
    bottom: float


class MarkGeometry:
    """The marks of visible blocks, remembered until a block changes. scale: of marks and text."""

    def __init__(self) -> None:
        self.scale = 1.0
        self._known: dict[int, BlockMarks] = {}
        self._begun: tuple[int, BlockMarks, Lines] | None = None

    def forget_all(self) -> None:
        self._known.clear()
        self._begun = None

    def changed(self, first: int, last: int, added: int, kept: Lines | None = None) -> None:
        """The blocks with these numbers are new or have changed; there are so many more blocks than before.

        What stands behind them is as it was, under another number: older messages are added above. kept: the
        lines of the first block that are as they were: a paragraph grows at its end.
        """
        self._begun = self._still_known(first, kept)
        before = last - added  # the last of the blocks that were replaced, as it was counted then
        self._known = {
            number if number < first else number + added: marks
            for number, marks in self._known.items()
            if number < first or number > before
        }

    def of(self, block: QTextBlock, band: Band) -> BlockMarks:
        """band: the y range of the block's layout that is about to be painted."""
        if block.layout().lineCount() > _CACHED_LINES:
            return measure(block, band, self.scale)
        number = block.blockNumber()
        if number not in self._known:
            if len(self._known) >= _KEPT_BLOCKS:
                del self._known[next(iter(self._known))]
            self._known[number] = self._measured(block, number)
        return self._known[number]

    def _still_known(self, number: int, kept: Lines | None) -> tuple[int, BlockMarks, Lines] | None:
        marks = self._known.get(number)
        if marks is None and self._begun is not None and self._begun[0] == number:
            # nothing was painted since the last change
            marks, before = self._begun[1:]
            kept = min(kept, before, key=lambda lines: lines.end) if kept else None
        return (number, marks, kept) if marks is not None and kept is not None else None

    def _measured(self, block: QTextBlock, number: int) -> BlockMarks:
        begun, self._begun = self._begun, None
        if begun is None or begun[0] != number:
            return measure(block, None, self.scale)
        _, marks, kept = begun
        rest = measure(block, None, self.scale, kept.end)
        if rest.has_formula != marks.has_formula:
            return measure(block, None, self.scale)
        return _joined(marks, rest, kept.bottom)


def measure(block: QTextBlock, band: Band | None = None, scale: float = 1.0, begin: int = 0) -> BlockMarks:
    """The marks of a block, with a band only of the lines that touch it; of tokens from `begin` on."""
    marks = BlockMarks()
    layout = block.layout()
    first, last = (begin, block.length()) if band is None else _lines_in(layout, band)
    every = block.textFormats()
    start = max(0, bisect_left(every, first, key=_start) - 1)
    pieces = every[start : bisect_left(every, last, key=_start)]
    marks.switches = switch_marks(block, pieces if band else every, every[:start] if band else ())
    marks.has_formula = any(piece.format.hasProperty(PARTS) for piece in (pieces if band else every))
    for span in token_spans(block.text(), pieces):
        if span.origin is not Origin.PLAIN:
            _add_strokes(marks, layout, span, scale)
    for piece in pieces:
        if piece.format.hasProperty(PARTS):
            _add_formula(marks, layout, piece)
    for start, end in _code_spans(pieces):
        for line, left, right in line_parts(layout, start, end):
            height = line.ascent() + line.descent()
            marks.tints.append(QRectF(left - 2, line.y(), right - left + 4, height))
    return marks


def lines_above(block: QTextBlock, changed: QTextLine) -> Lines | None:
    """The lines that stay as they are when this one changes: the one before it may take a word of it."""
    if not changed.isValid() or changed.lineNumber() < 2:
        return None
    before = block.layout().lineAt(changed.lineNumber() - 1)
    return Lines(before.textStart(), before.y())


def _joined(above: BlockMarks, below: BlockMarks, border: float) -> BlockMarks:
    """The marks of one block: those above a height from one measurement, those below from another."""
    strokes = {
        kind: [rect for rect in above.strokes.get(kind, ()) if rect.top() < border]
        + [rect for rect in below.strokes.get(kind, ()) if rect.top() >= border]
        for kind in dict.fromkeys([*above.strokes, *below.strokes])
    }
    return BlockMarks(
        {kind: rects for kind, rects in strokes.items() if rects},
        [at for at in above.carets if at.y() < border] + [at for at in below.carets if at.y() >= border],
        [rect for rect in above.tints if rect.top() < border]
        + [rect for rect in below.tints if rect.top() >= border],
        below.switches,
        below.has_formula,
    )


def token_spans(content: str, pieces: Sequence[QTextLayout.FormatRange]) -> Iterator[TokenSpan]:
    """The tokens of a block in order. Formats that differ in looks only belong to one token."""
    text = _ASTRAL.sub("xx", content)
    key: tuple[int, int] | None = None
    start = end = 0
    origin = Origin.PLAIN
    for piece in pieces:
        token = (piece.format.intProperty(MESSAGE), piece.format.intProperty(TOKEN))
        marked = piece.format.hasProperty(TOKEN) and not piece.format.hasProperty(PARTS)
        current = token if marked else None
        if current != key:
            if key is not None:
                yield from _trimmed(text, start, end, origin)
            key, start = current, piece.start
            if current is not None:
                origin = Origin(piece.format.stringProperty(ORIGIN))
        end = piece.start + piece.length
    if key is not None:
        yield from _trimmed(text, start, end, origin)


def _start(piece: QTextLayout.FormatRange) -> int:
    return int(piece.start)


def _lines_in(layout: QTextLayout, band: Band) -> tuple[int, int]:
    """First character of the lines in a band and the one behind the last; lines lie in order of y."""
    numbers = range(layout.lineCount())
    first = bisect_left(numbers, band[0], key=lambda n: layout.lineAt(n).y() + layout.lineAt(n).height())
    last = bisect_left(numbers, band[1], key=lambda n: layout.lineAt(n).y())
    if first >= last:
        return 0, 0
    stop = layout.lineAt(last - 1)
    return layout.lineAt(first).textStart(), stop.textStart() + stop.textLength()


def _trimmed(text: str, start: int, end: int, origin: Origin) -> Iterator[TokenSpan]:
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    if start < end:
        yield TokenSpan(start, end, origin)


def _code_spans(pieces: Sequence[QTextLayout.FormatRange]) -> list[tuple[int, int]]:
    """Ranges of inline code; one span may be made of several tokens."""
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        if piece.format.stringProperty(ROLE) == Role.CODE:
            joined = spans and spans[-1][1] == piece.start
            start = spans.pop()[0] if joined else piece.start
            spans.append((start, piece.start + piece.length))
    return spans


def line_parts(layout: QTextLayout, start: int, end: int) -> Iterator[tuple[QTextLine, float, float]]:
    """The lines that a range of a layout touches, each with the left and right edge of the range in it."""
    line = layout.lineForTextPosition(start)
    while line.isValid() and line.textStart() < end:
        stop = line.textStart() + line.textLength()
        left, right = sorted((_x(line, max(start, line.textStart())), _x(line, min(end, stop))))
        yield line, left, right
        if stop >= end or line.lineNumber() + 1 >= layout.lineCount():
            return
        line = layout.lineAt(line.lineNumber() + 1)


def _x(line: QTextLine, position: int) -> float:
    # the binding returns the position as well, which its type stubs do not know
    found: Any = line.cursorToX(position)
    return float(found[0])


def _add_formula(marks: BlockMarks, layout: QTextLayout, piece: QTextLayout.FormatRange) -> None:
    """Each token of a formula has the share of its width that it has of its source."""
    for line, left, right in line_parts(layout, piece.start, piece.start + 1):
        top = round(line.y() + line.ascent() + line.descent()) - 1.0
        for part in formula_parts(piece.format):
            start, end = (left + (right - left) * share for share in (part.start, part.end))
            if part.origin is Origin.CORRECTED:
                marks.carets.append(QPointF(start, top))
            if part.origin is not Origin.PLAIN:
                rect = QRectF(start, top, max(1.0, end - start - _GAP), MARK_HEIGHT)
                marks.strokes.setdefault(part.origin, []).append(rect)


def _add_strokes(marks: BlockMarks, layout: QTextLayout, span: TokenSpan, scale: float) -> None:
    first = True
    descent = QFontMetricsF(layout.font()).descent() if marks.has_formula else math.inf
    for line, left, right in line_parts(layout, span.start, span.end):
        if right - left <= _GAP:
            continue
        # just below the longest descender of the text; formulas reach further down
        top = round(line.y() + line.ascent() + min(line.descent(), descent)) - 1.0
        if span.origin is Origin.CORRECTED and first:
            marks.carets.append(QPointF(left, top))
            left = min(left + 4 * scale, right - 2)
        rect = QRectF(left, top, right - _GAP - left, MARK_HEIGHT * scale)
        marks.strokes.setdefault(span.origin, []).append(rect)
        first = False
