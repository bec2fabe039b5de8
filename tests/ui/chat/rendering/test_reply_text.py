from __future__ import annotations

import json
from pathlib import Path

import pytest
from chat_rounds import round_of, rounds_of
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.reply_text import ReplyText, displayable, reply_of

TEXTS = json.loads((Path(__file__).parents[3] / "data" / "unicode.json").read_text(encoding="utf-8"))["texts"]
A, C, B, P = Origin.ACCEPTED, Origin.CORRECTED, Origin.BONUS, Origin.PLAIN


def origins(reply: ReplyText) -> list[Origin]:
    return [reply.tokens[owner].origin for owner in reply.owners]


def test_each_character_belongs_to_its_token() -> None:
    reply = ReplyText()
    reply.add_round(round_of([" one", " two"], [A, C]))
    reply.add_round(round_of([" x"], [P], 1))
    assert reply.text == " one two x"
    assert list(reply.owners) == [0] * 4 + [1] * 4 + [2] * 2
    assert [(m.round_position, m.emitted_position) for m in reply.tokens] == [(0, 0), (0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [([A, A], A), ([A, B], B), ([B, A], B), ([A, C], C), ([C, A], C), ([C, B], C), ([P, P], P)],
)
def test_a_character_of_several_tokens_shows_the_most_telling_origin(
    pieces: list[Origin], expected: Origin
) -> None:
    reply = ReplyText()
    # the first token ends inside the character and shows nothing
    for index, (text, origin) in enumerate(zip(["", "é!"], pieces, strict=True)):
        reply.add_round(round_of([text], [origin], index))
    assert origins(reply) == [expected, pieces[1]]


def test_a_joined_emoji_is_one_unit() -> None:
    reply = ReplyText()
    reply.add_round(round_of(["x👩"], [A]))
    reply.settle()
    reply.add_round(round_of(["\u200d🔬", "!"], [A, C], 1))
    assert len(set(reply.owners[1:4])) == 1
    reply.add_round(round_of(["\u0301"], [B], 2))
    assert origins(reply)[-2:] == [C, C], "the accent belongs to the corrected sign before it"
    assert reply.changed_from <= 1


def test_changed_from_reaches_back_to_a_character_that_changed_hands() -> None:
    reply = ReplyText()
    reply.add_round(round_of(["cafe"], [A]))
    reply.settle()
    reply.add_round(round_of(["\u0301s"], [C], 1))
    assert reply.changed_from == 3
    assert origins(reply) == [A, A, A, C, C, C]


@pytest.mark.parametrize("text", TEXTS)
def test_graphemes_never_have_two_owners(text: str) -> None:
    import regex

    reply = ReplyText()
    for round_ in rounds_of(text, list(text)):
        reply.add_round(round_)
    for found in regex.finditer(r"\X", reply.text):
        assert len(set(reply.owners[found.start() : found.end()])) == 1, found.group()


def test_control_characters_are_left_out_and_line_separators_are_lines() -> None:
    assert displayable("a\x00b\x1b[0m\r\n\tc\u2028d\u2029e\x9ff") == "ab[0m\n\tc\nd\nef"
    assert displayable("x\ufffcy\ufdd0\ud800z") == "x\ufffdy\ufffd\ufffdz"


@given(st.lists(st.text(max_size=5), max_size=8))
def test_text_is_what_the_tokens_said(pieces: list[str]) -> None:
    reply = ReplyText()
    for round_ in rounds_of("", pieces):
        reply.add_round(round_)
    assert reply.text == displayable("".join(pieces))
    assert len(reply.owners) == len(reply.text)
    assert all(0 <= owner < len(reply.tokens) for owner in reply.owners)


def test_stored_text_without_rounds_has_no_tokens() -> None:
    reply = reply_of(tuple(rounds_of("one two")), "one two and more")
    assert reply.owners[0] == 0
    assert reply.owners[-1] == -1
    other = reply_of(tuple(rounds_of("one two")), "something else")
    assert other.text == "something else"
    assert set(other.owners) == {-1}
