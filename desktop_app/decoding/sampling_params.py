"""The user's sampling parameters, checked. Free of torch, so that the window can use it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from desktop_app.decoding.errors import BadSamplingError

VerifierName = Literal["greedy", "rejection", "coupled"]

MAX_SEED = 2**63 - 1
# Six digits: short enough to be shown whole, read out and typed again.
_RANDOM_SEEDS = 1_000_000
MAX_BIAS = 100.0


@dataclass(frozen=True, slots=True)
class SamplingParams:
    """temperature 0 is greedy; top_k 0, top_p 1, min_p 0, typical_p 1, repetition_penalty 1, the other
    penalties 0 and min_tokens 0 change nothing.

    repetition_penalty counts prompt and reply, frequency_penalty and presence_penalty the reply alone.
    logit_bias: pairs of a token id and what is added to its logit. banned: token id sequences whose last
    token may not follow the others; a stop token alone cannot be banned. min_tokens: tokens of the reply
    before a stop token can be drawn.

    Raises:
        BadSamplingError: a value is out of its range or not a number.
    """

    temperature: float = 0.7
    top_k: int = 0
    top_p: float = 0.95
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    typical_p: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    logit_bias: tuple[tuple[int, float], ...] = ()
    banned: tuple[tuple[int, ...], ...] = ()
    min_tokens: int = 0

    def __post_init__(self) -> None:
        _require(self.temperature, 0.0, 100.0, "Temperature")
        _require(self.top_p, 0.0, 1.0, "Top-p", low_open=True)
        _require(self.min_p, 0.0, 1.0, "Min-p")
        _require(self.typical_p, 0.0, 1.0, "Typical-p", low_open=True)
        _require(self.repetition_penalty, 0.0, 100.0, "Repetition penalty", low_open=True)
        _require(self.frequency_penalty, -2.0, 2.0, "Frequency penalty")
        _require(self.presence_penalty, -2.0, 2.0, "Presence penalty")
        _require_whole(self.top_k, "Top-k must be a whole number from 0 (off) up")
        _require_whole(self.min_tokens, "Min tokens must be a whole number from 0 (off) up")
        _require_bias(self.logit_bias)
        _require_banned(self.banned)

    @property
    def greedy(self) -> bool:
        return self.temperature == 0.0


def random_seed() -> int:
    return random.SystemRandom().randrange(_RANDOM_SEEDS)


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
        limits = (
            f"a number above {low:g} up to {high:g}" if low_open else f"a number from {low:g} up to {high:g}"
        )
        raise BadSamplingError(f"{name} must be {limits}, not {value}.")


def _require_whole(value: int, rule: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BadSamplingError(f"{rule}, not {value}.")


def _require_bias(pairs: Iterable[tuple[int, float]]) -> None:
    seen: set[int] = set()
    for token, bias in pairs:
        _require_whole(token, "Logit bias needs token ids, whole numbers from 0 up")
        _require(bias, -MAX_BIAS, MAX_BIAS, f"Logit bias of token {token}")
        if token in seen:
            raise BadSamplingError(f"Logit bias names token {token} twice; give it once.")
        seen.add(token)


def _require_banned(sequences: Iterable[tuple[int, ...]]) -> None:
    for ids in sequences:
        if not ids:
            raise BadSamplingError("Banned sequences need at least one token each.")
        for token in ids:
            _require_whole(token, "Banned sequences need token ids, whole numbers from 0 up")
