"""What a drafter hands to the target: a chain or a tree of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import torch


@dataclass(frozen=True, slots=True)
class Drafts:
    """Drafted tokens, parents before children, and of siblings the best guess first.

    q [k, vocabulary]: the distributions the tokens were drawn from, whole; None when nothing was drawn, so
    that each q is one-hot. parents: for each draft the index of the draft it follows, -1 for the committed
    text; None for a chain. drafter: who drafted, where one drafter speaks for several. chances: how probable
    the drafter found each token it did not draw, for the record; None where it cannot say. sources: for each
    draft who drafted it, where several did. opinion: for the record, the drafter's own distribution
    [vocabulary] of what follows a draft, -1 for the committed text, where nothing was drawn from it; None
    where it has none.
    """

    tokens: Sequence[int]
    q: torch.Tensor | None = None
    parents: Sequence[int] | None = None
    drafter: str | None = None
    chances: Sequence[float] | None = None
    sources: Sequence[str] | None = None
    opinion: Callable[[int], torch.Tensor | None] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.parents is not None and not self._parents_come_first():
            raise ValueError("each draft needs a parent that comes before it")

    def _parents_come_first(self) -> bool:
        parents = self.parents or ()
        return len(parents) == len(self.tokens) and all(-1 <= p < i for i, p in enumerate(parents))

    @property
    def branches(self) -> bool:
        """Whether this is a tree and no chain."""
        return self.parents is not None and any(p != i - 1 for i, p in enumerate(self.parents))

    def parent(self, index: int) -> int:
        return index - 1 if self.parents is None else self.parents[index]

    def children(self, index: int) -> list[int]:
        """Drafts that follow a draft, -1 for the committed text."""
        if self.parents is None:
            return [index + 1] if index + 1 < len(self.tokens) else []
        return [child for child, parent in enumerate(self.parents) if parent == index]

    def first_chain(self) -> Drafts:
        """The first child at every level, as a chain; a chain is its own."""
        if not self.branches:
            return self
        path: list[int] = []
        while children := self.children(path[-1] if path else -1):
            path.append(children[0])
        q = None if self.q is None else self.q[path]
        chances = None if self.chances is None else tuple(self.chances[index] for index in path)
        sources = None if self.sources is None else tuple(self.sources[index] for index in path)
        tokens = tuple(self.tokens[index] for index in path)
        above, opinion = [*path, -1], self.opinion
        moved = None if opinion is None else lambda index: opinion(above[index])
        return Drafts(tokens, q, None, self.drafter, chances, sources, moved)

    def path(self, index: int) -> list[int]:
        """Indices from the first level down to a draft; nothing for -1."""
        found: list[int] = []
        while index >= 0:
            found.append(index)
            index = self.parent(index)
        return found[::-1]

    def before(self, row: int) -> tuple[int, ...]:
        """Drafts that row sees: row 0 follows the committed text, row i + 1 follows draft i."""
        return tuple(self.tokens[index] for index in self.path(row - 1))

    def probability(self, index: int) -> float:
        """Of the distribution a draft comes from; 1 when it was not drawn."""
        return 1.0 if self.q is None else float(self.q[index, self.tokens[index]])

    def distribution_after(self, index: int) -> torch.Tensor | None:
        """What the drafter thought would follow a draft, -1 for the committed text; None where it proposed
        nothing there, or copied."""
        children = self.children(index)
        if not children:
            return None
        if self.q is not None:
            return self.q[children[0]]
        return None if self.opinion is None else self.opinion(index)

    def shown_probability(self, index: int) -> float:
        return self.probability(index) if self.chances is None else self.chances[index]
