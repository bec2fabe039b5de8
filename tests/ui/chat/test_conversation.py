"""What a model and a reader are shown of a path."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripted_engine import REPLY, plain_rounds

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Text
from desktop_app.ui.chat.conversation import model_messages, pieces_of, reading_pieces, shown_messages
from desktop_app.ui.chat.rendering.steps import finished
from desktop_app.ui.dashboard.plain_reference import PlainReferences


@pytest.fixture
def store(tmp_path: Path) -> ChatStore:
    return ChatStore(tmp_path / "chats.sqlite3")


def answered(store: ChatStore, chat: str, text: str, reason: str = "eos") -> str:
    reply = store.begin_reply(chat)
    store.finish_reply(reply.id, reason, text, None)
    return reply.id


def test_a_reply_and_what_goes_on_with_it_are_one_message(store: ChatStore) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, "Count.")
    first = answered(store, chat, "one, ", "length")
    second = store.tree.continue_reply(first)
    store.finish_reply(second.id, "length", "two, ", None)
    third = store.tree.continue_reply(second.id)
    store.finish_reply(third.id, "eos", "three", None)
    store.add_user_message(chat, "More.")
    path = store.messages(chat)
    assert model_messages(path) == (
        Message("user", "Count."),
        Message("assistant", "one, two, three"),
        Message("user", "More."),
    )
    shown = shown_messages(path)
    assert [message.content for message in shown] == ["Count.", "one, two, three", "More."]
    assert (shown[1].id, shown[1].last.id) == (first, third.id)


def test_a_reply_that_failed_while_it_went_on_keeps_its_question(store: ChatStore) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, "Count.")
    first = answered(store, chat, "one, ", "length")
    store.fail_reply(store.tree.continue_reply(first).id, "The disk is full.")
    assert model_messages(store.messages(chat)) == (Message("user", "Count."), Message("assistant", "one, "))


def test_what_was_empty_before_it_went_on_is_no_message_of_its_own(store: ChatStore) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, "Count.")
    empty = answered(store, chat, "", "cancelled")
    store.finish_reply(store.tree.continue_reply(empty).id, "eos", "one", None)
    assert model_messages(store.messages(chat)) == (Message("user", "Count."), Message("assistant", "one"))


def test_a_plain_reply_is_compared_by_its_own_question_also_on_another_branch(store: ChatStore) -> None:
    chat = store.create_conversation().id
    asked = store.add_user_message(chat, "The old question")
    reply = store.begin_reply(chat)
    store.set_started(reply.id, {"model": "m", "mode": "plain", "resolved": {}})
    rounds = plain_rounds()
    for round_ in rounds:
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", REPLY, Tally.of(rounds).summary())
    store.tree.edit(asked.id, "The new question")
    found = PlainReferences(store).find("m")
    assert found is not None
    assert found.messages == (Message("user", "The old question"),)
    assert found.rounds == tuple(rounds)


def test_a_long_reply_is_read_in_small_steps(store: ChatStore) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, "Count.")
    rounds = plain_rounds(" word" * 400)
    reply = store.begin_reply(chat)
    for round_ in rounds:
        store.add_round(reply.id, round_)
    store.finish_reply(reply.id, "eos", "".join(round_.text for round_ in rounds) + "!", None)
    parts = store.messages(chat)[-1:]
    steps = reading_pieces(parts, store.round_lines)
    assert sum(1 for _ in steps) >= len(rounds) // 25
    found = finished(reading_pieces(parts, store.round_lines))
    assert found == pieces_of(parts, store.rounds) == [*rounds, Text("!")]


def test_of_a_reply_with_a_damaged_round_the_text_is_left(store: ChatStore) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, "Count.")
    part = store.messages(chat)[-1]
    for lines in (["{"], ["null"], ['{"index": 0}']):
        assert finished(reading_pieces([part], lambda _, lines=lines: lines)) == [Text("Count.")]  # type: ignore[misc]
