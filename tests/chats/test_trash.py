"""Deleting takes a conversation out of sight; undo brings back all of it; purging is for good."""

from pathlib import Path

import pytest
from sample_rounds import plain_round
from test_store import plain_reply

from desktop_app.chats.store import ChatStore, ChatStoreError
from desktop_app.chats.trash import HIDDEN


def test_delete_and_undo(store: ChatStore) -> None:
    kept, chat = (store.create_conversation(title).id for title in ("kept", "chat"))
    store.add_user_message(chat, "hello")
    before, messages = store.conversation(chat), store.messages(chat)
    store.delete(chat)
    assert [c.id for c in store.conversations()] == [kept]
    assert [(c.id, c.deleted_at is not None) for c in store.trash.conversations()] == [(chat, True)]
    store.trash.restore(chat)
    store.trash.restore(chat)
    assert (store.conversation(chat), store.messages(chat)) == (before, messages)
    assert [c.id for c in store.conversations()] == [chat, kept]
    assert store.trash.conversations() == []


def test_the_trash_shows_what_was_deleted_last_first(store: ChatStore) -> None:
    ids = [store.create_conversation().id for _ in range(3)]
    for index in (1, 0, 2, 1):
        store.delete(ids[index])
    assert [c.id for c in store.trash.conversations()] == [ids[2], ids[0], ids[1]]


def test_a_reply_that_runs_is_kept_to_its_end(store: ChatStore, conversation: str) -> None:
    reply = store.begin_reply(conversation).id
    store.delete(conversation)
    store.add_round(reply, plain_round(0, "end"))
    store.finish_reply(reply, "eos", "end", None)
    store.trash.restore(conversation)
    assert [(m.status, m.content) for m in store.messages(conversation)] == [("complete", "end")]


def test_a_deleted_conversation_is_not_changed(store: ChatStore, conversation: str) -> None:
    store.delete(conversation)
    for act in (
        lambda: store.add_user_message(conversation, "x"),
        lambda: store.begin_reply(conversation),
        lambda: store.rename(conversation, "x"),
        lambda: store.duplicate(conversation, "x"),
    ):
        with pytest.raises(ChatStoreError, match="no longer exists"):
            act()
    assert store.messages(conversation) == []


def test_a_deleted_plain_reply_is_no_measure(store: ChatStore, conversation: str) -> None:
    older = plain_reply(store, store.create_conversation().id, "m", 16).id
    newer = plain_reply(store, conversation, "m", 16).id
    latest = store.last_plain_reply("m")
    assert latest is not None
    assert latest.id == newer
    store.delete(conversation)
    latest = store.last_plain_reply("m")
    assert latest is not None
    assert latest.id == older


def test_only_what_was_deleted_long_ago_is_purged(tmp_path: Path) -> None:
    now = 0.0
    store = ChatStore(tmp_path / "chats.db", clock=lambda: now)
    old, recent, kept = (store.create_conversation().id for _ in range(3))
    store.add_user_message(old, "old")
    store.delete(old)
    now = 10 * 86_400.0
    store.delete(recent)
    now = 30 * 86_400.0
    assert store.trash.expired(30) == []
    now += 1
    assert store.trash.expired(30) == [old]
    store.trash.erase(old)
    assert [c.id for c in store.trash.conversations()] == [recent]
    assert [c.id for c in store.conversations()] == [kept]
    assert store._rows("SELECT count(*) FROM messages") == [(0,)]
    with pytest.raises(ChatStoreError, match="no longer exists"):
        store.trash.restore(old)
    store.close()


def test_a_chat_of_many_messages_is_erased(store: ChatStore, conversation: str) -> None:
    with store._file.transaction():
        parent = None
        for i in range(1500):
            values = (str(i), conversation, parent)
            store._file.change(
                "INSERT INTO messages(id, conversation_id, parent_id, role, content, status, created)"
                " VALUES (?, ?, ?, 'user', 'x', 'complete', 0)",
                values,
            )
            parent = str(i)
        store._file.change("UPDATE conversations SET leaf_id = ? WHERE id = ?", (parent, conversation))
    other = store.create_conversation("other").id
    store.add_user_message(other, "kept")
    store.delete(conversation)
    store.trash.erase(conversation)
    assert store.trash.conversations() == []
    assert store._file.rows("SELECT content FROM messages") == [("kept",)]


def test_erasing_takes_only_what_is_in_the_trash(store: ChatStore, conversation: str) -> None:
    store.trash.erase(conversation)
    assert [c.id for c in store.conversations()] == [conversation]
    store.delete(conversation)
    store.trash.erase(conversation)
    store.trash.erase(conversation)
    assert store.trash.conversations() == []


def test_what_is_still_being_made_is_not_in_the_trash(store: ChatStore, conversation: str) -> None:
    store.delete(conversation)
    store._file.change("UPDATE conversations SET deleted_at = ? WHERE id = ?", (HIDDEN, conversation))
    assert store.trash.conversations() == []
