"""Pearson's chi-square test against a known distribution, with its power."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

_SMALLEST_EXPECTED = 5.0  # cells below are joined: the statistic is not chi-square with fewer


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """statistic with df degrees of freedom, its p-value, and the number of draws it rests on."""

    statistic: float
    df: int
    p_value: float
    draws: int

    def power(self, variation: float, level: float) -> float:
        """Smallest chance to notice, at this level, a distribution so far away in total variation.

        A chi-square divergence is at least 4 TV^2, so the noncentrality is at least draws * 4 TV^2.
        """
        return noncentral_tail(critical(self.df, level), self.df, 4.0 * self.draws * variation**2)

    def noticed(self, level: float, power: float = 0.99) -> float:
        """The total variation that would be noticed with this power."""
        return _bisect(lambda variation: self.power(variation, level) >= power, 0.0, 1.0)


def chi_square(observed: Sequence[int], expected: Sequence[float]) -> ChiSquare:
    """Counts against probabilities that sum to 1.

    Raises:
        ValueError: something was observed that cannot happen; no test is needed to see that.
    """
    draws = sum(observed)
    for count, probability in zip(observed, expected, strict=True):
        if count and not probability > 0.0:
            raise ValueError(f"{count} draws of what has probability 0")
    cells = _joined(observed, [probability * draws for probability in expected])
    statistic = sum((count - mean) ** 2 / mean for count, mean in cells)
    df = max(1, len(cells) - 1)
    return ChiSquare(statistic, df, tail(statistic, df), draws)


def tail(statistic: float, df: int) -> float:
    """P(chi-square with df degrees of freedom >= statistic)."""
    return float(torch.special.gammaincc(_f64(df / 2), _f64(statistic / 2)))


def critical(df: int, level: float) -> float:
    """The statistic that is passed with probability `level` when nothing is wrong."""
    high = df + 20.0
    while tail(high, df) > level:
        high *= 2
    return _bisect(lambda x: tail(x, df) <= level, 0.0, high)


def noncentral_tail(statistic: float, df: int, noncentrality: float) -> float:
    """P(noncentral chi-square >= statistic), as a mixture over Poisson counts."""
    half = noncentrality / 2
    if half == 0.0:
        return tail(statistic, df)
    counts = torch.arange(int(half + 10 * half**0.5 + 30), dtype=torch.float64)
    log_weights = counts * torch.log(_f64(half)) - half - torch.lgamma(counts + 1)
    tails = torch.special.gammaincc(df / 2 + counts, _f64(statistic / 2).expand_as(counts))
    return float((log_weights.exp() * tails).sum())


def _joined(observed: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Cells, smallest expectations first, joined until each has enough."""
    cells: list[tuple[int, float]] = []
    count, mean = 0, 0.0
    for more, probability in sorted(zip(observed, expected, strict=True), key=lambda cell: cell[1]):
        count, mean = count + more, mean + probability
        if mean >= _SMALLEST_EXPECTED:
            cells.append((count, mean))
            count, mean = 0, 0.0
    if mean > 0.0:
        last = cells.pop() if cells else (0, 0.0)
        cells.append((last[0] + count, last[1] + mean))
    return cells


def _bisect(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The smallest x, to rounding, from which `holds` is true."""
    for _ in range(60):
        middle = (low + high) / 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def _f64(value: float) -> torch.Tensor:
    return torch.tensor(value, dtype=torch.float64)
