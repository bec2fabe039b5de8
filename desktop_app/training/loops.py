"""Replies that go round in circles: small models fall into them, and a drafter learns them soon enough."""

from __future__ import annotations

from collections.abc import Sequence

_TAIL = 96
_SHORTEST = 60
_LONGEST_PERIOD = 32
# A short phrase may well be repeated a few times: a list of numbers, a line of dashes.
_SHORT_PERIOD = 8
_TURNS_OF_SHORT, _TURNS_OF_LONG = 6, 3


def loops(ids: Sequence[int], start: int) -> bool:
    """Whether the reply from ids[start] on ends in a phrase of up to 32 tokens said over and over."""
    if len(ids) - start < _SHORTEST:
        return False
    tail = ids[max(start, len(ids) - _TAIL) :]
    return any(_repeats(tail, period) for period in range(1, _LONGEST_PERIOD + 1))


def _repeats(tail: Sequence[int], period: int) -> bool:
    turns = _TURNS_OF_SHORT if period <= _SHORT_PERIOD else _TURNS_OF_LONG
    length = period * turns
    if length > len(tail):
        return False
    end = len(tail)
    return all(tail[place] == tail[place - period] for place in range(end - 1, end - length + period - 1, -1))
