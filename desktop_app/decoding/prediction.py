"""What speculation should gain by measured costs: the closed form of speedup.py with what a reply was like.

    tokens(k)  = 1 + sum(d_i * s_i)                                        i from 1 to k
    seconds(k) = draft step * sum(d_i) + mean(verify(1 + drafts)) + other
    speedup(k) = tokens(k) * plain step / seconds(k)

d_i is the share of rounds that draft at least i tokens when there is no limit below, s_i the probability
that the first i drafts all stand (the product of the conditional acceptances), verify is measured by rows
and linear between those that were. Only k up to the longest draft that was seen: beyond it nothing is
known.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from desktop_app.decoding.round_costs import RoundCosts, VerifyCost

_BISECTIONS = 60


def predicted_speedup(costs: RoundCosts, plain_s: float, k: int | None = None) -> float | None:
    """Of rounds with at most k drafts in a chain; with None, of the rounds as they were, trees too.

    plain_s: a plain step in seconds. None where something was not measured.
    """
    seconds = round_seconds(costs) if k is None else _chain_seconds(costs, k)
    if seconds is None or seconds <= 0:
        return None
    return expected_tokens(costs, costs.most_levels if k is None else k) * plain_s / seconds


def best_k(costs: RoundCosts, plain_s: float) -> tuple[int, float] | None:
    """The k with the largest predicted speedup, and that; None for trees and where nothing was measured."""
    if not costs.chain:
        return None
    found = [(predicted_speedup(costs, plain_s, k), k) for k in range(1, len(costs.survival) + 1)]
    # of equal gains the smallest k: it wastes the fewest drafts
    gains = [(gain, -k) for gain, k in found if gain is not None]
    if not gains:
        return None
    gain, k = max(gains)
    return -k, gain


def break_even(costs: RoundCosts, plain_s: float) -> float | None:
    """The acceptance at every depth with which rounds like these take as long as plain decoding.

    0 where they gain without a single accepted draft, None where they lose even if every draft stood.
    """
    seconds = round_seconds(costs)
    if seconds is None or not costs.rounds:
        return None
    wanted = seconds / plain_s

    def tokens(alpha: float) -> float:
        return 1 + sum(share * alpha ** (depth + 1) for depth, share in enumerate(costs.drafted_at))

    if wanted <= 1:
        return 0.0
    return _root(lambda alpha: tokens(alpha) - wanted) if tokens(1.0) >= wanted else None


def expected_tokens(costs: RoundCosts, k: int) -> float:
    """Of a round with at most k levels of drafts."""
    return 1 + sum(d * s for d, s in zip(costs.drafted_at[:k], costs.survival[:k], strict=False))


def round_seconds(costs: RoundCosts, *, draft: bool = True) -> float | None:
    """A round as they were; without its drafting where draft is False. None where nothing was measured."""
    if costs.verify_s is None or costs.other_s is None:
        return None
    return costs.verify_s + costs.other_s + (_draft_seconds(costs, costs.most_levels) if draft else 0.0)


def _draft_seconds(costs: RoundCosts, k: int) -> float:
    return (costs.draft_step_s or 0.0) * sum(costs.drafted_at[:k])


def _chain_seconds(costs: RoundCosts, k: int) -> float | None:
    if costs.other_s is None or not costs.chain:
        return None
    drafted = (1.0, *costs.drafted_at[:k], 0.0)
    verify = 0.0
    for drafts, (here, beyond) in enumerate(pairwise(drafted)):
        if here > beyond:
            pass_s = verify_seconds(costs.verify, 1 + drafts)
            if pass_s is None:
                return None
            verify += (here - beyond) * pass_s
    return _draft_seconds(costs, k) + verify + costs.other_s


def verify_seconds(measured: tuple[VerifyCost, ...], rows: int) -> float | None:
    """A pass over so many rows: as measured, or on the line between its neighbours; None outside."""
    for cost in measured:
        if cost.rows == rows:
            return cost.seconds
    below = max((cost for cost in measured if cost.rows < rows), key=lambda cost: cost.rows, default=None)
    above = min((cost for cost in measured if cost.rows > rows), key=lambda cost: cost.rows, default=None)
    if below is None or above is None:
        return None
    part = (rows - below.rows) / (above.rows - below.rows)
    return below.seconds + part * (above.seconds - below.seconds)


def _root(rising: Callable[[float], float]) -> float:
    """Where a rising function crosses 0 between 0 and 1."""
    low, high = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return high
