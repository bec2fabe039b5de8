"""A copy of a conversation has everything the original has, and shares nothing with it."""

from dataclasses import replace

import pytest
from sample_rounds import corrected_round, plain_round

from desktop_app.chats.store import ChatStore, ChatStoreError, StoredMessage
from desktop_app.decoding.tally import Tally


def filled(store: ChatStore, conversation: str) -> None:
    rounds = [corrected_round(0, "The", " wake"), plain_round(1, ".")]
    asked = store.add_user_message(conversation, "What is a wake?")
    reply = store.begin_reply(conversation)
    store.set_started(reply.id, {"event": "request", "model": "m", "mode": "plain"})
    for round_ in rounds:
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", "The wake.", Tally.of(rounds).summary())
    rest = store.tree.continue_reply(reply.id)
    store.add_text(rest.id, " More")
    store.fail_reply(rest.id, "Out of memory.")
    store.tree.edit(asked.id, "And a hull?")
    store.tree.branch_at(reply.id)


def without_ids(store: ChatStore, conversation: str) -> list[tuple[StoredMessage, int]]:
    """Each message with the place of its parent in the list."""
    messages = store.tree.all_messages(conversation)
    places = {message.id: place for place, message in enumerate(messages)}
    return [
        (replace(m, id="", conversation_id="", parent_id=None), places[m.parent_id] if m.parent_id else -1)
        for m in messages
    ]


def test_the_whole_tree_is_copied_under_new_ids(store: ChatStore, conversation: str) -> None:
    filled(store, conversation)
    copy = store.duplicate(conversation, "Copy\x00 of it")
    assert (copy.title, copy.id != conversation) == ("Copy of it", True)
    assert without_ids(store, copy.id) == without_ids(store, conversation)
    pairs = zip(store.tree.all_messages(conversation), store.tree.all_messages(copy.id), strict=True)
    for old, new in pairs:
        assert old.id != new.id
        assert store.rounds(new.id) == store.rounds(old.id)
    paths = [[m.content for m in store.messages(chat)] for chat in (conversation, copy.id)]
    assert paths == [["What is a wake?", "The wake."]] * 2


def test_a_copy_that_fails_leaves_nothing(store: ChatStore, conversation: str) -> None:
    filled(store, conversation)
    tables = ("conversations", "messages", "parts", "searchable")
    before = [store._file.rows(f"SELECT count(*) FROM {table}") for table in tables]
    store._file._connection.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.messages WHEN (SELECT count(*) FROM messages) = 7"
        " BEGIN SELECT raise(ABORT, 'disk full'); END"
    )
    with pytest.raises(ChatStoreError):
        store.duplicate(conversation, "copy")
    assert [store._file.rows(f"SELECT count(*) FROM {table}") for table in tables] == before
    assert store.trash.conversations() == []


def test_the_copy_goes_its_own_way(store: ChatStore, conversation: str) -> None:
    filled(store, conversation)
    before = without_ids(store, conversation)
    copy = store.duplicate(conversation, "copy").id
    store.add_user_message(copy, "more")
    assert without_ids(store, conversation) == before
    store.delete(conversation)
    store.trash.erase(conversation)
    assert len(store.tree.all_messages(copy)) == 5
    assert len(store.rounds(store.tree.all_messages(copy)[1].id)) == 2


def test_options_go_along_but_not_the_pin_and_the_unsent_text(store: ChatStore, conversation: str) -> None:
    store.options.pin(conversation, True)
    store.options.move_to_folder(conversation, "Ships")
    store.options.set_settings(conversation, {"k": 3})
    store.options.set_unsent(conversation, "half")
    copy = store.duplicate(conversation, "copy")
    assert (copy.pinned, copy.folder, copy.deleted_at) == (False, "Ships", None)
    assert (store.options.settings(copy.id), store.options.unsent(copy.id)) == ({"k": 3}, "")
    assert [c.id for c in store.conversations()] == [copy.id, conversation]


def test_a_reply_that_runs_is_copied_as_far_as_it_is(store: ChatStore, conversation: str) -> None:
    reply = store.begin_reply(conversation).id
    store.add_round(reply, plain_round(0, "so far"))
    copy = store.duplicate(conversation, "copy").id
    assert [(m.status, m.content) for m in store.messages(copy)] == [("interrupted", "so far")]
    store.add_round(reply, plain_round(1, ", on"))
    store.finish_reply(reply, "eos", "so far, on", None)
    assert [(m.status, m.content) for m in store.messages(conversation)] == [("complete", "so far, on")]
    assert [(m.status, m.content) for m in store.messages(copy)] == [("interrupted", "so far")]


def test_an_empty_conversation_and_a_copy_of_a_copy(store: ChatStore, conversation: str) -> None:
    copy = store.duplicate(conversation, "").id
    assert store.messages(copy) == []
    store.add_user_message(copy, "hello")
    again = store.duplicate(copy, "again").id
    assert [m.content for m in store.messages(again)] == ["hello"]


def test_the_copy_is_found_too(store: ChatStore, conversation: str) -> None:
    filled(store, conversation)
    copy = store.duplicate(conversation, "second").id
    assert {h.conversation_id for h in store.search("hull")} == {conversation, copy}
    assert [(h.conversation_id, h.message_id) for h in store.search("second")] == [(copy, None)]
