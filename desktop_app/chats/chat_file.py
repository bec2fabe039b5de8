"""The open chat database: statements and transactions whose errors are sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from desktop_app.chats.database import REBUILD_SEARCH, in_words, is_search_damage, open_database
from desktop_app.chats.schema import ChatStoreError

T = TypeVar("T")


class ChatFile:
    """One connection, for one thread. Every method raises ChatStoreError when the disk does not play along.

    clock gives seconds since 1970; notice is a sentence for the user when opening was not plain sailing.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self.path = path
        self.clock = clock
        self._connection, self.notice = open_database(path)

    def close(self) -> None:
        self._connection.close()

    def flush(self) -> None:
        """What was committed outlives a power cut too, not only a crash. Costs some milliseconds."""
        with in_words(self.path):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with in_words(self.path):
            return self._mending(lambda: self._connection.execute(statement, values).fetchall())

    def change(self, statement: str, values: tuple[object, ...]) -> int:
        """Returns the number of rows changed. Committed on return, unless a transaction is open."""
        with in_words(self.path):
            return self._mending(lambda: self._connection.execute(statement, values).rowcount)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes inside or none; one within another is part of it."""
        if self._within():
            yield
            return
        with in_words(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException as error:
                # a full disk may have rolled back already
                if self._within():
                    self._connection.execute("ROLLBACK")
                if is_search_damage(error):
                    self._connection.execute(REBUILD_SEARCH)
                    raise ChatStoreError(
                        "The search index was damaged and has been made anew, nothing else was; try again."
                    ) from error
                raise

    def _within(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def _mending(self, act: Callable[[], T]) -> T:
        """The search index is made of what is stored beside it, so damage to it must never cost a chat."""
        # SQLite undoes the whole transaction at such an error: within one nothing can be repeated
        within = self._within()
        try:
            return act()
        except sqlite3.DatabaseError as error:
            if within or not is_search_damage(error):
                raise
            self._connection.execute(REBUILD_SEARCH)
            return act()


def require(found: object) -> None:
    """Raises ChatStoreError when what was looked for is not there."""
    if not found:
        raise ChatStoreError("That conversation no longer exists; what was to be saved in it was dropped.")
