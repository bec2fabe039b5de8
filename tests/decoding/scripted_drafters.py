"""Drafters that are right, wrong or both, and one that draws."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafts import Drafts

Guess = Callable[[Sequence[int]], int]
GuessMaker = Callable[[Guess, int], Guess]


class ScriptedDrafter:
    """guess(tokens) is what it thinks comes next; the guesses of one round build on each other."""

    name = "model"
    problem = ""
    limit: int | None = None

    def __init__(self, guess: Guess) -> None:
        self.guess = guess
        self.tokens: list[int] = []
        self.before_draft: Callable[[], None] = lambda: None

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None:
        self.tokens = list(tokens)

    def propose(self, k: int) -> Drafts:
        drafts: list[int] = []
        for _ in range(k):
            self.before_draft()
            drafts.append(self.guess([*self.tokens, *drafts]))
        return Drafts(tuple(drafts))

    def commit(self, tokens: Sequence[int]) -> None:
        self.tokens.extend(tokens)


def always_right(greedy: Guess, vocabulary: int) -> Guess:
    return greedy


def always_wrong(greedy: Guess, vocabulary: int) -> Guess:
    return lambda tokens: (greedy(tokens) + 1) % vocabulary


def right_every_other_time(greedy: Guess, vocabulary: int) -> Guess:
    return lambda tokens: (greedy(tokens) + len(tokens) % 2) % vocabulary


def right_but_for_every_fourth(greedy: Guess, vocabulary: int) -> Guess:
    return lambda tokens: (greedy(tokens) + (len(tokens) % 4 == 0)) % vocabulary


def at_random(greedy: Guess, vocabulary: int) -> Guess:
    rng = random.Random(0)
    return lambda tokens: rng.choice([greedy(tokens), rng.randrange(vocabulary)])


GUESSES = [always_right, always_wrong, right_every_other_time, right_but_for_every_fourth, at_random]


class DrawingDrafter(ScriptedDrafter):
    """Draws from a fixed table of distributions [vocabulary, vocabulary] by the last token, and says so."""

    def __init__(self, vocabulary: int, seed: int) -> None:
        super().__init__(lambda _: 0)
        generator = torch.Generator().manual_seed(7)
        self.table = torch.randn(vocabulary, vocabulary, generator=generator).softmax(-1)
        self._rng = random.Random(seed)

    def propose(self, k: int) -> Drafts:
        drafts: list[int] = []
        rows = []
        last = self.tokens[-1]
        for _ in range(k):
            rows.append(self.table[last])
            last = self._rng.choices(range(len(self.table)), weights=rows[-1].tolist())[0]
            drafts.append(last)
        return Drafts(tuple(drafts), torch.stack(rows) if rows else None)
