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
    assert tree.frontier([-1]) == [0, 1]
    add(tree, 0, 0.9, 0.05)
    add(tree, 1, 0.5, 0.5)
    # 0.6, 0.54, 0.3, 0.15, 0.15, 0.1, 0.03: of the equals the first
    assert tree.best() == [0, 3, 1, 5]
    assert tree.path(5) == [1, 5]
    assert tree.path(-1) == []


def test_children_are_asked_only_of_what_would_be_handed_over() -> None:
    tree = DraftTree(limit=3, width=3)
    add(tree, -1, 0.9, 0.05, 0.04, 0.01)
    assert tree.frontier([-1]) == [0, 1, 2]
    add(tree, 0, 0.8, 0.15)
    add(tree, 1, 0.9)
    add(tree, 2, 0.9)
    assert tree.frontier([0, 1, 2]) == [4, 5], "0.72 and 0.135 beside 0.9; the others would be left out"
    add(tree, 4, 0.001)
    assert tree.frontier([4, 5]) == []


def test_width_is_a_limit_for_the_level() -> None:
    tree = DraftTree(limit=9, width=2)
    add(tree, -1, 0.2, 0.5, 0.3)
    assert tree.frontier([-1]) == [1, 2], "the best first"
    assert tree.mass([1, 2]) == pytest.approx(0.8)


def test_certain_children_stay_behind_their_parents() -> None:
    tree = DraftTree(limit=3, width=1)
    add(tree, -1, 1.0)
    for parent in range(4):
        tree.frontier([parent - 1])
        add(tree, parent, 1.0)
    assert tree.best() == [0, 1, 2]


# ---- copies


def copied_and_asked() -> DraftTree:
    """Copied: 50, 51, 52 of 0.5, 0.8 and 0.9. The head knows 50 as well, and nothing of the others."""
    tree = DraftTree(limit=9, width=2)
    tree.copy([50, 51, 52], [0.5, 0.8, 0.9])
    tree.add(-1, [60, 50], [log(0.3), log(0.6)], [0.3, 0.6])
    return tree


def test_the_head_adds_to_a_copied_chain() -> None:
    tree = copied_and_asked()
    assert (tree.tokens, tree.parents) == ([50, 51, 52, 60], [-1, 0, 1, -1])
    assert tree.copied == [False, True, True, False]
    assert tree.chances == [0.6, 0.8, 0.9, 0.3], "what the head says of its own, else what copies are worth"
    assert tree.frontier([-1]) == [0, 3]
    tree.add(0, [60], [log(0.2)], [0.2])
    assert tree.frontier([0, 3]) == [1, 4], "copied or not"


def test_who_believes_more_is_believed_for_what_hangs_below_too() -> None:
    tree = copied_and_asked()
    assert [tree.mass([draft]) for draft in range(3)] == pytest.approx([0.6, 0.48, 0.432])
    tree.add(0, [51], [log(0.1)], [0.1])
    assert [tree.mass([draft]) for draft in range(3)] == pytest.approx([0.6, 0.48, 0.432])
    assert (tree.chances[1], tree.copied[1]) == (0.1, False)


def test_what_is_open_is_what_does_not_hang_in_the_tree_yet() -> None:
    tree = DraftTree(limit=9, width=2)
    assert tree.open([-1]) == 1.0
    tree.copy([50, 51], [0.9, 0.5])
    assert tree.open([-1]) == pytest.approx(0.1)
    assert tree.open([0]) == pytest.approx(0.45)
    add(tree, -1, 0.05)
    assert tree.open([0, 2]) == pytest.approx(0.45 + 0.05)
    assert tree.open([]) == 0.0


chances = st.lists(st.floats(1e-6, 1.0), min_size=1, max_size=4)


@given(
    st.lists(chances, min_size=1, max_size=12),
    st.integers(1, 12),
    st.integers(1, 4),
    st.lists(st.floats(1e-6, 1.0), max_size=6),
)
def test_what_is_handed_over_hangs_together_and_is_the_best_such_tree(
    answers: list[list[float]], limit: int, width: int, copied: list[float]
) -> None:
    """Compared with every set of drafts that hangs together, where these are few. Some of the copied tokens
    are those that the head names as well."""
    tree = DraftTree(limit, width)
    tree.copy([11 + 2 * index for index in range(len(copied))], copied)
    given_ = iter(answers)
    asked = [-1]
    while asked:
        for draft in asked:
            add(tree, draft, *next(given_, []))
        asked = tree.frontier(asked)
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
