"""A stored reply as a trace: what the engine was asked, what it did, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from recorded import PLAN, PREFILLED, QUESTION, STARTED, events, recorded

from desktop_app.chats.store import ChatStore
from desktop_app.engines.base import Event, Failed, Finished, Prompt, PromptMessage, Text
from desktop_app.engines.recorder import record
from desktop_app.engines.trace import load_trace, trace_of
from desktop_app.ui.replay.kept_chat import conversation_of
from desktop_app.ui.replay.reply_trace import NoTraceError, save_reply

ASKED = replace(STARTED, prompt=None)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[ChatStore]:
    store = ChatStore(tmp_path / "chats.db")
    yield store
    store.close()


def replied(store: ChatStore, chat: str, played: list[Event]) -> str:
    reply = store.begin_reply(chat)
    for _ in record(iter([ASKED, *played[1:]]), store, reply.id):
        pass
    return reply.id


def chat_with(store: ChatStore, played: list[Event]) -> str:
    chat = store.create_conversation().id
    store.add_user_message(chat, QUESTION)
    replied(store, chat, played)
    return chat


def saved_of(store: ChatStore, chat: str, folder: Path, message: str = "") -> tuple[int, list[Event]]:
    goes = save_reply(store, chat, message, folder / "a.jsonl")
    return goes, list(load_trace(folder / "a.jsonl").events())


def test_a_reply_comes_out_as_it_was_recorded(store: ChatStore, tmp_path: Path) -> None:
    chat = chat_with(store, events())
    goes, found = saved_of(store, chat, tmp_path)
    prompt = Prompt((PromptMessage("user", QUESTION),))
    rounds = recorded().rounds
    assert goes == 1
    assert found == [replace(ASKED, prompt=prompt), PREFILLED, PLAN, *rounds, events()[-1]]


def test_the_prompt_has_the_system_prompt_and_earlier_replies_with_their_tokens(
    store: ChatStore, tmp_path: Path
) -> None:
    chat = chat_with(store, events("First answer."))
    store.options.set_settings(chat, {"system": "Be brief."})
    store.add_user_message(chat, "And then?")
    replied(store, chat, events("Second."))
    first = store.messages(chat)[1]
    _, found = saved_of(store, chat, tmp_path)
    tokens = [t.token for round_ in store.rounds(first.id) for t in round_.emitted]
    assert (
        found[0].prompt
        == Prompt(  # type: ignore[union-attr]
            (
                PromptMessage("system", "Be brief."),
                PromptMessage("user", QUESTION),
                # the token that ended it is no part of it
                PromptMessage("assistant", "First answer.", tuple(tokens[:-1])),
                PromptMessage("user", "And then?"),
            )
        )
    )
    _, found = saved_of(store, chat, tmp_path, first.id)
    assert trace_of(found, "x").text == "First answer."


def test_turns_that_were_left_out_are_left_out(store: ChatStore, tmp_path: Path) -> None:
    chat = chat_with(store, events("First answer."))
    store.add_user_message(chat, "And then?")
    reply = store.begin_reply(chat)
    played = [replace(ASKED, left_out=1), *events("Second.")[1:]]
    assert list(record(iter(played), store, reply.id)) == played
    _, found = saved_of(store, chat, tmp_path)
    assert found[0].prompt == Prompt((PromptMessage("user", "And then?"),))  # type: ignore[union-attr]


def test_a_reply_in_two_parts_is_the_last_behind_the_first(store: ChatStore, tmp_path: Path) -> None:
    chat = chat_with(store, events("It begins"))
    begun = store.messages(chat)[-1]
    more = store.tree.continue_reply(begun.id)
    list(record(iter([ASKED, *events(" and ends.")[1:]]), store, more.id))
    goes, found = saved_of(store, chat, tmp_path, begun.id)
    prompt = found[0].prompt  # type: ignore[union-attr]
    assert goes == 2
    assert prompt is not None
    assert prompt.continues
    assert [message.content for message in prompt.messages] == [QUESTION, "It begins"]
    assert trace_of(found, "x").text == " and ends."


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        (Failed("It broke."), Failed("It broke.")),
        (replace(events()[-1], reason="cancelled"), replace(events()[-1], reason="cancelled")),  # type: ignore[type-var]
        (None, None),
    ],
)
def test_every_end_is_kept(store: ChatStore, tmp_path: Path, end: Event | None, kept: Event | None) -> None:
    chat = store.create_conversation().id
    store.add_user_message(chat, QUESTION)
    reply = store.begin_reply(chat)
    rounds = list(recorded().rounds)
    running = record(iter([ASKED, *rounds, *([end] if end else [])]), store, reply.id)
    for _ in range(1 + len(rounds)):
        next(running)
    if end is None:
        running.close()
    else:
        next(running)
    assert load_trace_of(store, chat, tmp_path) == kept


def load_trace_of(store: ChatStore, chat: str, folder: Path) -> Event | None:
    _, found = saved_of(store, chat, folder)
    return trace_of(found, "x").end


def test_what_has_no_trace_is_said(store: ChatStore, tmp_path: Path) -> None:
    chat = store.create_conversation().id
    with pytest.raises(NoTraceError, match="no reply in this chat"):
        save_reply(store, chat, "", tmp_path / "a.jsonl")
    store.add_user_message(chat, QUESTION)
    reply = store.begin_reply(chat)
    with pytest.raises(NoTraceError, match="still being written"):
        save_reply(store, chat, "", tmp_path / "a.jsonl")
    store.finish_reply(reply.id, "eos", "Imported.", None)
    with pytest.raises(NoTraceError, match="No record was kept"):
        save_reply(store, chat, "", tmp_path / "a.jsonl")
    assert not (tmp_path / "a.jsonl").exists()


# -- and back ---------------------------------------------------------------------------------------------


def test_a_trace_that_is_kept_and_saved_again_is_the_same(store: ChatStore, tmp_path: Path) -> None:
    trace = recorded()
    (chat,) = store.imports.add([conversation_of(trace, 1000.0)])
    assert chat.title.startswith("How does")
    assert store.options.settings(chat.id) == {"system": "Be brief."}
    _, found = saved_of(store, chat.id, tmp_path)
    again = trace_of(found, "x")
    assert (again.rounds, again.end, again.prefilled) == (trace.rounds, trace.end, trace.prefilled)
    assert again.started == replace(STARTED, prompt=Prompt(STARTED.prompt.messages))  # type: ignore[union-attr]


@pytest.mark.parametrize("end", [Failed("It broke."), None])
def test_a_trace_without_a_question_or_an_end_can_be_kept(store: ChatStore, end: Event | None) -> None:
    trace = trace_of([ASKED, Text("Half "), *recorded().rounds, *([end] if end else [])], "x")
    (chat,) = store.imports.add([conversation_of(trace, 1000.0)])
    (message,) = store.messages(chat.id)
    assert message.role == "assistant"
    assert message.content == trace.text
    assert message.status == ("failed" if end else "interrupted")
    assert store.rounds(message.id) == ()
    assert not isinstance(end, Finished)
