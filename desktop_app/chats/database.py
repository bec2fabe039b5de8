"""Opens the chat database: sets it up, moves a damaged one aside, puts SQLite's errors into words."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.chats.schema import ChatStoreError, bring_up_to_date

_BUSY_S = 10.0
# the check reads the whole file, about 0.7 ms a megabyte when cached; the window opens after it
_CHECKED_BYTES = 128 * 2**20
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
REBUILD_SEARCH = "INSERT INTO search_index(search_index) VALUES ('rebuild')"
_SIDE_FILES = ("", "-wal", "-shm")


class _DamagedError(Exception):
    """SQLite cannot make sense of the file."""


def open_database(path: Path) -> tuple[sqlite3.Connection, str]:
    """A connection in autocommit mode, and a sentence when a damaged file was moved aside ("" otherwise).

    Raises:
        ChatStoreError: the file cannot be opened, is newer than this program or belongs to another one.
    """
    with in_words(path):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ChatStoreError(
                f"The folder {path.parent} for the chats cannot be made: {error.strerror or error}."
            ) from error
        try:
            return _open(path), ""
        except _DamagedError:
            aside = _move_aside(path)
            return _open(path), (
                f"The chat database was damaged; it was moved to {aside} and a new one was started."
            )


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
    try:
        bring_up_to_date(connection, path)
        if path.stat().st_size <= _CHECKED_BYTES:
            _check(connection)
        _set_up(connection)
    except sqlite3.DatabaseError as error:
        connection.close()
        if _code(error) in _DAMAGED:
            raise _DamagedError from error
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA foreign_keys = ON")
    _use_write_ahead_log(connection)
    # in WAL mode a killed process loses nothing that was committed; FULL would cost a disk flush a round
    connection.execute("PRAGMA synchronous = NORMAL")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        return
    deadline = time.monotonic() + _BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            # this change does not wait for other connections by itself
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _check(connection: sqlite3.Connection) -> None:
    verdict = _verdict(connection)
    # SQLite checks the search index too from version 3.44 on; for that no chats are moved aside
    if "search_index" in verdict:
        connection.execute(REBUILD_SEARCH)
        verdict = _verdict(connection)
    if verdict != "ok":
        raise _DamagedError(verdict)


def _verdict(connection: sqlite3.Connection) -> str:
    verdict: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    return verdict


def _move_aside(path: Path) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.name}.corrupt-{stamp}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.corrupt-{stamp}-{number}")
    try:
        for side in _SIDE_FILES:
            source = path.with_name(path.name + side)
            if source.exists():
                source.rename(aside.with_name(aside.name + side))
    except OSError as error:
        raise ChatStoreError(
            f"The chat database {path} is damaged and cannot be moved aside ({error.strerror or error}); "
            "move it away and start Slipstream again."
        ) from error
    return aside


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ChatStoreError, whose text says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise ChatStoreError(_sentence(path, error)) from error


def is_search_damage(error: BaseException) -> bool:
    """Whether the error, or what it was put into words from, says that the search index is damaged."""
    causes = (error, error.__cause__)
    return any(getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT_VTAB for cause in causes)


def _sentence(path: Path, error: sqlite3.Error) -> str:
    match _code(error):
        case sqlite3.SQLITE_FULL:
            return (
                f"The disk is full, so the chat could not be saved in {path}; free some space and try again."
            )
        case sqlite3.SQLITE_READONLY:
            return f"The chats in {path} cannot be written; make the file and its folder writable."
        case sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return f"The chats in {path} cannot be opened; check that the folder exists and may be written."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"Another program is using the chats in {path}; close it and try again."
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return f"The chat database {path} is damaged; start Slipstream again and it will be moved aside."
        case sqlite3.SQLITE_CONSTRAINT:
            return "That conversation no longer exists; what was to be saved in it was dropped."
        case _:
            return f"The chats in {path} could not be read or written: {error}."


def _code(error: sqlite3.Error) -> int | None:
    # errors that Python itself raises carry no code; the low byte is the primary one
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
