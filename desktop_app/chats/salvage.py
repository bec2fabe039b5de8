"""Takes out of a damaged chat database what SQLite can still read, row by row."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from desktop_app.chats.readable_rows import columns_of, parts_of, rows_of
from desktop_app.chats.records import LATEST_TIME, STATUSES
from desktop_app.chats.schema import bring_up_to_date
from desktop_app.chats.search_text import searchable_text

_NO_TITLE = "Salvaged chat"

# What belongs to nothing any more goes, or finds the place it most likely had. A parent is always older than
# what is below it, so after this no message is its own ancestor.
_MEND = (
    "DELETE FROM parts WHERE message_id NOT IN (SELECT id FROM messages)",
    "DELETE FROM unsent WHERE conversation_id NOT IN (SELECT id FROM conversations)",
    f"""INSERT INTO conversations(id, title, created, updated)
        SELECT conversation_id, '{_NO_TITLE}', min(created), max(created) FROM messages
        WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id""",
    """UPDATE messages
        SET role = CASE WHEN id IN (SELECT message_id FROM parts) THEN 'assistant' ELSE 'user' END
        WHERE role NOT IN ('system', 'user', 'assistant')""",
    f"UPDATE messages SET status = 'interrupted' WHERE status NOT IN {STATUSES}",
    """UPDATE messages SET parent_id = (
            SELECT before.id FROM messages before WHERE before.conversation_id = messages.conversation_id
            AND before.rowid < messages.rowid ORDER BY before.rowid DESC LIMIT 1)
        WHERE parent_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM messages parent WHERE parent.id = messages.parent_id
            AND parent.conversation_id = messages.conversation_id AND parent.rowid < messages.rowid)""",
    """UPDATE conversations SET leaf_id = (
            SELECT id FROM messages WHERE conversation_id = conversations.id ORDER BY rowid DESC LIMIT 1)
        WHERE leaf_id IS NULL OR leaf_id NOT IN
            (SELECT id FROM messages WHERE conversation_id = conversations.id)""",
    *(
        f"UPDATE {table} SET {column} = 0 WHERE typeof({column}) NOT IN ('real', 'integer')"
        f" OR {column} NOT BETWEEN 0 AND {LATEST_TIME}"
        for table, column in (
            ("conversations", "created"),
            ("conversations", "updated"),
            ("messages", "created"),
        )
    ),
    "INSERT INTO searchable(conversation_id, text) SELECT id, searchable_text(title) FROM conversations",
    """INSERT INTO searchable(conversation_id, message_id, text)
        SELECT conversation_id, id, searchable_text(content) FROM messages WHERE status <> 'streaming'""",
)


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How much could be read."""

    conversations: int
    messages: int


def salvage(damaged: Path, fresh: Path) -> Salvaged:
    """Writes what can be read into a new database; the damaged one stays as it is.

    Raises:
        OSError, sqlite3.Error: there is no room for it, or nothing at all can be read.
    """
    with tempfile.TemporaryDirectory(prefix=f"{damaged.name}.", dir=damaged.parent) as folder:
        # SQLite writes into a file with a journal even when it only reads
        copy = Path(folder) / damaged.name
        for side in ("", "-wal"):
            source = damaged.with_name(damaged.name + side)
            if source.exists():
                shutil.copyfile(source, copy.with_name(copy.name + side))
        with closing(_lenient(copy)) as source_file, closing(_empty(fresh)) as target:
            return _copy(source_file, target)


def _lenient(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    # or a file that was cut short would not be read at all
    connection.execute("PRAGMA writable_schema = ON")
    connection.text_factory = lambda content: content.decode("utf-8", "replace")
    return connection


def _empty(path: Path) -> sqlite3.Connection:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    bring_up_to_date(connection, path)
    return connection


def _copy(source: sqlite3.Connection, target: sqlite3.Connection) -> Salvaged:
    target.create_function("searchable_text", 1, searchable_text, deterministic=True)
    target.execute("BEGIN IMMEDIATE")
    for table in ("conversations", "messages", "unsent"):
        columns = ("rowid", *(c for c in columns_of(target, table) if c in columns_of(source, table)))
        insert = _insert(table, columns)
        for row in rows_of(source, table, columns):
            target.execute(insert, row)
    insert = _insert("parts", ("message_id", "seq", "round", "text"))
    for (message_id,) in target.execute("SELECT id FROM messages").fetchall():
        target.executemany(insert, parts_of(source, message_id))
    for statement in _MEND:
        target.execute(statement)
    target.execute("COMMIT")
    found = "SELECT (SELECT count(*) FROM conversations), (SELECT count(*) FROM messages)"
    return Salvaged(*target.execute(found).fetchone())


def _insert(table: str, columns: tuple[str, ...]) -> str:
    # a row that is there already, or lacks what it needs, is left out
    places = ", ".join("?" * len(columns))
    return f"INSERT OR IGNORE INTO {table}({', '.join(columns)}) VALUES ({places})"
