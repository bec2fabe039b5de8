"""Does a reply go round in circles? Such a reply is guessed easily and says nothing about speed in a chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# The longest period looked for, in tokens: about a paragraph.
MAX_PERIOD = 64
_TURNS = 3
_SHORTEST = 32
_AGREEMENT = 0.9

RULE = (
    f"a reply loops when its end, {_TURNS} periods of at most {MAX_PERIOD} tokens and {_SHORTEST} tokens at "
    f"least, repeats itself: {_AGREEMENT:.0%} of the tokens after the first period equal the token one "
    "period before"
)


@dataclass(frozen=True, slots=True)
class Loop:
    """period in tokens; start: how many tokens come before the first turn of the loop."""

    period: int
    start: int


def find_loop(tokens: Sequence[int]) -> Loop | None:
    """The loop that a reply ends in, by `RULE`; the shortest period where several fit.

    tokens: ids of the reply, without a stop token. Not every token must agree, because loops often count
    ("Step 12: ...").
    """
    for period in range(1, MAX_PERIOD + 1):
        turns = max(_TURNS * period, _SHORTEST)
        if turns > len(tokens):
            break
        if _agreement(tokens, len(tokens) - turns, period) >= _AGREEMENT:
            return Loop(period, _start(tokens, len(tokens) - turns, period))
    return None


def _agreement(tokens: Sequence[int], start: int, period: int) -> float:
    """Share of the tokens from the second turn on that equal the one a period before."""
    places = range(start + period, len(tokens))
    return sum(tokens[place] == tokens[place - period] for place in places) / len(places)


def _start(tokens: Sequence[int], start: int, period: int) -> int:
    """Moved to the left as long as whole turns agree."""
    while start >= period and _agreement(tokens[: start + period], start - period, period) >= _AGREEMENT:
        start -= period
    return start
