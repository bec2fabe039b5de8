"""Loops are found whatever their period, and ordinary text is not called one."""

from __future__ import annotations

import random

import pytest

from desktop_app.decoding.looping import MAX_PERIOD, find_loop


def words(count: int, seed: int = 0) -> list[int]:
    """Text without a pattern."""
    source = random.Random(seed)
    return [source.randrange(50_000) for _ in range(count)]


@pytest.mark.parametrize("period", [1, 2, 7, 31, MAX_PERIOD])
def test_a_repeated_end_is_a_loop_of_its_period(period: int) -> None:
    turns = max(3, -(-32 // period))
    reply = [*words(40), *words(period, seed=1) * turns]
    found = find_loop(reply)
    assert found is not None
    assert found.period == period
    assert found.start == pytest.approx(40, abs=period)


def test_the_start_of_a_long_loop_is_its_beginning_not_its_last_turns() -> None:
    found = find_loop([*words(25), *words(10, seed=1) * 12])
    assert found is not None
    assert abs(found.start - 25) < 10


def test_a_loop_that_counts_is_one() -> None:
    sentence = words(12, seed=2)
    reply = [*words(20), *(token for number in range(5) for token in [70_000 + number, *sentence])]
    found = find_loop(reply)
    assert found is not None
    assert found.period == 13


@pytest.mark.parametrize(
    "reply",
    [
        [],
        [1] * 31,
        words(160),
        [*words(60), *words(20, seed=3) * 2],  # said twice
        [*words(20, seed=4) * 4, *words(40)],  # it found its way out
        [token for pair in zip(words(80), [13] * 80, strict=True) for token in pair],  # lines of a list
    ],
    ids=["empty", "short", "prose", "twice", "left", "lines"],
)
def test_what_is_no_loop(reply: list[int]) -> None:
    assert find_loop(reply) is None
