"""A tree of drafts that grows where the drafter believes in it. Free of torch.

After EAGLE-2 (Li et al. 2406.16858). A draft's value is the logarithm of the probability that it is reached
and stands: the sum of its own and its ancestors'. No child is worth more than its parent, so that the most
valuable drafts always hang together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence


class DraftTree:
    """limit: drafts handed over in the end. width: drafts of a level that are asked for children."""

    def __init__(self, limit: int, width: int) -> None:
        self._limit = limit
        self._width = width
        self._newest = 0
        self.tokens: list[int] = []
        self.parents: list[int] = []
        self.values: list[float] = []
        self.chances: list[float] = []

    def add(
        self, parent: int, tokens: Sequence[int], logs: Sequence[float], chances: Sequence[float]
    ) -> None:
        """Hangs children under a draft, -1 for the committed text.

        logs: for each the logarithm of the probability that it stands when its parent does, at most 0.
        chances: what is reported as its q.
        """
        above = self.values[parent] if parent >= 0 else 0.0
        for token, log, chance in zip(tokens, logs, chances, strict=True):
            self.tokens.append(token)
            self.parents.append(parent)
            self.values.append(above + log)
            self.chances.append(chance)

    def frontier(self) -> list[int]:
        """Of the drafts added since it was last asked the most valuable, without those that would not be
        handed over if the tree ended here: their children would not be either."""
        kept = set(self.best())
        level = [index for index in range(self._newest, len(self.tokens)) if index in kept]
        self._newest = len(self.tokens)
        return sorted(level, key=lambda index: -self.values[index])[: self._width]

    def mass(self, drafts: Sequence[int]) -> float:
        """The probability that one of these drafts, none above another, is reached and stands."""
        return sum(math.exp(self.values[index]) for index in drafts)

    def best(self) -> list[int]:
        """The most valuable drafts, parents before children and of siblings the best first."""
        order = sorted(range(len(self.tokens)), key=lambda index: -self.values[index])
        return order[: self._limit]

    def path(self, index: int) -> list[int]:
        """A draft and all above it, from the first level down; nothing for -1."""
        found: list[int] = []
        while index >= 0:
            found.append(index)
            index = self.parents[index]
        return found[::-1]
