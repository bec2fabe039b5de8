"""The parts of a switched reply: they make it up, and each has its own rate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_factory import make_round

from desktop_app.decoding.parts import Part, Parts
from desktop_app.decoding.plan import Mode, other
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally


def rounds_of(*parts: tuple[Mode, list[tuple[float, int]]]) -> list[Round]:
    """Of each part its mode and its rounds: at, tokens."""
    found: list[Round] = []
    for number, (mode, ends) in enumerate(parts):
        for place, (at, tokens) in enumerate(ends):
            emitted = ["accepted"] * (tokens - 1) + ["bonus" if tokens > 1 else "plain"]
            round_ = make_round(["accepted"] * (tokens - 1), emitted, index=len(found), at=at)
            found.append(replace(round_, switched=mode if number and not place else None))
    return found


def test_each_part_has_the_rate_from_the_end_of_its_first_round() -> None:
    rounds = rounds_of(
        ("speculative", [(1.0, 3), (1.5, 2), (2.0, 2)]),
        ("plain", [(2.25, 1), (2.5, 1), (2.75, 1)]),
        ("speculative", [(4.0, 4)]),
    )
    assert Parts.of(rounds).all() == [
        Part("speculative", 0, 7, 4 / 1.0),
        Part("plain", 7, 3, 2 / 0.5),
        Part("speculative", 10, 4, None),
    ]
    assert Parts.of(rounds).boundaries() == Parts.of(rounds).all()[1:]
    assert [part.end for part in Parts.of(rounds).all()] == [7, 10, 14]


@pytest.mark.parametrize("mode", ["plain", "speculative"])
def test_a_reply_that_was_not_switched_is_one_part_with_its_own_rate(mode: Mode) -> None:
    rounds = rounds_of((mode, [(0.5, 2), (0.75, 1), (1.5, 3)]))
    (part,) = Parts.of(rounds, mode).all()
    assert part == Part(mode, 0, 6, Tally.of(rounds).decode_tokens_per_s)
    assert not Parts.of(rounds).switched


def test_the_first_switch_tells_how_the_reply_began() -> None:
    rounds = rounds_of(("plain", [(1.0, 1)]), ("speculative", [(2.0, 2)]))
    assert [part.mode for part in Parts.of(rounds, "speculative").all()] == ["plain", "speculative"]


def test_nothing_yet_is_one_empty_part() -> None:
    assert Parts().all() == [Part("speculative", 0, 0, None)]


@given(
    st.sampled_from(["plain", "speculative"]),
    st.lists(st.lists(st.tuples(st.floats(0, 2), st.integers(1, 5)), min_size=1, max_size=5), min_size=1),
)
def test_parts_make_up_the_reply(mode: Mode, lengths: list[list[tuple[float, int]]]) -> None:
    at, parts, now = 0.0, [], mode
    for length in lengths:
        ends = []
        for seconds, tokens in length:
            at += seconds
            ends.append((at, tokens))
        parts.append((now, ends))
        now = other(now)
    rounds = rounds_of(*parts)
    found = Parts.of(rounds, mode).all()
    assert [part.mode for part in found] == [name for name, _ in parts]
    assert sum(part.tokens for part in found) == Tally.of(rounds).emitted
    assert [part.start for part in found[1:]] == [part.end for part in found[:-1]]
    assert all(part.decode_tokens_per_s is None or part.decode_tokens_per_s > 0 for part in found)
