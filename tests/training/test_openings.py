"""First words of a user's turn."""

from __future__ import annotations

import random
from collections import Counter

from desktop_app.training.openings import Openings, opening, read_openings


def test_topics_are_filled_in() -> None:
    openings = Openings(("black holes",), (("chat", ("Explain {topic}", "{Topic}:")),))
    drawn = {openings.draw(random.Random(seed)) for seed in range(20)}
    assert drawn == {("chat", "Explain black holes"), ("chat", "Black holes:")}


def test_groups_are_equally_likely_whatever_their_size() -> None:
    source = random.Random(1)
    counts = Counter(opening(source)[0] for _ in range(8000))
    assert set(counts) == {name for name, _ in read_openings().groups}
    assert max(counts.values()) < 1.2 * min(counts.values())


def test_the_same_seed_draws_the_same_openings() -> None:
    first, second = random.Random(3), random.Random(3)
    assert [opening(first) for _ in range(50)] == [opening(second) for _ in range(50)]


def test_the_programs_own_leave_no_place_open() -> None:
    source = random.Random(2)
    assert not any("{" in opening(source)[1] for _ in range(3000))
