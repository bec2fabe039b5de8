"""Rounds of a speculative reply that are decoded plainly by chance.

The target alone decides what a plain round emits, so the reply is as lossless as without. Because chance
picks their places, they meet the same contexts as the rounds beside them: `measured_speedup` compares the
two.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, repeat

# One plain round in so many, in a reply that is not short.
EVERY = 20
# The lengths of the first blocks, and how many of each, in parts of `every`: a reply of 25 rounds has four
# control rounds already. Behind them the interval narrows slowly, so that fewer do.
_FIRST = ((0.3, 4), (0.6, 2), (1.0, 8))
_LATER = 2.0


class ControlRounds:
    """Picks one round of each block, at a random place in it; every = 0 picks none.

    Blocks grow: with every = 20 they are 4 of 6 rounds, 2 of 12, 8 of 20, then of 40. So the share of
    control rounds is 17 % in the first 24 rounds, 9 % over 100, 5 % over 400 and 2.5 % in the long run;
    each costs less than one plain step of the target. The places depend on the seed alone, never on the
    text, the drafts or the clock: the same seed gives the same reply, and a measurement is not ended when
    it looks good.

    Raises:
        ValueError: every is negative or 1, which would leave no speculative round.
    """

    def __init__(self, every: int, seed: int) -> None:
        if every < 0 or every == 1:
            raise ValueError(f"one control round in {every} makes no sense")
        self._random = random.Random(f"control rounds {seed}")
        self._lengths = block_lengths(every) if every else None
        self._length = self._place = self._chosen = 0

    def next(self) -> bool:
        """Whether the round that begins now is a control round."""
        if self._lengths is None:
            return False
        if self._place == self._length:
            self._length, self._place = next(self._lengths), 0
            self._chosen = self._random.randrange(self._length)
        chosen = self._place == self._chosen
        self._place += 1
        return chosen


def block_lengths(every: int) -> Iterator[int]:
    """In rounds, without end; at least 2, since a block is to have a speculative round."""
    first = ((_length(every, part), times) for part, times in _FIRST)
    return chain(
        chain.from_iterable(repeat(length, times) for length, times in first), repeat(_length(every, _LATER))
    )


def _length(every: int, part: float) -> int:
    return max(2, round(every * part))
