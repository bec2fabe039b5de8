"""Random draft trees, and a drafter that proposes them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from scripted_drafters import Guess, ScriptedDrafter

from desktop_app.decoding.drafts import Drafts

MOST_DRAFTS = 7


@dataclass(frozen=True)
class Shape:
    """Parents of the drafts, and how far each is from the right token: 0 is right."""

    parents: tuple[int, ...]
    errors: tuple[int, ...]


@st.composite
def shapes(draw: st.DrawFn, most: int = MOST_DRAFTS) -> Shape:
    """Deep ones, wide ones and all between, with siblings of the same token; half of the drafts are right."""
    count = draw(st.integers(1, most))
    parents = tuple(draw(st.integers(-1, index - 1)) for index in range(count))
    errors = draw(st.lists(st.just(0) | st.integers(1, 3), min_size=count, max_size=count))
    return Shape(parents, tuple(errors))


@st.composite
def trees(draw: st.DrawFn, vocabulary: int) -> Drafts:
    """Chains too, and no drafts at all."""
    count = draw(st.integers(0, MOST_DRAFTS))
    parents = tuple(draw(st.integers(-1, index - 1)) for index in range(count))
    tokens = draw(st.lists(st.integers(0, vocabulary - 1), min_size=count, max_size=count))
    return Drafts(tuple(tokens), None, parents)


class TreeDrafter(ScriptedDrafter):
    """Proposes these trees in turn; guess(tokens) is the right token after those."""

    def __init__(self, guess: Guess, vocabulary: int, shapes: Sequence[Shape]) -> None:
        super().__init__(guess)
        self._vocabulary = vocabulary
        self._shapes = itertools.cycle(shapes)

    def propose(self, k: int) -> Drafts:
        shape = next(self._shapes)
        parents, errors = shape.parents[:k], shape.errors[:k]
        paths: list[list[int]] = []
        for parent, error in zip(parents, errors, strict=True):
            before = paths[parent] if parent >= 0 else []
            token = (self.guess([*self.tokens, *before]) + error) % self._vocabulary
            paths.append([*before, token])
        return Drafts(tuple(path[-1] for path in paths), None, parents)
