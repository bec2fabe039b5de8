"""Medians of figures of which some are missing."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median


def median_known(values: Iterable[float | None]) -> float | None:
    """Of those that are not None; None where all are."""
    known = [value for value in values if value is not None]
    return median(known) if known else None
