"""Tables of the chat database and how an older file is brought up to date."""

from __future__ import annotations

import glob
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from desktop_app.chats.search_text import searchable_text
from desktop_app.decoding.errors import SlipstreamError

# "SLIP": tells our files from another program's
APPLICATION_ID = 0x534C4950

_FIRST = (
    """CREATE TABLE conversations (
        id TEXT PRIMARY KEY,
        title TEXT NOT NULL,
        created REAL NOT NULL,
        updated REAL NOT NULL,
        leaf_id TEXT REFERENCES messages(id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
    )""",
    """CREATE TABLE messages (
        id TEXT PRIMARY KEY,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        parent_id TEXT REFERENCES messages(id) ON DELETE CASCADE,
        role TEXT NOT NULL,
        content TEXT NOT NULL,
        status TEXT NOT NULL,
        created REAL NOT NULL,
        started TEXT,
        reason TEXT,
        error TEXT,
        tally TEXT,
        model TEXT,
        mode TEXT,
        tokens INTEGER
    )""",
    "CREATE INDEX messages_of_conversation ON messages(conversation_id)",
    "CREATE INDEX messages_by_parent ON messages(parent_id)",
    "CREATE INDEX conversations_by_leaf ON conversations(leaf_id)",
    "CREATE INDEX streaming_messages ON messages(id) WHERE status = 'streaming'",
    "CREATE INDEX plain_replies ON messages(model, created) WHERE mode = 'plain' AND status = 'complete'",
    # either a round (JSON) or text of an engine that cannot tell tokens apart, in the order they came
    """CREATE TABLE parts (
        message_id TEXT NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        round TEXT,
        text TEXT,
        PRIMARY KEY (message_id, seq)
    ) WITHOUT ROWID""",
)

# pins, folders, settings, unsent text, the way back from deleting, continued replies, and the search
_SECOND = (
    "ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE conversations ADD COLUMN folder TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE conversations ADD COLUMN settings TEXT",
    "ALTER TABLE conversations ADD COLUMN deleted_at REAL",
    "ALTER TABLE messages ADD COLUMN continues INTEGER NOT NULL DEFAULT 0",
    # the chat that has no conversation yet has its text under NULL
    """CREATE TABLE unsent (
        conversation_id TEXT UNIQUE REFERENCES conversations(id) ON DELETE CASCADE,
        text TEXT NOT NULL
    )""",
    # a title where message_id is NULL; the id is a column of its own because VACUUM may change a rowid
    """CREATE TABLE searchable (
        id INTEGER PRIMARY KEY,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        message_id TEXT UNIQUE REFERENCES messages(id) ON DELETE CASCADE,
        text TEXT NOT NULL
    )""",
    "CREATE INDEX searchable_by_conversation ON searchable(conversation_id, message_id)",
    """CREATE VIRTUAL TABLE search_index USING fts5(
        text, content='searchable', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
    )""",
    """CREATE TRIGGER searchable_added AFTER INSERT ON searchable BEGIN
        INSERT INTO search_index(rowid, text) VALUES (new.id, new.text);
    END""",
    """CREATE TRIGGER searchable_removed AFTER DELETE ON searchable BEGIN
        INSERT INTO search_index(search_index, rowid, text) VALUES ('delete', old.id, old.text);
    END""",
    "INSERT INTO searchable(conversation_id, text) SELECT id, searchable_text(title) FROM conversations",
    """INSERT INTO searchable(conversation_id, message_id, text)
        SELECT conversation_id, id, searchable_text(content) FROM messages WHERE status <> 'streaming'""",
)

Migration = Sequence[str]
MIGRATIONS: tuple[Migration, ...] = (_FIRST, _SECOND)


class ChatStoreError(SlipstreamError):
    """The chats cannot be read or written."""


class NewerChatsError(ChatStoreError):
    """The file was written by a newer version; nothing was touched."""


def bring_up_to_date(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Runs the migrations the file lacks, all or none; copies an existing file beside it first.

    The connection must be in autocommit mode.

    Raises:
        ChatStoreError: the file is newer than this program or belongs to another one.
        sqlite3.Error: the file cannot be read or written.
    """
    version = _version(connection)
    if version > len(migrations):
        raise NewerChatsError(
            f"The chats in {path} were written by a newer version of Slipstream; nothing was changed. "
            "Update Slipstream, or start it with --data-dir and another folder."
        )
    if version == 0 and _foreign(connection):
        raise ChatStoreError(
            f"{path} is a database of another program; nothing was changed. "
            "Move it away, or start Slipstream with --data-dir and another folder."
        )
    if version == len(migrations):
        return
    if version > 0:
        _back_up(connection, path, version)
    _migrate(connection, migrations)


def _migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    connection.create_function("searchable_text", 1, searchable_text, deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # read again: another thread may have been first
        for migration in migrations[_version(connection) :]:
            for statement in migration:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """A copy that is there already is of older chats and stays as well."""
    partial = path.with_name(f"{path.name}.copying")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(partial)) as target:
        connection.backup(target)
    copy = path.with_name(f"{path.name}.version-{version}")
    number = 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.version-{version}-{number}")
    partial.rename(copy)


def backups(path: Path) -> list[Path]:
    """The copies made before a migration, oldest first."""
    found = path.parent.glob(f"{glob.escape(path.name)}.version-*")
    return sorted(found, key=lambda copy: (copy.stat().st_mtime, copy.name))


def _version(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version


def _foreign(connection: sqlite3.Connection) -> bool:
    # one statement, so that it does not see half of another thread's migration
    application_id, tables = connection.execute(
        "SELECT application_id, (SELECT count(*) FROM sqlite_master"
        " WHERE type = 'table' AND name NOT LIKE 'sqlite_%') FROM pragma_application_id"
    ).fetchone()
    return application_id != APPLICATION_ID and bool(application_id or tables)
