"""Opening the chat database: damaged, foreign, newer, older, read-only and full ones."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sample_rounds import plain_round

from desktop_app.chats import schema
from desktop_app.chats.store import ChatStore, ChatStoreError, NewerChatsError


def filled(path: Path) -> str:
    store = ChatStore(path)
    conversation = store.create_conversation("kept").id
    for index in range(50):
        store.add_user_message(conversation, f"message {index} " * 20)
    store.close()
    return conversation


def not_a_database(content: bytes) -> bytes:
    return b"this is no database, " * 400


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def pages_overwritten(content: bytes) -> bytes:
    return content[:4096] + b"\xff" * 8192 + content[12288:]


@pytest.mark.parametrize("damage", [not_a_database, cut_short, pages_overwritten])
def test_a_damaged_file_is_moved_aside_and_said(tmp_path: Path, damage: object) -> None:
    path = tmp_path / "chats.db"
    filled(path)
    broken = damage(path.read_bytes())  # type: ignore[operator]
    path.write_bytes(broken)
    store = ChatStore(path)
    (aside,) = tmp_path.glob("chats.db.corrupt-*")
    assert aside.read_bytes() == broken
    assert str(aside) in store.notice
    assert (store.conversations() == []) == (damage is not_a_database)
    store.create_conversation("works")
    store.close()
    again = ChatStore(path)
    assert (again.notice, again.conversations()[0].title) == ("", "works")
    again.close()
    assert {file.name for file in tmp_path.iterdir()} == {"chats.db", aside.name}


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    path.touch()
    store = ChatStore(path)
    assert (store.notice, store.conversations()) == ("", [])
    store.close()


def test_a_newer_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) + 1}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with pytest.raises(NewerChatsError, match="newer version"):
        ChatStore(path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["chats.db"]


def test_another_programs_file_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes(name)")
    before = path.read_bytes()
    with pytest.raises(ChatStoreError, match="another program"):
        ChatStore(path)
    assert path.read_bytes() == before


def migrate(path: Path, migrations: Sequence[schema.Migration]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.bring_up_to_date(connection, path, migrations)


def columns(path: Path, table: str) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}


def test_an_older_file_is_copied_and_then_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    conversation = filled(path)
    newer = (*schema.MIGRATIONS, ("ALTER TABLE conversations ADD COLUMN starred INTEGER",))
    migrate(path, newer)
    migrate(path, newer)
    assert "starred" in columns(path, "conversations")
    copy = tmp_path / f"chats.db.version-{len(schema.MIGRATIONS)}"
    old = ChatStore(copy)
    assert len(old.messages(conversation)) == 50
    old.close()
    assert "starred" not in columns(copy, "conversations")


def test_each_copy_is_kept_and_half_a_copy_is_no_obstacle(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    newer = (*schema.MIGRATIONS, ("ALTER TABLE conversations ADD COLUMN starred INTEGER",))
    (tmp_path / "chats.db.copying").write_bytes(b"cut short when the program was killed")
    kept = []
    for _ in range(2):
        kept.append(filled(path))
        migrate(path, newer)
        path.unlink()
    copies = schema.backups(path)
    assert [copy.name for copy in copies] == [
        f"chats.db.version-{len(schema.MIGRATIONS)}",
        f"chats.db.version-{len(schema.MIGRATIONS)}-2",
    ]
    for copy, conversation in zip(copies, kept, strict=True):
        old = ChatStore(copy)
        assert [chat.id for chat in old.conversations()] == [conversation]
        old.close()
    path.write_bytes(b"no database")
    store = ChatStore(path)
    assert str(copies[1]) in store.notice
    store.close()


def test_no_room_for_the_copy_leaves_the_old_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chats.db"
    filled(path)
    before = path.read_bytes()
    newer = (*schema.MIGRATIONS, ("ALTER TABLE conversations ADD COLUMN starred INTEGER",))
    connect = sqlite3.connect

    def small(place: Path, **options: object) -> sqlite3.Connection:
        connection = connect(place, **options)  # type: ignore[call-overload]
        if place.name.endswith(".copying"):
            connection.execute("PRAGMA max_page_count = 2")
        return connection  # type: ignore[no-any-return]

    monkeypatch.setattr(schema.sqlite3, "connect", small)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate(path, newer)
    assert path.read_bytes() == before
    assert schema.backups(path) == []
    assert "starred" not in columns(path, "conversations")


def test_a_failed_migration_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    conversation = filled(path)
    newer = (
        *schema.MIGRATIONS,
        ("ALTER TABLE conversations ADD COLUMN starred INTEGER",),
        ("DROP TABLE parts", "ALTER TABLE nowhere ADD COLUMN x"),
    )
    with pytest.raises(sqlite3.OperationalError):
        migrate(path, newer)
    store = ChatStore(path)
    assert len(store.messages(conversation)) == 50
    assert "starred" not in columns(path, "conversations")
    store.add_round(store.begin_reply(conversation).id, plain_round(0, "x"))
    store.close()


def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    store = ChatStore(tmp_path / "chats.db")
    conversation = store.create_conversation().id
    store.add_user_message(conversation, "before")
    pages = store._rows("PRAGMA page_count")[0][0]
    store._rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(ChatStoreError, match="disk is full"):
        store.add_user_message(conversation, "x" * 100_000)
    assert [m.content for m in store.messages(conversation)] == ["before"]
    store._rows("PRAGMA max_page_count = 1000000")
    store.add_user_message(conversation, "after")
    assert [m.content for m in store.messages(conversation)] == ["before", "after"]
    store.close()


def test_a_read_only_database_is_said(tmp_path: Path) -> None:
    store = ChatStore(tmp_path / "chats.db")
    conversation = store.create_conversation().id
    store._rows("PRAGMA query_only = ON")
    with pytest.raises(ChatStoreError, match="cannot be written"):
        store.add_user_message(conversation, "x")
    assert store.messages(conversation) == []
    store.close()


def test_a_place_that_cannot_hold_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ChatStoreError, match="cannot be made"):
        ChatStore(tmp_path / "file" / "chats.db")
