"""What a conversation loses that outgrows the context, counted in the tokens of a tiny model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

import pytest
from tiny import ByteTokenizer, tiny_loaded

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import render_prompt
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Prefilled, Started
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.overflow import reply_room, without_oldest

T = TypeVar("T")

SYSTEM = Message("system", "be kind")
LIMIT = 200


def turns(count: int, size: int = 10) -> tuple[Message, ...]:
    """Questions and replies of so many characters, the last question without a reply."""
    pairs = [
        (Message("user", f"q{i:0{size - 1}}"), Message("assistant", f"a{i:0{size - 1}}"))
        for i in range(count)
    ]
    return tuple(message for pair in pairs for message in pair)[:-1]


def tokens(messages: tuple[Message, ...]) -> int:
    pieces = render_prompt(ByteTokenizer.chat_template, messages, {}, ByteTokenizer.control_tokens)
    return len(ByteTokenizer().encode_pieces(pieces))


def asked(messages: tuple[Message, ...], **changes: object) -> ChatRequest:
    request = ChatRequest(
        messages, SamplingParams(temperature=0.0), draft="none", max_tokens=40, seed=1, overflow="drop_oldest"
    )
    return replace(request, **changes)  # type: ignore[arg-type]


def run(engine: LocalEngine, request: ChatRequest) -> list[Event]:
    return list(engine.reply(request, ReplyControl()))


def only(events: list[Event], kind: type[T]) -> T:
    (found,) = (event for event in events if isinstance(event, kind))
    return found


@pytest.fixture
def engine() -> Iterator[LocalEngine]:
    engine = LocalEngine(tiny_loaded(context=LIMIT))
    yield engine
    engine.close()


# -- which turns go ---------------------------------------------------------------------------------------


def test_what_fits_stays_whole() -> None:
    messages = (SYSTEM, *turns(5))
    assert without_oldest(messages, lambda _: True) == (messages, 0)


@pytest.mark.parametrize("kept", range(1, 7))
def test_the_fewest_turns_go_and_never_the_system_prompt(kept: int) -> None:
    messages = (SYSTEM, *turns(7))
    most = 1 + 2 * kept - 1
    left, dropped = without_oldest(messages, lambda some: len(some) <= most)
    assert dropped == 7 - kept
    assert left == (SYSTEM, *messages[-(2 * kept - 1) :])


def test_the_last_turn_stays_even_where_nothing_fits() -> None:
    messages = (SYSTEM, *turns(6))
    assert without_oldest(messages, lambda _: False) == ((SYSTEM, messages[-1]), 5)
    alone = (SYSTEM, messages[-1])
    assert without_oldest(alone, lambda _: False) == (alone, 0)


def test_a_growing_conversation_begins_at_the_same_turn_for_a_while() -> None:
    begins = []
    for count in range(1, 200):
        left, dropped = without_oldest(turns(count), lambda some: len(some) < 64)
        assert len(left) < 64
        assert len(left) == 2 * (count - dropped) - 1
        begins.append(dropped)
    assert begins == sorted(begins)
    assert len(set(begins)) <= 1 + (200 - 32) / 4, "at most every fourth question moves the beginning"


def test_a_reply_gets_at_most_half_of_the_context() -> None:
    assert reply_room(1024, 8192) == 1024
    assert reply_room(1024, 512) == 256


# -- in the engine, by its tokenizer ----------------------------------------------------------------------


def test_exactly_what_leaves_the_reply_its_room_is_read(engine: LocalEngine) -> None:
    whole = (SYSTEM, *turns(6))
    room = LIMIT - 40
    expected = next(n for n in range(6) if tokens((SYSTEM, *turns(6)[2 * n :])) <= room)
    assert expected > 0
    events = run(engine, asked(whole))
    started, prefilled = only(events, Started), only(events, Prefilled)
    assert started.left_out == expected
    assert prefilled.tokens + prefilled.reused + 1 == tokens((SYSTEM, *whole[1 + 2 * expected :])) <= room


def test_one_token_decides_whether_a_turn_goes(engine: LocalEngine) -> None:
    messages = turns(4)
    spare = LIMIT - tokens(messages)
    assert only(run(engine, asked(messages, max_tokens=spare)), Started).left_out == 0
    assert only(run(engine, asked(messages, max_tokens=spare + 1)), Started).left_out == 1


def test_nothing_is_left_out_unless_it_is_asked_for(engine: LocalEngine) -> None:
    too_long = turns(9)
    assert tokens(too_long) >= LIMIT
    (started, failed) = run(engine, asked(too_long, overflow="stop"))
    assert isinstance(started, Started)
    assert started.left_out == 0
    assert isinstance(failed, Failed)
    assert "new chat" in failed.error


def test_a_last_message_that_is_too_long_alone_still_fails_with_a_sentence(engine: LocalEngine) -> None:
    end = run(engine, asked((*turns(3), Message("assistant", "a"), Message("user", "x" * 300))))[-1]
    assert isinstance(end, Failed)
    assert "shorten the message" in end.error


def test_the_cache_is_right_after_turns_were_dropped(engine: LocalEngine) -> None:
    """A chat that grows past the limit, in one engine; each reply is what an engine that only ever saw the
    remaining turns gives."""
    messages: tuple[Message, ...] = (SYSTEM,)
    left_out = []
    for number in range(8):
        messages = (*messages, Message("user", f"question {number}"))
        events = run(engine, asked(messages, session="long", exact=True))
        started, end = only(events, Started), only(events, Finished)
        left_out.append(started.left_out)
        other = LocalEngine(tiny_loaded(context=LIMIT))
        other._sessions.get("default").replies.update(engine._sessions.get("long").replies)
        seen = (SYSTEM, *messages[1 + 2 * started.left_out :])
        assert only(run(other, asked(seen, overflow="stop", exact=True)), Finished).text == end.text
        other.close()
        messages = (*messages, Message("assistant", end.text))
    assert left_out[0] == 0
    assert left_out[-1] > left_out[-3] > 0


def test_a_raw_prompt_loses_nothing(engine: LocalEngine) -> None:
    events = run(engine, asked((Message("user", "x" * 190),), raw=True, max_tokens=4))
    assert only(events, Started).left_out == 0
    assert only(events, Prefilled).tokens == 189


def test_a_stop_ends_the_counting(engine: LocalEngine) -> None:
    control = ReplyControl()
    control.stop()
    assert only(list(engine.reply(asked(turns(9)), control)), Finished).reason == "cancelled"
