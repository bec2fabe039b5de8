"""Our own JSON: what was exported comes back equal, anything else is one sentence and leaves no trace."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from exported_conversations import asked_and_answered, conversations, two_rounds
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_rounds import plain_round

from desktop_app.chats.export_json import conversations_from_json, conversations_to_json
from desktop_app.chats.exported import (
    ChatFileError,
    ExportedConversation,
    export_conversation,
)
from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.tally import Tally


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChatStore]:
    store = ChatStore(tmp_path / "chats.db")
    yield store
    store.close()


def again(text: str) -> tuple[ExportedConversation, ...]:
    return conversations_from_json(json.loads(text))


@given(st.lists(conversations(), max_size=2))
def test_text_and_back(exported: list[ExportedConversation]) -> None:
    text = conversations_to_json(exported)
    assert text.isascii()
    assert again(text) == tuple(exported)


@given(conversations())
@settings(max_examples=50)
def test_through_the_store_and_back(store: ChatStore, exported: ExportedConversation) -> None:
    (new,) = store.imports.add([exported])
    assert new in store.conversations()
    path = store.messages(new.id)
    assert [m.content for m in path] == [m.content for m in exported.path()]
    assert export_conversation(store, new) == exported


def test_a_conversation_of_the_store_comes_back_equal(store: ChatStore) -> None:
    chat = store.create_conversation()
    store.add_user_message(chat.id, "What is a wake?\n\n  价 \U0001f600")
    reply = store.begin_reply(chat.id)
    store.set_started(reply.id, {"event": "request", "model": "m", "mode": "plain", "k": "auto"})
    for round_ in two_rounds():
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", "The wake.", Tally.of(two_rounds()).summary())
    broken = store.begin_reply(chat.id)
    store.fail_reply(broken.id, "Out of memory.")
    exported = export_conversation(store, store.conversations()[0])
    assert exported.path() == list(exported.messages)
    assert [m.rounds for m in exported.messages] == [(), two_rounds(), ()]

    (new,) = store.imports.add(again(conversations_to_json([exported])))
    assert new.id != chat.id
    assert export_conversation(store, new) == exported
    assert len(store.conversations()) == 2


def test_a_reply_that_is_being_written_is_exported_as_far_as_it_is(store: ChatStore) -> None:
    chat = store.create_conversation("now")
    store.add_user_message(chat.id, "hello")
    reply = store.begin_reply(chat.id)
    store.add_round(reply.id, plain_round(0, "half\ud83d"))
    last = export_conversation(store, chat).messages[-1]
    assert (last.content, last.status) == ("half\ufffd", "interrupted")


def test_an_imported_speed_is_not_this_machines_plain_reference(store: ChatStore) -> None:
    made = tuple(plain_round(index, " x") for index in range(20))
    started = {"model": "m", "mode": "plain"}
    store.imports.add([asked_and_answered("?", *made, started=started, tally=Tally.of(made).summary())])
    assert store.last_plain_reply("m") is None


def test_numbers_that_are_not_numbers_are_exported_and_imported() -> None:
    odd = plain_round(0, "x")
    odd = type(odd)(0, "none", (), odd.emitted, odd.timing, float("nan"))
    (back,) = again(conversations_to_json([asked_and_answered("?", odd)]))
    assert back.messages[1].rounds[0].at is None


def test_keys_of_later_versions_are_ignored() -> None:
    exported = asked_and_answered("?", *two_rounds(), tally=Tally.of(two_rounds()).summary())
    data = json.loads(conversations_to_json([exported]))

    def add_key(value: Any) -> None:
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            add_key(inner)
        if isinstance(value, dict):
            value["later"] = [1, {"x": None}]

    add_key(data)
    (back,) = conversations_from_json(data)
    assert replace(back, settings={}) == exported, "what the settings hold is not looked into"


def change(*keys: Any, value: Any) -> Callable[[Any], None]:
    def apply(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] = value

    return apply


def drop(*keys: Any) -> Callable[[Any], None]:
    def apply(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        del data[keys[-1]]

    return apply


CHAT = ("conversations", 0)
REPLY = (*CHAT, "messages", 1)
ROUND = (*REPLY, "rounds", 0)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (change("version", value=2), "newer version"),
        (drop("version"), "version .* missing"),
        (change("version", value="1"), "version .* missing"),
        (drop("conversations"), "“conversations” is missing"),
        (change("conversations", value={}), "“a list” makes no sense"),
        (change("conversations", value=[1]), "a value makes no sense"),
        (drop(*CHAT, "title"), "“title” is missing"),
        (change(*CHAT, "title", value=1), "“title” makes no sense"),
        (change(*CHAT, "created", value=-1), "“created” makes no sense"),
        (change(*CHAT, "updated", value=1e12), "“updated” makes no sense"),
        (change(*CHAT, "updated", value=None), "“updated” makes no sense"),
        (change(*CHAT, "leaf", value=2), "“leaf” makes no sense"),
        (change(*CHAT, "leaf", value=True), "“leaf” makes no sense"),
        (change(*REPLY, "parent", value=1), "“parent” makes no sense"),
        (change(*REPLY, "parent", value=-1), "“parent” makes no sense"),
        (change(*REPLY, "role", value="tool"), "“role” makes no sense"),
        (change(*REPLY, "role", value=["user"]), "“role” makes no sense"),
        (change(*REPLY, "content", value=None), "“content” makes no sense"),
        (change(*REPLY, "status", value="streaming"), "“status” makes no sense"),
        (change(*REPLY, "started", value=[]), "“started” makes no sense"),
        (change(*REPLY, "started", value={"resolved": 1}), "“resolved” makes no sense"),
        (change(*REPLY, "started", value={"model": None}), "“model” makes no sense"),
        (change(*REPLY, "reason", value=1), "“reason” makes no sense"),
        (change(*REPLY, "tally", "rounds", value="many"), "“tally” makes no sense"),
        (change(*REPLY, "tally", "accepted_histogram", value=[None]), "“tally” makes no sense"),
        (change(*REPLY, "tally", "emitted", value=2**63), "“emitted” makes no sense"),
        (change(*REPLY, "tally", value=3), "a value makes no sense"),
        (drop(*ROUND, "timing"), "“timing” is missing"),
        (change(*ROUND, "at", value="soon"), "“rounds” makes no sense"),
        (change(*ROUND, "at", value=10**400), "“rounds” makes no sense"),
        (change(*ROUND, "drafts", 1, "parent", value=1), "“parent of a draft” makes no sense"),
        (change(*ROUND, "drafts", 0, "verdict", value="maybe"), "a value makes no sense"),
        (change(*ROUND, "emitted", 0, "origin", value="bonus"), "a value makes no sense"),
        (change(*ROUND, "emitted", 0, "p", value=True), "“rounds” makes no sense"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(damage: Callable[[Any], None], sentence: str) -> None:
    exported = asked_and_answered("?", *two_rounds(), tally=Tally.of(two_rounds()).summary())
    data = json.loads(conversations_to_json([exported]))
    damage(data)
    with pytest.raises(ChatFileError, match=sentence) as caught:
        conversations_from_json(data)
    assert str(caught.value).count("\n") == 0
    assert str(caught.value).endswith(".")


def test_nothing_is_half_imported(store: ChatStore) -> None:
    """The disk fills up at the last part of the second conversation."""
    store.create_conversation("mine")
    whole = asked_and_answered("?", *two_rounds())
    store._file._connection.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.parts WHEN (SELECT count(*) FROM parts) = 3"
        " BEGIN SELECT raise(ABORT, 'disk full'); END"
    )
    with pytest.raises(ChatStoreError):
        store.imports.add([whole, whole])
    assert [c.title for c in store.conversations()] == ["mine"]
    counts = [store._file.rows(f"SELECT count(*) FROM {table}")[0][0] for table in ("messages", "parts")]
    assert counts == [0, 0]
    store._file._connection.execute("DROP TRIGGER full")
    assert len(store.imports.add([whole, whole])) == 2


def test_what_was_imported_is_found_by_a_search(store: ChatStore) -> None:
    exported = replace(asked_and_answered("Which zeppelin flew first?", *two_rounds()), title="Airships")
    (new,) = store.imports.add([exported])
    for words in ("zeppelin", "airship"):
        assert [hit.conversation_id for hit in store.search(words)] == [new.id]
