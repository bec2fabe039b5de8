"""A reply that goes round in circles is flagged while it is written, by the definition, not by accident."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loop_examples import HONEST, LOOPING
from round_factory import make_round

from desktop_app.decoding.looping import LASTING, MAX_PERIOD, LoopWatch, Repetition, find_loop
from desktop_app.decoding.rounds import Round

BREAKS = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 3)), max_size=6)


@st.composite
def replies(draw: st.DrawFn) -> list[int]:
    """Text, loops of several periods with places changed here and there, and text again."""
    tokens: list[int] = []
    source = random.Random(draw(st.integers(0, 10**6)))
    for _ in range(draw(st.integers(1, 3))):
        tokens += [
            source.randrange(draw(st.sampled_from([2, 5, 300]))) for _ in range(draw(st.integers(0, 40)))
        ]
        period = draw(st.integers(1, MAX_PERIOD))
        phrase = [source.randrange(300) for _ in range(period)]
        tokens += (phrase * (draw(st.integers(0, 180)) // period + 1))[: draw(st.integers(0, 180))]
        for place, token in draw(BREAKS):
            if place < len(tokens):
                tokens[place] = token
    return tokens


@given(replies())
@settings(max_examples=60, deadline=None)
def test_at_every_token_it_says_what_the_definition_says(tokens: list[int]) -> None:
    watch = LoopWatch()
    lasted: Repetition | None = None
    start = -1
    before = None
    for length, token in enumerate(tokens, start=1):
        watch.add_token(token)
        right = find_loop(tokens[:length])
        assert (watch.loop and watch.loop.period) == (right and right.period)
        if right is None:
            start = -1
        elif before is None or before.period != right.period:
            start = right.start if before is None else min(start, right.start)
        assert watch.loop is None or watch.loop.start == start
        if right is not None and length - start >= LASTING:
            lasted = Repetition(right.period, start, length, True)
        elif right is None and lasted is not None and lasted.goes_on:
            lasted = Repetition(lasted.period, lasted.start, lasted.end, False)
        assert watch.repetition == lasted
        before = right


def tokens_of(text: str) -> list[int]:
    """Words, digits, runs of signs and of blanks, a blank with what follows it: so most tokenizers begin."""
    pieces = re.findall(r" ?[^\W\d]+|\d| ?[^\w\s]+|\s+(?!\S)|\s+", text)
    known: dict[str, int] = {}
    return [known.setdefault(piece, len(known)) for piece in pieces]


def watched(text: str) -> LoopWatch:
    watch = LoopWatch()
    for token in tokens_of(text):
        watch.add_token(token)
    return watch


@pytest.mark.parametrize("name", HONEST)
def test_tables_code_lists_and_poems_are_never_flagged(name: str) -> None:
    watch = LoopWatch()
    for token in tokens_of(HONEST[name]):
        watch.add_token(token)
        assert watch.repetition is None


@pytest.mark.parametrize("name", LOOPING)
def test_what_repeats_itself_is_flagged(name: str) -> None:
    found = watched(LOOPING[name]).repetition
    assert found is not None
    assert found.goes_on


def test_a_reply_that_finds_its_way_out_was_repeating_itself() -> None:
    words = list(range(1000, 1040))
    watch = LoopWatch()
    for token in [*words, *([7, 8, 9] * 30), *range(2000, 2040)]:
        watch.add_token(token)
    assert watch.loop is None
    found = watch.repetition
    assert found is not None
    assert not found.goes_on
    assert found.start == pytest.approx(len(words), abs=3)
    assert 130 <= found.end <= 140


def rounds(texts: list[str]) -> list[Round]:
    return [make_round(emitted=["plain"], texts=[text], index=i) for i, text in enumerate(texts)]


def test_a_stop_token_does_not_count() -> None:
    """Nor any other last token without text, until another follows."""
    watch = LoopWatch.of(rounds(["a"] * 40 + [""]))
    assert len(watch._tokens) == 40
    watch.add(rounds(["b"])[0])
    assert len(watch._tokens) == 42


def test_a_token_costs_the_same_however_long_the_reply_is() -> None:
    """What is kept for comparing does not grow, whatever was written."""
    watch = LoopWatch()
    source = random.Random(1)
    for _ in range(3000):
        watch.add_token(source.randrange(3))
    assert sum(map(len, watch._agreed)) <= 3 * MAX_PERIOD * MAX_PERIOD
    assert all(len(places) <= MAX_PERIOD + 1 for places in watch._places.values())
