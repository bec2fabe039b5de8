"""How many rows of a growing table can be shown for good. No Qt in here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.ui.chat.rendering.long_tables import ROWS, TablePiece
from desktop_app.ui.chat.rendering.markdown_blocks import Block, new_parser, parse_blocks

_DELIMITERS = re.compile(r" {0,3}[-:|][-:| \t]*\n")
_MAY_END = re.compile(r"^(?:[ \t]*$| {4}| {0,3}(?:\t|[^|\w\s]|_|\d+[.)]))", re.MULTILINE)
_HEAD = 2  # lines


@dataclass(frozen=True, slots=True)
class _Begun:
    """head: header and delimiters, without which its rows are no table. piece: written last."""

    head: str
    piece: TablePiece


class TableStream:
    """Settles a long table in pieces.

    A piece needs to know that a row follows it, or that none does: the last one has space below.
    """

    def __init__(self) -> None:
        self._parser = new_parser().disable("inline")
        self._begun: _Begun | None = None
        self._looked_to = 0

    @property
    def begun(self) -> bool:
        """Whether what comes next can be more rows of a table."""
        return self._begun is not None

    def settled(self, tail: str, ends: bool) -> int:
        """Characters of `tail`, which begins with a table or its next rows, that are the next piece.

        ends: something that is no row follows behind `tail`.
        """
        lines = ROWS + 1 if self._begun else ROWS + _HEAD
        stop, count = _lines_end(tail, lines)
        if count == lines:
            return self._settled_of(tail[:stop], lines)
        if self._begun is None or not (ends or self._may_end(tail[:stop])):
            return 0
        rows = self._rows(tail[:stop])
        if rows == count and not ends:
            return 0
        return _lines_end(tail, rows)[0]

    def blocks(self, source: str, start: int) -> list[Block]:
        """The blocks of what stands at `start` of the reply, the first of which may go on with the table."""
        if self._begun is None:
            return parse_blocks(source, start)
        head = self._begun.head
        return parse_blocks(head + source, start - len(head), self._begun.piece)

    def next_piece(self, tail: str, settled: int, start: int) -> Block:
        """The piece that `settled` has found at `start` of the reply."""
        self._looked_to = 0
        line_after = tail.find("\n", settled) + 1
        block = self.blocks(tail[: line_after or settled], start)[0]
        piece = block.piece
        assert piece is not None
        head = self._begun.head if self._begun else tail[: _lines_end(tail, _HEAD)[0]]
        self._begun = None if piece.last else _Begun(head, piece)
        return block

    def _settled_of(self, source: str, lines: int) -> int:
        if self._begun is None:
            header_end = source.find("\n") + 1
            if not _DELIMITERS.match(source, header_end) or self._table_lines(source) < lines:
                return 0
            return _lines_end(source, lines - 1)[0]
        return _lines_end(source, min(ROWS, self._rows(source)))[0]

    def _may_end(self, source: str) -> bool:
        new, self._looked_to = source[self._looked_to :], len(source)
        return _MAY_END.search(new.removesuffix("\n")) is not None if new else False

    def _rows(self, source: str) -> int:
        """How many lines at the start of `source` go on with the table."""
        assert self._begun is not None
        return self._table_lines(self._begun.head + source) - _HEAD

    def _table_lines(self, source: str) -> int:
        first = self._parser.parse(source)[0]
        return first.map[1] if first.type == "table_open" and first.map else 0


def _lines_end(text: str, lines: int) -> tuple[int, int]:
    """Where so many complete lines end, or as many as there are, and how many these are."""
    at = 0
    for number in range(lines):
        newline = text.find("\n", at)
        if newline < 0:
            return at, number
        at = newline + 1
    return at, lines
