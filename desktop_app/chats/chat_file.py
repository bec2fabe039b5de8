"""The open chat database: statements and transactions whose errors are sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from desktop_app.chats.database import in_words, open_database
from desktop_app.chats.schema import ChatStoreError


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

    def rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with in_words(self.path):
            return self._connection.execute(statement, values).fetchall()

    def change(self, statement: str, values: tuple[object, ...]) -> int:
        """Returns the number of rows changed. Committed on return, unless a transaction is open."""
        with in_words(self.path):
            return self._connection.execute(statement, values).rowcount

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All changes inside or none; not to be nested."""
        with in_words(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # a full disk may have rolled back already
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def require(found: object) -> None:
    """Raises ChatStoreError when what was looked for is not there."""
    if not found:
        raise ChatStoreError("That conversation no longer exists; what was to be saved in it was dropped.")
