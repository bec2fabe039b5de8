"""Opens the chat database: sets it up, checks it, puts SQLite's errors into words."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from desktop_app.chats.damaged_file import finish_replacement, move_aside, replace_damaged
from desktop_app.chats.records import CONVERSATION_COLUMNS, MESSAGE_COLUMNS
from desktop_app.chats.schema import ChatStoreError, bring_up_to_date

_BUSY_S = 10.0
# the check reads the whole file, about 0.7 ms a megabyte when cached; the window opens after it
_CHECKED_BYTES = 128 * 2**20
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
# what SQLite says when the tables are not those that a file of this version has
_SENSELESS = _DAMAGED | {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
}
# a file cannot be of a later version than this
_LAST_VERSION = 1000
_EVERYTHING = (
    f"SELECT {CONVERSATION_COLUMNS}, leaf_id, settings FROM conversations LIMIT 0",
    f"SELECT {MESSAGE_COLUMNS}, model, mode, tokens FROM messages LIMIT 0",
    "SELECT message_id, seq, round, text FROM parts LIMIT 0",
    "SELECT conversation_id, text FROM unsent LIMIT 0",
    "SELECT id, conversation_id, message_id, text FROM searchable LIMIT 0",
    "SELECT rowid FROM search_index LIMIT 0",
)
REBUILD_SEARCH = "INSERT INTO search_index(search_index) VALUES ('rebuild')"


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
        finish_replacement(path)
        if reason := _obstacle(path):
            aside = move_aside(path)
            return _open(path), f"{reason}; it was moved to {aside} and a new chat database was started."
        try:
            return _open(path), ""
        except _DamagedError:
            notice = replace_damaged(path)
            return _open(path), notice


def _obstacle(path: Path) -> str:
    """Why there can be no chats in this place, "" when nothing is known against it."""
    if path.is_dir():
        return f"In the place of the chat database there was a folder, {path}"
    if path.is_file() and not os.access(path, os.R_OK):
        return f"The chat database {path} may not be read"
    return ""


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None)
    # one byte that is not UTF-8 must not hide everything beside it
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")
    try:
        _require_sense(connection)
        bring_up_to_date(connection, path)
        if _is_suspect(path):
            _check(connection, "integrity_check")
            _mark(path).unlink(missing_ok=True)
        elif path.stat().st_size <= _CHECKED_BYTES:
            _check(connection, "quick_check")
        for query in _EVERYTHING:
            connection.execute(query)
        _set_up(connection)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        connection.close()
        # Python cannot read a message of SQLite that names a damaged table
        if isinstance(error, UnicodeDecodeError) or _code(error) in _SENSELESS:
            raise _DamagedError from error
        raise
    except BaseException:
        connection.close()
        raise
    return connection


def _require_sense(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not 0 <= version <= _LAST_VERSION:
        raise _DamagedError(f"version {version}")


def _mark(path: Path) -> Path:
    """A file that says: this database was found damaged while it was in use."""
    return path.with_name(f"{path.name}.damaged")


def _is_suspect(path: Path) -> bool:
    return _mark(path).exists()


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


def _check(connection: sqlite3.Connection, check: str) -> None:
    verdict = _verdict(connection, check)
    # SQLite checks the search index too from version 3.44 on; for that no chats are moved aside
    if "search_index" in verdict:
        connection.execute(REBUILD_SEARCH)
        verdict = _verdict(connection, check)
    if verdict != "ok":
        raise _DamagedError(verdict)


def _verdict(connection: sqlite3.Connection, check: str) -> str:
    verdict: str = connection.execute(f"PRAGMA {check}(1)").fetchone()[0]
    return verdict


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turns SQLite's errors into ChatStoreError, whose text says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        if _code(error) in _DAMAGED and not is_search_damage(error):
            with suppress(OSError):
                _mark(path).touch()
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
