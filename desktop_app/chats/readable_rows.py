"""Reads the rows of a damaged database around the pages that cannot be read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

_LARGEST_ROWID = 2**63 - 1
# the second where a message of SQLite names what is damaged
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)

Row = tuple[Any, ...]


def columns_of(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Names in their order; none for a table that is not there or whose description is damaged."""
    try:
        return tuple(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))
    except UNREADABLE:
        return ()


def rows_of(connection: sqlite3.Connection, table: str, columns: tuple[str, ...]) -> Iterator[Row]:
    """Every row that can be read, most in their order, some perhaps twice. The first column is the rowid."""
    select = f"SELECT {', '.join(columns)} FROM {table}"
    start = -_LARGEST_ROWID
    while True:
        # not "above the last one": between two pages SQLite would look for that on the damaged one
        try:
            for row in connection.execute(f"{select} WHERE rowid >= ? ORDER BY rowid", (start,)):
                start = row[0] + 1
                yield _as_text(row)
            return
        except UNREADABLE:
            found = _readable_after(connection, select, max(start, 0))
        # what lies between, from its end; and without a place to go on from, everything from the end
        yield from _backwards(connection, select, start, _LARGEST_ROWID if found is None else found)
        if found is None:
            return
        start = found


def parts_of(connection: sqlite3.Connection, message_id: str) -> Iterator[Row]:
    """Those of a message that can be read, from both ends."""
    select = "SELECT message_id, seq, round, text FROM parts WHERE message_id = ? ORDER BY seq"
    for order in ("ASC", "DESC"):
        try:
            for row in connection.execute(f"{select} {order}", (message_id,)):
                yield _as_text(row)
            return
        except UNREADABLE:
            continue


def _readable_after(connection: sqlite3.Connection, select: str, start: int) -> int | None:
    """The rowid of a readable row above start, looked for in growing steps."""
    step = 1
    while start + step < _LARGEST_ROWID:
        query = f"{select} WHERE rowid >= ? ORDER BY rowid LIMIT 1"
        try:
            row = connection.execute(query, (start + step,)).fetchone()
            return None if row is None else row[0]
        except UNREADABLE:
            step *= 2
    return None


def _backwards(connection: sqlite3.Connection, select: str, start: int, end: int) -> Iterator[Row]:
    query = f"{select} WHERE rowid >= ? AND rowid < ? ORDER BY rowid DESC"
    try:
        for row in connection.execute(query, (start, end)):
            yield _as_text(row)
    except UNREADABLE:
        return


def _as_text(row: Row) -> Row:
    # no column of ours holds bytes: where there are some, they were a text once
    return tuple(v.decode("utf-8", "replace") if isinstance(v, bytes) else v for v in row)
