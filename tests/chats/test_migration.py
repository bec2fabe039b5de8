"""A file of schema version 1, as the program wrote it then, becomes one of today with nothing lost."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from desktop_app.chats import schema
from desktop_app.chats.store import ChatStore

OLD = Path(__file__).with_name("version_1.sql")


def old_file(folder: Path) -> Path:
    path = folder / "chats.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
        # as the program leaves its files
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def content_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """What a version-1 program can see."""
    columns = {
        "conversations": "id, title, created, updated, leaf_id",
        "messages": "id, conversation_id, parent_id, role, content, status, created, started, reason, error,"
        " tally, model, mode, tokens",
        "parts": "message_id, seq, round, text",
    }
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2").fetchall()
            for table, names in columns.items()
        }


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        return version


def shape_of(path: Path) -> set[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall()
        tables = [name for kind, name, _ in names if kind == "table"]
        columns = {
            (table, *column[1:])
            for table in tables
            for column in connection.execute(f"PRAGMA table_info('{table}')")
        }
        return columns | set(names)


VERSIONS = range(1, len(schema.MIGRATIONS))


def everything_in(path: Path) -> dict[str, tuple[list[str], list[tuple[object, ...]]]]:
    """Columns and rows of each table, but for what the search index keeps for itself."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'search_index%'"
        ).fetchall()
        found = {}
        for (table,) in tables:
            rows = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
            found[table] = ([column[0] for column in rows.description], rows.fetchall())
        return found


@pytest.mark.parametrize("version", VERSIONS)
def test_a_file_of_each_older_version_becomes_one_of_today(tmp_path: Path, version: int) -> None:
    """version_N.sql is a file as the program wrote it when N was the newest version."""
    path = tmp_path / "chats.db"
    statements = Path(__file__).with_name(f"version_{version}.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)
    assert version_of(path) == version
    before = everything_in(path)
    assert any(rows for _, rows in before.values())
    ChatStore(path).close()
    after = everything_in(path)
    for table, (columns, rows) in before.items():
        now, kept = after[table]
        places = [now.index(column) for column in columns]
        assert [tuple(row[place] for place in places) for row in kept] == rows
    ChatStore(tmp_path / "new.db").close()
    assert shape_of(path) == shape_of(tmp_path / "new.db")
    (copy,) = schema.backups(path)
    assert (version_of(copy), everything_in(copy)) == (version, before)


def test_the_old_statements_are_the_old_ones(tmp_path: Path) -> None:
    path = tmp_path / "first.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.bring_up_to_date(connection, path, schema.MIGRATIONS[:1])
    assert shape_of(path) == shape_of(old_file(tmp_path))


def test_every_message_and_part_is_kept(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = content_of(path)
    assert [len(before[table]) for table in ("conversations", "messages", "parts")] == [3, 6, 20]
    store = ChatStore(path)
    assert store.notice == ""
    store.close()
    assert version_of(path) == len(schema.MIGRATIONS)
    assert content_of(path) == before


def test_the_old_file_is_kept_beside_it(tmp_path: Path) -> None:
    path = old_file(tmp_path)
    before = content_of(path)
    store = ChatStore(path)
    store.add_user_message("id06", "later")
    store.close()
    copy = tmp_path / "chats.db.version-1"
    assert (version_of(copy), content_of(copy)) == (1, before)


def test_a_new_file_and_a_migrated_one_are_the_same(tmp_path: Path) -> None:
    ChatStore(old_file(tmp_path)).close()
    ChatStore(tmp_path / "new.db").close()
    assert shape_of(tmp_path / "chats.db") == shape_of(tmp_path / "new.db")


def test_old_conversations_are_read_found_and_go_on(tmp_path: Path) -> None:
    store = ChatStore(old_file(tmp_path))
    conversations = store.conversations()
    assert [(c.title, c.pinned, c.folder, c.deleted_at) for c in conversations] == [
        ("Failed", False, "", None),
        ("Empty", False, "", None),
        ("What is a wake?", False, "", None),
    ]
    assert [(m.role, m.status, m.continues) for m in store.messages("id01")] == [
        ("user", "complete", False),
        ("assistant", "complete", False),
        ("user", "complete", False),
        ("assistant", "streaming", False),
    ]
    assert len(store.rounds("id03")) == 17
    plain = store.last_plain_reply("m")
    assert plain is not None
    assert (plain.id, plain.tally is not None) == ("id03", True)
    assert store.options.settings("id01") == {}
    found = {(hit.conversation_id, hit.message_id) for hit in store.search("wake")}
    assert found == {("id01", None), ("id01", "id02"), ("id01", "id03")}
    assert [hit.message_id for hit in store.search("尾流")] == ["id04"]
    assert [hit.conversation_id for hit in store.search("empty")] == ["id06"]
    # what was being written is found once it has ended
    assert store._rows("SELECT count(*) FROM searchable WHERE message_id = 'id05'") == [(0,)]
    assert store.search("half") == []
    assert store.recover() == 1
    assert [hit.message_id for hit in store.search("half")] == ["id05"]
    assert store.tree.regenerate("id03").parent_id == "id02"
    store.close()


# Ends without a word before one of the statements.
MIGRATOR = """
import os, sqlite3, sys
from pathlib import Path
from desktop_app.chats import schema
path, left = Path(sys.argv[1]), int(sys.argv[2])
class Doomed(sqlite3.Connection):
    def execute(self, statement, *rest):
        global left
        if self.in_transaction:
            left -= 1
            if left < 0:
                os._exit(77)
        return super().execute(statement, *rest)
connection = sqlite3.connect(path, isolation_level=None, factory=Doomed)
# so that what is uncommitted reaches the disk
connection.execute("PRAGMA cache_size = 1")
schema.bring_up_to_date(connection, path)
"""
# those of the migration, its two pragmas, the version and the commit
STATEMENTS = len(schema.MIGRATIONS[1]) + 4


@pytest.mark.parametrize("done", range(STATEMENTS))
def test_a_crash_between_statements_leaves_the_old_version(tmp_path: Path, done: int) -> None:
    path = old_file(tmp_path)
    before, shape = content_of(path), shape_of(path)
    command = [sys.executable, "-c", MIGRATOR, str(path), str(done)]
    folder = Path(__file__).parents[2]
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(folder)}, check=False)
    assert ended.returncode == 77
    assert (version_of(path), content_of(path), shape_of(path)) == (1, before, shape)
    store = ChatStore(path)
    assert (store.notice, len(store.search("wake"))) == ("", 3)
    store.close()
    assert content_of(path) == before
