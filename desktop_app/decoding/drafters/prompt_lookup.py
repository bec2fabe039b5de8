"""Prompt lookup: drafts what followed the last time the same words stood in this conversation.

Saxena 2023 (prompt lookup decoding), with the longest match instead of the first and the most recent of
equals; an index finds it in microseconds however long the conversation is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.names import LOOKUP
from desktop_app.decoding.drafts import Drafts

LONGEST_NGRAM = 8
SHORTEST_NGRAM = 2
# Of the tokens that followed an earlier occurrence of the last 1, 2, ... 8 or more tokens, so many followed
# again: the middle of 0.02 to 0.04 more at temperature 0 and as much less at 0.7 (replies of the starter that
# do not loop, 320,000 tokens).
_STANDS = (0.20, 0.50, 0.59, 0.68, 0.71, 0.74, 0.78, 0.88)


@dataclass(frozen=True, slots=True)
class Copy:
    """tokens: what followed an earlier occurrence of the last `match` tokens."""

    tokens: tuple[int, ...]
    match: int

    @property
    def beliefs(self) -> list[float]:
        """For each token the probability that it stands when those before it do: each that has stood makes
        the match longer by one."""
        return [_STANDS[min(self.match + depth, len(_STANDS)) - 1] for depth in range(len(self.tokens))]


class PromptLookup:
    """Maps each n-gram to the position after its latest earlier occurrence."""

    name = LOOKUP
    problem = ""
    limit = None

    def __init__(self, shortest: int = SHORTEST_NGRAM, longest: int = LONGEST_NGRAM) -> None:
        if not 1 <= shortest <= longest:
            raise ValueError(f"n-grams from {shortest} to {longest} make no sense")
        self._sizes = range(longest, shortest - 1, -1)
        self._tokens: list[int] = []
        self._after: dict[tuple[int, ...], int] = {}

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None:  # noqa: ARG002
        self._tokens = []
        self._after = {}
        self.commit(tokens)

    def commit(self, tokens: Sequence[int]) -> None:
        for token in tokens:
            # an n-gram is indexed only once something follows it, so that none finds itself
            end = len(self._tokens)
            for size in self._sizes:
                if size <= end:
                    self._after[tuple(self._tokens[end - size :])] = end
            self._tokens.append(token)

    def propose(self, k: int) -> Drafts:
        return Drafts(self.copy(k).tokens)

    def copy(self, k: int) -> Copy:
        """At most k tokens, of the longest match."""
        for size in self._sizes:
            if size > len(self._tokens) or k < 1:
                continue
            position = self._after.get(tuple(self._tokens[-size:]))
            if position is not None:
                return Copy(self._copied(position, k), size)
        return Copy((), 0)

    def _copied(self, position: int, k: int) -> tuple[int, ...]:
        """k tokens from position on; a match that overlaps the end goes on with what it just copied."""
        period = len(self._tokens) - position
        return tuple(self._tokens[position + index % period] for index in range(k))
