"""Tables that are too long to be laid out as one are shown in pieces, each close under the one before.

A text view lays out a whole table whenever a row is added to it. The widths of the columns are those that the
first piece needs, so they depend on nothing that comes later: a reply looks the same streamed or shown at
once. No Qt in here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.ui.chat.rendering.inline_alignment import Run

ROWS = 40  # of a piece, the header counted as one

Row = tuple[tuple[Run, ...], ...]

# What a column counts as at least and at most, in characters: long cells are wrapped anyway.
_NARROWEST = 6
_WIDEST = 48


@dataclass(frozen=True, slots=True)
class TablePiece:
    """shares: of each column in the width, in percent. first and last: of the pieces of its table."""

    shares: tuple[float, ...]
    first: bool
    last: bool


def pieces_of(
    rows: Sequence[Row], before: TablePiece | None = None
) -> list[tuple[tuple[Row, ...], TablePiece | None]]:
    """Rows cut into pieces; a short table stays whole and has the widths that suit it.

    before: the piece that these rows go on from, of a table that was begun before.
    """
    if before is None and len(rows) <= ROWS:
        return [(tuple(rows), None)]
    shares = before.shares if before else _shares(rows[:ROWS])
    return [
        (
            tuple(rows[start : start + ROWS]),
            TablePiece(shares, before is None and start == 0, start + ROWS >= len(rows)),
        )
        for start in range(0, len(rows), ROWS)
    ]


def _shares(rows: Sequence[Row]) -> tuple[float, ...]:
    columns = range(len(rows[0]))
    widths = [max(_width(row[column]) for row in rows if column < len(row)) for column in columns]
    return tuple(round(100 * width / sum(widths), 2) for width in widths)


def _width(cell: tuple[Run, ...]) -> int:
    characters = [char for run in cell for char in run.text[:_WIDEST]][:_WIDEST]
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in characters)
    return min(max(_NARROWEST, len(characters) + wide), _WIDEST)
