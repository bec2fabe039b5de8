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
        self._children: dict[int, list[int]] = {}
        self.tokens: list[int] = []
        self.parents: list[int] = []
        self.values: list[float] = []
        self.chances: list[float] = []
        self.copied: list[bool] = []

    def copy(self, tokens: Sequence[int], beliefs: Sequence[float]) -> None:
        """Begins with a chain that was not the head's idea. beliefs: for each token the probability that it
        stands when its parent does."""
        for token, belief in zip(tokens, beliefs, strict=True):
            self._append(len(self.tokens) - 1, token, math.log(belief), belief, copied=True)

    def add(
        self, parent: int, tokens: Sequence[int], logs: Sequence[float], chances: Sequence[float]
    ) -> None:
        """Hangs children under a draft, -1 for the committed text; one that was copied becomes the head's.

        logs: for each the logarithm of the probability that it stands when its parent does, at most 0.
        chances: what is reported as its q.
        """
        copies = {self.tokens[child]: child for child in self._children.get(parent, ())}
        for token, log, chance in zip(tokens, logs, chances, strict=True):
            if token in copies:
                self._confirm(copies[token], log, chance)
            else:
                self._append(parent, token, log, chance, copied=False)

    def _append(self, parent: int, token: int, log: float, chance: float, *, copied: bool) -> None:
        self._children.setdefault(parent, []).append(len(self.tokens))
        self.tokens.append(token)
        self.parents.append(parent)
        self.values.append(self._value(parent) + log)
        self.chances.append(chance)
        self.copied.append(copied)

    def _confirm(self, draft: int, log: float, chance: float) -> None:
        """Who believes more in it is believed, for what hangs under it as well."""
        more = self._value(self.parents[draft]) + log - self.values[draft]
        self.chances[draft] = chance
        self.copied[draft] = False
        if more > 0.0:
            below = [draft]
            for index in below:
                self.values[index] += more
                below.extend(self._children.get(index, ()))

    def _value(self, draft: int) -> float:
        return self.values[draft] if draft >= 0 else 0.0

    def frontier(self, parents: Sequence[int]) -> list[int]:
        """The most valuable children of these drafts, without those that would not be handed over if the
        tree ended here: their children would not be either."""
        kept = set(self.best())
        level = [child for parent in parents for child in self._children.get(parent, ()) if child in kept]
        return sorted(level, key=lambda index: (-self.values[index], index))[: self._width]

    def open(self, drafts: Sequence[int]) -> float:
        """The probability that one of these drafts, none above another, is reached and stands, and then the
        target chooses what does not hang under it yet."""
        below = [child for draft in drafts for child in self._children.get(draft, ())]
        return self.mass(drafts) - self.mass(below)

    def mass(self, drafts: Sequence[int]) -> float:
        """The probability that one of these drafts, none above another, is reached and stands."""
        return sum(math.exp(self._value(draft)) for draft in drafts)

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
