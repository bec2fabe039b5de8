"""What two token sequences begin with alike."""

from __future__ import annotations

from collections.abc import Sequence


def common_prefix(first: Sequence[int], second: Sequence[int], known: int = 0) -> int:
    """How many tokens both begin with; the first `known` need no look."""
    end = min(len(first), len(second))
    while known < end and first[known] == second[known]:
        known += 1
    return known
