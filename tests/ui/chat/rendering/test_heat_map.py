"""Acceptance per paragraph, recomputed from the rounds."""

from __future__ import annotations

import re

import pytest
from chat_rounds import REPLY, cut, rounds_of
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.rounds import Origin, Round
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Text
from desktop_app.ui.chat.rendering.heat_map import Heat, HeatMap
from desktop_app.ui.chat.rendering.reply_text import ReplyText

TEXT = "One two three four.\nSame paragraph.\n\n# Head\nUnder it.\n\n```py\na = 1\n\nb = 2\n```\nAfter it."


def reply_of(rounds: list[Round]) -> ReplyText:
    reply = ReplyText()
    for round_ in rounds:
        reply.add_round(round_)
    return reply


def paragraphs(reply: ReplyText, heat: HeatMap | None = None) -> list[Heat]:
    heat = heat or HeatMap(reply)
    return list(dict.fromkeys(heat.at(token) for token in range(len(reply.tokens))))


def by_hand(reply: ReplyText, heat: Heat) -> tuple[int, int, float]:
    """Accepted, tested and rounds of its tokens, one after the other."""
    accepted = tested = 0
    rounds = 0.0
    for mark in reply.tokens[heat.first : heat.last]:
        accepted += mark.origin is Origin.ACCEPTED
        tested += mark.origin in (Origin.ACCEPTED, Origin.CORRECTED)
        rounds += 1 / len(reply.rounds[mark.round_position].emitted)
    return accepted, tested, rounds


def text_of(reply: ReplyText, heat: Heat) -> str:
    return "".join(
        reply.rounds[mark.round_position].emitted[mark.emitted_position].text
        for mark in reply.tokens[heat.first : heat.last]
    )


def test_a_paragraph_ends_with_a_blank_line_a_heading_or_the_edge_of_code() -> None:
    reply = reply_of(rounds_of(TEXT, list(TEXT)))
    found = paragraphs(reply)
    assert [text_of(reply, heat).strip() for heat in found] == [
        "One two three four.\nSame paragraph.",
        "# Head",
        "Under it.",
        "```py\na = 1\n\nb = 2\n```",
        "After it.",
    ]
    assert [heat.code for heat in found] == [False, False, False, True, False]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_figures_are_those_of_the_tokens_and_sum_to_the_reply(size: int) -> None:
    rounds = rounds_of(REPLY, cut(REPLY, [size]))
    # a bonus with no draft before it is none
    rounds = [round_ for round_ in rounds if round_.drafts]
    reply = reply_of(rounds)
    found = paragraphs(reply)
    assert len(found) > 8
    for heat in found:
        assert (heat.accepted, heat.tested, heat.rounds) == pytest.approx(by_hand(reply, heat))
    tally = Tally.of(rounds)
    assert [heat.first for heat in found[1:]] == [heat.last for heat in found[:-1]]
    assert sum(heat.accepted for heat in found) == tally.accepted
    assert sum(heat.tested for heat in found) == tally.tested_levels
    assert sum(heat.rounds for heat in found) == pytest.approx(tally.rounds)
    assert sum(heat.last - heat.first for heat in found) == tally.emitted


@given(st.text("ab \n#`~", max_size=60), st.integers(1, 4))
def test_streamed_it_is_what_it_is_at_once(text: str, size: int) -> None:
    rounds = rounds_of(text, cut(text, [size]))
    reply, heat = ReplyText(), None
    for round_ in rounds:
        reply.add_round(round_)
        heat = heat or HeatMap(reply)
        heat.at(len(reply.tokens) - 1)
    if heat is not None:
        whole = reply_of(rounds)
        assert paragraphs(reply, heat) == paragraphs(whole)


def test_only_what_is_new_is_read_again() -> None:
    """The running line is looked at each time, settled ones never."""
    reply = reply_of(rounds_of("word " * 50 + "\n\n", ["word "] * 50 + ["\n\n"]))
    heat = HeatMap(reply)
    heat.at(0)
    reply.text = "x" * 252 + reply.text[252:]
    for round_ in rounds_of("more text"):
        reply.add_round(round_)
    assert heat.at(len(reply.tokens) - 1).first == 51
    assert heat.at(0).last == 51


def test_the_line_that_is_being_written_counts_already() -> None:
    reply = reply_of(rounds_of("Done.\n\nGoing", ["Done.", "\n\n", "Going"]))
    heat = HeatMap(reply)
    assert heat.at(2).first == 2
    assert heat.at(0).last == 2
    for round_ in rounds_of(" on"):
        reply.add_round(round_)
    assert (heat.at(2).first, heat.at(2).last) == (2, 4)


def test_text_without_tokens_has_no_part_in_it() -> None:
    reply = ReplyText()
    reply.add_text(Text("From a server.\n\n").text)
    for round_ in rounds_of("And a model."):
        reply.add_round(round_)
    (heat,) = paragraphs(reply)
    assert (heat.first, heat.last) == (0, len(reply.tokens))


def test_nothing_tested_is_no_rate() -> None:
    heat = Heat(0, 4, False, 0, 0, 4.0)
    assert heat.acceptance is None
    assert heat.tokens_per_round == 1.0
    assert Heat(0, 6, False, 3, 4, 2.0).acceptance == 0.75
    assert re.fullmatch(r"3\.0+", str(Heat(0, 6, False, 3, 4, 2.0).tokens_per_round))
