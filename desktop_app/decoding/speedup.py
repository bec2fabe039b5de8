"""What speculation gains: the closed form, and the same from measured times. Free of torch.

The closed form is that of Leviathan et al. (2211.17192), extended with the slope of verification and the
fixed cost of a round. Costs are in units of one plain step of the target: c a draft step, v the extra cost of
verifying one more row, o the fixed overhead of a round. alpha is the probability that a tested draft stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate


def expected_tokens(alpha: float, k: int) -> float:
    """Tokens a round of k drafts emits on average: 1 + alpha + … + alpha**k.

    Raises:
        ValueError: alpha is no probability or k is negative.
    """
    _require(alpha, k)
    # the sum itself, since the quotient (1 - alpha**(k + 1)) / (1 - alpha) loses its digits near alpha = 1
    return sum(alpha**depth for depth in range(k + 1))


def speedup(alpha: float, k: int, c: float, v: float = 0.0, o: float = 0.0) -> float:
    """Predicted speed of rounds of k drafts over plain decoding; k = 0 with o > 0 is a plain round's loss."""
    return expected_tokens(alpha, k) / (1.0 + o + (c + v) * k)


def best_k(alpha: float, c: float, v: float = 0.0, o: float = 0.0, limit: int = 32) -> tuple[int, float]:
    """The k up to limit with the largest predicted speedup, and that speedup; (0, 1.0) when none gains.

    Every k is tried: with a fixed overhead a larger k can gain where a smaller one loses.
    """
    gains = [(speedup(alpha, k, c, v, o), k) for k in range(1, limit + 1)]
    return _best(gains)


def best_k_measured(
    survival: Sequence[float],
    draft_s: float,
    verify_s_by_rows: Sequence[float],
    other_s: float,
    plain_s: float,
) -> tuple[int, float]:
    """The k with the most tokens a second, and its speedup over plain; (0, 1.0) when none gains.

    survival[i] is the share of rounds whose first i + 1 drafts all stood; draft_s one draft step;
    verify_s_by_rows[i] a pass of the target over i + 1 rows; other_s the rest of a round; plain_s a whole
    plain step. All in seconds. k goes as far as both lists reach.

    Raises:
        ValueError: the plain step took no time.
    """
    if plain_s <= 0.0:
        raise ValueError(f"a plain step takes more than {plain_s} s")
    tokens = accumulate(survival, initial=1.0)
    gains = [
        (emitted * plain_s / (k * draft_s + verify_s + other_s), k)
        for k, (emitted, verify_s) in enumerate(zip(tokens, verify_s_by_rows, strict=False))
        if k > 0
    ]
    return _best(gains)


def _best(gains: Sequence[tuple[float, int]]) -> tuple[int, float]:
    """Of equal gains the smallest k: it wastes the fewest drafts."""
    gain, k = max(gains, key=lambda pair: (pair[0], -pair[1]), default=(0.0, 0))
    return (k, gain) if gain > 1.0 else (0, 1.0)


def _require(alpha: float, k: int) -> None:
    if not 0.0 <= alpha <= 1.0:
        raise ValueError(f"an acceptance of {alpha} is no probability")
    if k < 0:
        raise ValueError(f"{k} drafts make no sense")
