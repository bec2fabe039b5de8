"""Damage of every kind: the store opens, the damaged file is kept, and what can be read of it is there."""

import os
import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sample_rounds import plain_round

from desktop_app.chats import database, salvage
from desktop_app.chats.store import ChatStore, ChatStoreError

PAGE = 4096
Damage = Callable[[bytes, random.Random], bytes]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five conversations with branches, rounds and unsent text."""
    path = tmp_path_factory.mktemp("sound") / "chats.db"
    store = ChatStore(path)
    for chat in range(5):
        conversation = store.create_conversation().id
        store.options.set_unsent(conversation, f"unsent {chat}")
        for turn in range(12):
            asked = store.add_user_message(conversation, f"question {chat}.{turn} " * 12)
            reply = store.begin_reply(conversation)
            for index in range(8):
                store.add_round(reply.id, plain_round(index, f" {chat}.{turn}.{index}"))
            store.finish_reply(reply.id, "eos", store_text(chat, turn), None)
        store.tree.edit(asked.id, f"edited {chat} " * 20)
    store.close()
    return path


def store_text(chat: int, turn: int) -> str:
    return "".join(f" {chat}.{turn}.{index}" for index in range(8))


def contents(store: ChatStore) -> dict[str, str]:
    return {m.id: m.content for c in store.conversations() for m in store.tree.all_messages(c.id)}


def read_everything(store: ChatStore) -> None:
    """Whatever the window may ask for."""
    for conversation in store.conversations():
        for message in store.messages(conversation.id):
            store.rounds(message.id)
        store.tree.all_messages(conversation.id)
        store.tree.outline(conversation.id)
        store.options.settings(conversation.id)
        store.options.unsent(conversation.id)
    store.search("question")


def whole(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def root_pages(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as connection:
        return {1} | {row[0] for row in connection.execute("SELECT rootpage FROM sqlite_master")}


def test_one_lost_page_costs_what_stood_on_it(sound: Path, tmp_path: Path) -> None:
    with closing(ChatStore(sound)) as store:
        everything = contents(store)
    content, roots = sound.read_bytes(), root_pages(sound)
    pages = [page for page in range(2, len(content) // PAGE + 1) if page not in roots]
    assert len(pages) > 40
    lost_at_all: set[str] = set()
    for page in pages:
        path = tmp_path / str(page) / "chats.db"
        path.parent.mkdir()
        path.write_bytes(content[: (page - 1) * PAGE] + bytes(PAGE) + content[page * PAGE :])
        store = ChatStore(path)
        found = contents(store)
        assert found.items() <= everything.items()
        # no message takes less room than this
        assert len(everything) - len(found) <= PAGE // 150
        lost_at_all |= everything.keys() - found.keys()
        read_everything(store)
        store.add_user_message(store.conversations()[0].id, "goes on")
        assert len(store.search("goes on")) == 1
        store.close()
        whole(path)
    assert lost_at_all


def cut_short(content: bytes, rng: random.Random) -> bytes:
    return content[: rng.randrange(len(content))]


def zeros(content: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(content))
    return content[:start] + bytes(min(rng.randrange(1, 20_000), len(content) - start)) + b""


def random_bytes(content: bytes, rng: random.Random) -> bytes:
    broken = bytearray(content)
    for _ in range(rng.choice((1, 10, 300))):
        broken[rng.randrange(len(broken))] = rng.randrange(256)
    return bytes(broken)


def random_pages(content: bytes, rng: random.Random) -> bytes:
    broken = bytearray(content)
    for _ in range(rng.choice((1, 5, 30))):
        start = rng.randrange(len(broken) // PAGE) * PAGE
        broken[start : start + PAGE] = rng.randbytes(PAGE)
    return bytes(broken)


@pytest.mark.parametrize("damage", [cut_short, zeros, random_bytes, random_pages])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_the_damage_the_store_opens_and_can_be_read(
    sound: Path, tmp_path: Path, damage: Damage, seed: int
) -> None:
    path = tmp_path / "chats.db"
    broken = damage(sound.read_bytes(), random.Random(seed))
    path.write_bytes(broken)
    store = ChatStore(path)
    store.recover()
    read_everything(store)
    conversation = store.create_conversation("works").id
    store.add_user_message(conversation, "works")
    store.close()
    asides = list(tmp_path.glob("chats.db.corrupt-*"))
    assert bool(asides) == bool(store.notice)
    assert all(aside.read_bytes() == broken for aside in asides)
    if asides:
        whole(path)
    again = ChatStore(path)
    assert conversation in {chat.id for chat in again.conversations()}
    again.close()


@pytest.mark.parametrize(
    "statement",
    [
        "PRAGMA user_version = -7",
        "PRAGMA user_version = 123456789",
        "PRAGMA user_version = 0",
        "ALTER TABLE unsent RENAME TO unseen",
        "ALTER TABLE messages RENAME COLUMN tally TO tall",
    ],
)
def test_a_file_that_contradicts_itself_is_damaged(sound: Path, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "chats.db"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()
    with closing(ChatStore(sound)) as store:
        everything = contents(store)
    store = ChatStore(path)
    assert "damaged" in store.notice
    assert "conversations 5, messages 125" in store.notice
    assert contents(store) == everything
    read_everything(store)
    store.close()


def test_what_was_in_the_journal_is_salvaged_too(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    shutil.copy(sound, path)
    writer = ChatStore(path)
    conversation = writer.conversations()[0].id
    last = writer.add_user_message(conversation, "in the journal")
    # as a killed program leaves it
    for side in ("", "-wal"):
        shutil.copy(f"{path}{side}", tmp_path / f"killed.db{side}")
    writer.close()
    killed = tmp_path / "killed.db"
    content = bytearray(killed.read_bytes())
    page = next(p for p in range(20, 40) if p not in root_pages(sound))
    content[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    killed.write_bytes(content)
    store = ChatStore(killed)
    assert "damaged" in store.notice
    assert store.messages(conversation)[-1].id == last.id
    store.close()


@pytest.mark.parametrize("moment", ["reading", "moved"])
def test_killed_while_salvaging(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    path = tmp_path / "chats.db"
    content = sound.read_bytes()
    path.write_bytes(content[:-PAGE] + b"\xff" * PAGE)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    where = (salvage, "_copy") if moment == "reading" else (database, "replace_damaged")
    if moment == "moved":
        real = database.replace_damaged

        def half(place: Path) -> str:
            from desktop_app.chats import damaged_file

            monkeypatch.setattr(damaged_file, "finish_replacement", killed)
            return real(place)

        monkeypatch.setattr(*where, half)
    else:
        monkeypatch.setattr(*where, killed)
    with pytest.raises(KeyboardInterrupt):
        ChatStore(path)
    monkeypatch.undo()
    store = ChatStore(path)
    assert len(store.conversations()) == 5
    store.close()
    whole(path)


def test_a_folder_in_its_place_makes_way(tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    path.mkdir()
    (path / "something").write_text("of the user")
    store = ChatStore(path)
    (aside,) = tmp_path.glob("chats.db.corrupt-*")
    assert str(aside) in store.notice
    assert (aside / "something").read_text() == "of the user"
    store.create_conversation("works")
    store.close()


@pytest.mark.parametrize("really", [True, False])
def test_a_file_that_may_not_be_read_makes_way(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, really: bool
) -> None:
    path = tmp_path / "chats.db"
    shutil.copy(sound, path)
    if really:
        if sys.platform == "win32" or os.geteuid() == 0:
            pytest.skip("needs a user who may not read everything")
        path.chmod(0)
    else:
        monkeypatch.setattr(os, "access", lambda *_: False)
    store = ChatStore(path)
    monkeypatch.undo()
    (aside,) = tmp_path.glob("chats.db.corrupt-*")
    assert str(aside) in store.notice
    assert "may not be read" in store.notice
    assert store.conversations() == []
    store.close()
    aside.chmod(0o600)
    assert aside.read_bytes() == sound.read_bytes()


def test_damage_found_in_use_is_dealt_with_at_the_next_start(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files that are too big to be checked at every start too."""
    monkeypatch.setattr(database, "_CHECKED_BYTES", 0)
    path = tmp_path / "chats.db"
    content = sound.read_bytes()
    with closing(sqlite3.connect(sound)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'parts'").fetchone()
    path.write_bytes(content[: (root - 1) * PAGE] + b"\xff" * PAGE + content[root * PAGE :])
    store = ChatStore(path)
    assert store.notice == ""
    message = store.messages(store.conversations()[0].id)[1]
    with pytest.raises(ChatStoreError, match="start Slipstream again"):
        store.rounds(message.id)
    store.close()
    again = ChatStore(path)
    assert "damaged" in again.notice
    assert again.tree.path_to(message.id)[-1].content == message.content
    again.close()
    third = ChatStore(path)
    assert third.notice == ""
    third.close()
    (aside,) = tmp_path.glob("chats.db.corrupt-*")
    assert {file.name for file in tmp_path.iterdir()} == {"chats.db", aside.name}


def test_figures_that_are_damaged_cost_the_figures_only(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "chats.db"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE messages SET started = '[', tally = '{\"rounds\": \"many\"}', created = 1e300"
        )
        connection.execute("UPDATE messages SET role = 'assistaot' WHERE rowid = 2")
        connection.execute("UPDATE messages SET content = CAST(x'ff41' AS TEXT) WHERE rowid = 1")
        connection.execute("UPDATE parts SET round = substr(round, 2) WHERE seq = 3")
        connection.execute("UPDATE conversations SET updated = 'never'")
        connection.commit()
    store = ChatStore(path)
    assert store.notice == ""
    first = store.tree.all_messages(store.conversations()[-1].id)
    assert (first[0].content, first[0].created, first[0].tally) == ("\ufffdA", 0.0, None)
    assert (first[3].started, first[3].content) == (None, store_text(0, 1))
    assert store.rounds(first[3].id) == ()
    assert {chat.updated for chat in store.conversations()} == {0.0}
    store.close()
