"""Replies that go round in circles."""

from __future__ import annotations

import random

import pytest

from desktop_app.training.loops import loops

LEAD = [*range(1000, 1060)]


@pytest.mark.parametrize(("period", "turns"), [(1, 6), (2, 6), (8, 6), (9, 3), (20, 3), (32, 3)])
def test_a_phrase_said_over_and_over_is_a_loop_and_once_less_is_none(period: int, turns: int) -> None:
    phrase = [*range(period)]
    assert loops([*LEAD, *phrase * turns], 0)
    assert not loops([*LEAD, 7777, *phrase * (turns - 1)], 0)


def test_the_prompt_does_not_count() -> None:
    said = [5] * 70
    assert loops([*LEAD, *said], 60)
    assert not loops([*said, *LEAD, 5, 5], 70)
    assert not loops([*[5] * 100, *[5] * 20], 100), "too short to judge"


def test_ordinary_text_is_no_loop() -> None:
    source = random.Random(1)
    text = [source.randrange(40) for _ in range(2000)]
    assert not any(loops(text[:end], 0) for end in range(60, 2000))
