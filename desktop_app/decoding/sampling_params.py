"""The user's sampling parameters, checked. Free of torch, so that the window can use it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from desktop_app.decoding.errors import BadSamplingError

VerifierName = Literal["greedy", "rejection", "coupled"]

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """temperature 0 is greedy; top_k 0, top_p 1, min_p 0 and repetition_penalty 1 change nothing.

    Raises:
        BadSamplingError: a value is out of its range or not a number.
    """

    temperature: float = 0.7
    top_k: int = 0
    top_p: float = 0.95
    min_p: float = 0.0
    repetition_penalty: float = 1.0

    def __post_init__(self) -> None:
        _require(self.temperature, 0.0, 100.0, "Temperature")
        _require(self.top_p, 0.0, 1.0, "Top-p", low_open=True)
        _require(self.min_p, 0.0, 1.0, "Min-p")
        _require(self.repetition_penalty, 0.0, 100.0, "Repetition penalty", low_open=True)
        if isinstance(self.top_k, bool) or not isinstance(self.top_k, int) or self.top_k < 0:
            raise BadSamplingError(f"Top-k must be a whole number from 0 (off) up, not {self.top_k}.")

    @property
    def greedy(self) -> bool:
        return self.temperature == 0.0


def check_seed(seed: int) -> int:
    """Returns the seed when it can be used.

    Raises:
        BadSamplingError: it is negative or over 2**63 - 1.
    """
    if not 0 <= seed <= MAX_SEED:
        raise BadSamplingError(f"The seed must be a whole number from 0 to {MAX_SEED}, not {seed}.")
    return seed


def _require(value: float, low: float, high: float, name: str, low_open: bool = False) -> None:
    inside = low < value <= high if low_open else low <= value <= high
    if not math.isfinite(value) or not inside:
        above = "above" if low_open else "from"
        raise BadSamplingError(f"{name} must be a number {above} {low:g} up to {high:g}, not {value}.")
