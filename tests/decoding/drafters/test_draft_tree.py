"""The tree that grows where the drafter believes in it."""

from __future__ import annotations

import itertools
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.drafters.draft_tree import DraftTree


def add(tree: DraftTree, parent: int, *chances: float) -> None:
    tokens = range(len(tree.tokens) + 10, len(tree.tokens) + 10 + len(chances))
    tree.add(parent, list(tokens), [log(chance) for chance in chances], list(chances))


def test_the_most_valuable_drafts_are_kept_across_levels() -> None:
    tree = DraftTree(limit=4, width=2)
    add(tree, -1, 0.6, 0.3, 0.1)
    assert tree.frontier() == [0, 1]
    add(tree, 0, 0.9, 0.05)
    add(tree, 1, 0.5, 0.5)
    # 0.6, 0.54, 0.3, 0.15, 0.15, 0.1, 0.03: of the equals the first
    assert tree.best() == [0, 3, 1, 5]
    assert tree.path(5) == [1, 5]
    assert tree.path(-1) == []


def test_children_are_asked_only_of_what_would_be_handed_over() -> None:
    tree = DraftTree(limit=3, width=3)
    add(tree, -1, 0.9, 0.05, 0.04, 0.01)
    assert tree.frontier() == [0, 1, 2]
    add(tree, 0, 0.8, 0.15)
    add(tree, 1, 0.9)
    add(tree, 2, 0.9)
    assert tree.frontier() == [4, 5], "0.72 and 0.135 beside 0.9; the others would be left out"
    add(tree, 4, 0.001)
    assert tree.frontier() == []


def test_width_is_a_limit_for_the_level() -> None:
    tree = DraftTree(limit=9, width=2)
    add(tree, -1, 0.2, 0.5, 0.3)
    assert tree.frontier() == [1, 2], "the best first"
    assert tree.mass([1, 2]) == pytest.approx(0.8)


def test_certain_children_stay_behind_their_parents() -> None:
    tree = DraftTree(limit=3, width=1)
    add(tree, -1, 1.0)
    for parent in range(4):
        tree.frontier()
        add(tree, parent, 1.0)
    assert tree.best() == [0, 1, 2]


chances = st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=4)


@given(st.lists(chances, min_size=1, max_size=12), st.integers(1, 12), st.integers(1, 4))
def test_what_is_handed_over_hangs_together_and_is_the_best_such_tree(
    answers: list[list[float]], limit: int, width: int
) -> None:
    """Compared with every set of drafts that hangs together, where these are few."""
    tree = DraftTree(limit, width)
    given_ = iter(answers)
    asked = [-1]
    while asked:
        for draft in asked:
            add(tree, draft, *next(given_, []))
        asked = tree.frontier()
    best = tree.best()
    assert len(best) == min(limit, len(tree.tokens))
    for place, draft in enumerate(best):
        assert tree.parents[draft] == -1 or tree.parents[draft] in best[:place]
    for one, other in itertools.pairwise(best):
        assert tree.values[one] >= tree.values[other]
    if len(tree.tokens) <= 10:
        hanging = [
            chosen
            for chosen in itertools.combinations(range(len(tree.tokens)), len(best))
            if all(tree.parents[draft] in (-1, *chosen) for draft in chosen)
        ]
        assert tree.mass(best) == pytest.approx(max(map(tree.mass, hanging)))
