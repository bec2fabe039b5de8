"""One conversation, driven by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop_app.training.chat_turns import ChatTurns
from desktop_app.training.self_chat import USER_TEMPERATURE, Limits, Phase, SelfChat

STOP, START, NEWLINE, OTHER_CONTROL = 90, 91, 92, 93
TURNS = ChatTurns(before=(START, 1, NEWLINE), to_reply=(STOP, START, 2), to_user=(STOP, START, 1, NEWLINE))
LIMITS = Limits(question=6, reply=100, conversation=300)


def chat(opening: tuple[int, ...] = (10, 11), limits: Limits = LIMITS, turns: ChatTurns = TURNS) -> SelfChat:
    made = SelfChat(turns, {STOP}, {STOP, START, OTHER_CONTROL}, temperature=0.4)
    made.ask(opening, limits)
    return made


def feed(of: SelfChat, *tokens: int) -> None:
    for token in tokens:
        of.take(token)


def different() -> Iterator[int]:
    return iter(range(1000, 2000))


def test_a_question_a_reply_and_its_span() -> None:
    one = chat()
    feed(one, 0, 0, 20, 21, STOP)  # two places are the opening's
    assert one.ids == [START, 1, NEWLINE, 10, 11, 20, 21, STOP]
    feed(one, 0, 0, 30, 31, STOP)
    assert one.ids == [START, 1, NEWLINE, 10, 11, 20, 21, STOP, START, 2, 30, 31, STOP]
    exchange = one.exchange()
    assert exchange is not None
    assert exchange.spans == ((10, 13),)
    assert exchange.ids.tolist() == one.ids
    assert exchange.temperature == 0.4
    assert one.phase is Phase.ENDED


def test_questions_are_drawn_freely_and_replies_at_their_temperature() -> None:
    one = chat()
    assert one.temperature == USER_TEMPERATURE
    feed(one, 0, 0, 20, STOP)
    assert one.temperature == 0.4


@pytest.mark.parametrize("end", [STOP, OTHER_CONTROL, START])
def test_whatever_only_a_template_writes_ends_a_question(end: int) -> None:
    one = chat()
    feed(one, 0, 0, 20, end, 0, 0)
    assert one.ids[-3:] == [STOP, START, 2]
    assert end not in one.ids[3:-3]


def test_a_question_is_cut_at_its_limit() -> None:
    one = chat()
    feed(one, *[20] * 7)
    assert one.ids[3:] == [10, 11, 20, 20, 20, 20, STOP]


def test_a_question_of_one_word_is_dropped() -> None:
    one = chat(opening=(10,))
    feed(one, 0, STOP)
    assert one.phase is Phase.ENDED
    assert one.exchange() is None


def test_a_reply_is_cut_at_its_limit_and_then_nothing_can_follow() -> None:
    one = chat()
    numbers = different()
    feed(one, 0, 0, 20, STOP, 0, 0)
    while one.phase is Phase.REPLY:
        one.take(next(numbers))
    exchange = one.exchange()
    assert exchange is not None
    assert exchange.response_tokens == LIMITS.reply
    assert not one.can_go_on


def test_a_reply_that_loops_is_cut() -> None:
    one = chat()
    feed(one, 0, 0, 20, STOP, 0, 0)
    while one.phase is Phase.REPLY:
        one.take(5)
    exchange = one.exchange()
    assert exchange is not None
    assert exchange.response_tokens < LIMITS.reply


def test_another_turn_continues_after_the_stop_token() -> None:
    one = chat()
    feed(one, 0, 0, 20, STOP, 0, 0, 30, STOP)
    assert one.can_go_on
    one.ask((12,), LIMITS)
    feed(one, 0, 0, 0, 0, 22, 23, STOP, 0, 0, 33, 34, STOP)
    assert one.ids[-14:] == [30, STOP, START, 1, NEWLINE, 12, 22, 23, STOP, START, 2, 33, 34, STOP]
    exchange = one.exchange()
    assert exchange is not None
    assert [exchange.ids[start:end].tolist() for start, end in exchange.spans] == [[30, STOP], [33, 34, STOP]]


def test_a_second_question_that_comes_to_nothing_leaves_the_first_exchange_whole() -> None:
    one = chat()
    feed(one, 0, 0, 20, STOP, 0, 0, 30, STOP)
    one.ask((), LIMITS)
    feed(one, 0, 0, 0, STOP)
    exchange = one.exchange()
    assert exchange is not None
    assert exchange.ids.tolist() == [START, 1, NEWLINE, 10, 11, 20, STOP, START, 2, 30, STOP]


def test_the_conversation_ends_at_its_limit_with_the_reply_so_far() -> None:
    one = chat(limits=Limits(question=6, reply=100, conversation=15))
    numbers = different()
    feed(one, 0, 0, 20, STOP, 0, 0)
    while one.phase is Phase.REPLY:
        one.take(next(numbers))
    assert len(one.ids) == 15
    exchange = one.exchange()
    assert exchange is not None
    assert exchange.spans == ((9, 15),)


def test_without_a_way_to_the_next_user_turn_there_is_one_exchange() -> None:
    one = chat(turns=ChatTurns(TURNS.before, TURNS.to_reply, ()))
    feed(one, 0, 0, 20, STOP, 0, 0, 30, STOP)
    assert not one.can_go_on
