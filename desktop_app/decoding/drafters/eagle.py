"""EAGLE-3: a small head drafts from three of the target's hidden states (Li et al. 2503.01840)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.draft_tree import DraftTree
from desktop_app.decoding.drafters.drawing import BAD_ROUNDS, NOT_FINITE, draw_drafts
from desktop_app.decoding.drafters.guesses import Guess, guesser, opinions
from desktop_app.decoding.drafters.names import EAGLE
from desktop_app.decoding.drafters.prompt_lookup import PromptLookup
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.eagle_memory import DraftRows, EagleMemory
from desktop_app.decoding.session import PREFILL_ROWS, Session
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.verification import Rejection

# What the head thought after the drafts it was asked about, by their places in the tree.
Opinions = dict[int, Callable[[], torch.Tensor]]


@dataclass(frozen=True, slots=True)
class TreeForm:
    """How a tree grows: at most `depth` levels, of each `width` drafts asked for `branch` children.

    The head is asked no more when the probability that this helps is below `least`: that one of those it
    would be asked about is reached and stands, and then something comes that does not hang under it yet.
    """

    depth: int
    width: int
    branch: int
    least: float

    @property
    def rows(self) -> int:
        """At most so many drafts are read by the head in one round."""
        return (self.depth - 1) * self.width


# For the starter's heads, whose step costs a twentieth of a round: more levels or rows gain nothing, and a
# last level that is hardly ever reached costs more than it brings.
TREE = TreeForm(depth=6, width=6, branch=6, least=0.3)


class Eagle:
    """Drafts a tree where the verifier can check one, else a chain. Lives for one reply; its memory lives on.

    lookup: whose copies of earlier text grow into the tree, or stand alone where they are hardly ever wrong.
    drawn: so many drafts at most where each is drawn. The session's network must be tapped for the head's
    layers.
    """

    name = EAGLE
    limit = None

    def __init__(
        self,
        memory: EagleMemory,
        session: Session,
        form: TreeForm = TREE,
        *,
        lookup: PromptLookup | None = None,
        drawn: int | None = None,
    ) -> None:
        self._memory = memory
        self._network = memory.network
        self._session = session
        self._form = form
        self._lookup = lookup
        self._most_drawn = drawn
        self._context: DraftContext | None = None
        self._guess: Guess | None = None
        self._tokens: list[int] = []
        self._opinions: Opinions = {}
        self._bad_rounds = 0
        self.problem = ""

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:
        self._context = context
        self._guess = None if isinstance(context.verifier, Rejection) else guesser(self._network, context)
        self._bad_rounds = 0
        self.problem = ""
        self._tokens = list(tokens)
        if self._lookup is not None:
            self._lookup.start(tokens)
        self._memory.keep_common(tokens)
        self._catch_up(len(tokens) - 1, context)

    def commit(self, tokens: Sequence[int]) -> None:
        self._tokens.extend(tokens)
        if self._lookup is not None:
            self._lookup.commit(tokens)

    def propose(self, k: int) -> Drafts:
        context = self._context
        if k < 1 or self.problem or context is None or len(self._tokens) < 2:
            return Drafts(())
        self._catch_up(len(self._tokens) - PREFILL_ROWS, context)
        self._opinions = {}
        tree = self._copied(k, context)
        if tree.open([-1]) < self._form.least:
            return self._drafts(tree, context)
        if self._guess is None:
            drafts, finite = self._drawn(min(k, self._most_drawn or k), context)
        else:
            finite = self._grow(tree, k, context, self._guess)
            drafts = self._drafts(tree, context)
        if not finite:
            self._bad_rounds += 1
            self._memory.forget()
        if self._bad_rounds >= BAD_ROUNDS:
            self.problem = NOT_FINITE
        return drafts

    def _catch_up(self, end: int, context: DraftContext) -> None:
        while len(self._memory.tokens) < end:
            context.check()
            self._memory.read(self._tokens, end, self._target)

    def _read_last(self) -> torch.Tensor:
        """Reads what is left of the committed tokens; what the head gives for the last, [1, hidden size]."""
        del self._memory.tokens[len(self._tokens) - 1 :]
        return self._memory.read(self._tokens, len(self._tokens), self._target)[-1:]

    @property
    def _target(self) -> SlotCache:
        cache = self._session.cache
        assert isinstance(cache, SlotCache)
        return cache

    def _drawn(self, k: int, context: DraftContext) -> tuple[Drafts, bool]:
        """A chain, each token drawn from the head's whole distribution."""
        hidden: torch.Tensor | None = None
        rows = DraftRows(self._memory)
        depth = 0

        def forward(tokens: Sequence[int]) -> torch.Tensor:
            nonlocal hidden, depth
            if hidden is None:
                hidden = self._read_last()
            else:
                hidden = rows.read(tokens, hidden, depth + 1, [range(depth)])
                depth += 1
            return self._network.to_vocabulary(self._network.logits(hidden)[0], float("-inf"))

        return draw_drafts(forward, self._tokens[-1:], k, len(self._tokens), context)

    def _copied(self, k: int, context: DraftContext) -> DraftTree:
        """The tree before the head is asked."""
        # of a chain at most half is left out, where copies and head part
        tree = DraftTree(2 * k, 1) if context.exact else DraftTree(k, self._form.width)
        if self._lookup is not None:
            copy = self._lookup.copy(k)
            tree.copy(copy.tokens, copy.beliefs)
        return tree

    def _grow(self, tree: DraftTree, k: int, context: DraftContext, guess: Guess) -> bool:
        """Adds what the target will most probably choose; whether the head's numbers were finite."""
        form = TreeForm(k, 1, 1, self._form.least) if context.exact else self._form
        rows = DraftRows(self._memory)
        read: list[int] = []
        parents, asked = [-1], [-1]
        for depth in range(1, min(form.depth, k) + 1):
            context.check()
            if depth == 1:
                hidden = self._read_last()
            else:
                above = [[read.index(index) for index in tree.path(draft)[:-1]] for draft in asked]
                hidden = hidden[[parents.index(tree.parents[draft]) for draft in asked]]
                hidden = rows.read([tree.tokens[draft] for draft in asked], hidden, depth - 1, above)
                read += asked
            befores = [[tree.tokens[index] for index in tree.path(draft)] for draft in asked]
            position = len(self._tokens) + depth - 1
            logits = self._network.logits(hidden)
            guesses = guess(logits, befores, position, form.branch)
            if not guesses.finite:
                return False
            if context.record:
                self._keep_opinions(asked, logits, befores, context)
            for row, draft in enumerate(asked):
                tree.add(draft, guesses.tokens[row], guesses.logs[row], guesses.chances[row])
            parents, asked = asked, tree.frontier(asked)
            if not asked or tree.open(asked) < form.least:
                break
        return True

    def _keep_opinions(
        self,
        asked: Sequence[int],
        logits: torch.Tensor,
        befores: Sequence[Sequence[int]],
        context: DraftContext,
    ) -> None:
        found = opinions(self._network, context, logits, befores)
        self._opinions.update({draft: partial(found, row) for row, draft in enumerate(asked)})

    def _drafts(self, tree: DraftTree, context: DraftContext) -> Drafts:
        chosen = tree.best()
        kept = self._opinions
        place = {draft: index for index, draft in enumerate(chosen)}
        sources = tuple(PromptLookup.name if tree.copied[draft] else self.name for draft in chosen)
        drafts = Drafts(
            tuple(tree.tokens[draft] for draft in chosen),
            parents=tuple(place.get(tree.parents[draft], -1) for draft in chosen),
            chances=tuple(tree.chances[draft] for draft in chosen),
            drafter=PromptLookup.name if set(sources) == {PromptLookup.name} else None,
            sources=sources,
            opinion=(lambda index: _asked(kept, chosen[index] if index >= 0 else -1)) if kept else None,
        )
        return drafts.first_chain() if context.exact else drafts


def _asked(opinions: Opinions, draft: int) -> torch.Tensor | None:
    return opinions[draft]() if draft in opinions else None
