"""Rounds of a speculative reply that are decoded plainly by chance, and the speedup measured by them.

The target alone decides what a plain round emits, so the reply is as lossless as without. Because chance
picks them, they meet the same contexts as the rounds beside them: the ratio is the speedup at this place.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from statistics import NormalDist

from desktop_app.decoding.rounds import USER, Round

# One plain round in so many costs a reply some 3 % where speculation doubles its speed.
EVERY = 20
_LEAST = 3
_CONFIDENCE = 0.95


class ControlRounds:
    """Picks one of every `every` rounds, at a random place among them; 0 picks none.

    The places depend on the seed alone, never on the text, the drafts or the clock.

    Raises:
        ValueError: every is negative or 1, which would leave no speculative round.
    """

    def __init__(self, every: int, seed: int) -> None:
        if every < 0 or every == 1:
            raise ValueError(f"one control round in {every} makes no sense")
        self._every = every
        self._random = random.Random(f"control rounds {seed}")
        self._place = 0
        self._chosen = self._draw()

    def next(self) -> bool:
        """Whether the round that begins now is a control round."""
        if not self._every:
            return False
        chosen = self._place == self._chosen
        self._place += 1
        if self._place == self._every:
            self._place, self._chosen = 0, self._draw()
        return chosen

    def _draw(self) -> int:
        return self._random.randrange(self._every) if self._every else -1


@dataclass(frozen=True, slots=True)
class MeasuredSpeedup:
    """Speculative over plain tokens/s inside one reply, its 95 % interval, and the control rounds behind it.

    Bias: a control round costs the next round what the drafter has to catch up, and acceptance that comes in
    spells makes the interval a little too narrow.
    """

    value: float
    low: float
    high: float
    controls: int


class SpeedupMeter:
    """Takes the rounds of one reply in their order; a new figure costs the same however long the reply is.

    A round lasts from the end of the one before to its own, as the reader waits for it; round 0 has none
    before it and is left out. So are tokens the user chose, and plain parts of a switched reply, with the round
    after one, in which the drafter catches up.
    """

    def __init__(self) -> None:
        self._at: float | None = None
        self._switched = False
        self._control = _Sums()
        self._speculative = _Sums()

    def add(self, round_: Round) -> None:
        if round_.switched == "speculative" and not self._switched:
            self._speculative = _Sums()  # the reply began plainly
        self._switched |= round_.switched is not None
        if self._at is not None and _measures(round_):
            sums = self._control if round_.undrafted == "control" else self._speculative
            sums.add(round_.at - self._at, len(round_.emitted))
        self._at = round_.at

    def measured(self) -> MeasuredSpeedup | None:
        """None below three control and three speculative rounds."""
        control, speculative = self._control, self._speculative
        if min(control.rounds, speculative.rounds) < _LEAST or min(control.seconds, speculative.seconds) <= 0:
            return None
        value = (speculative.tokens / speculative.seconds) / (control.tokens / control.seconds)
        factor = math.exp(_log_interval(control, speculative))
        return MeasuredSpeedup(value, value / factor, value * factor, control.rounds)


def _measures(round_: Round) -> bool:
    return round_.undrafted != "switched" and round_.switched is None and round_.drafter != USER


@dataclass(slots=True)
class _Sums:
    rounds: int = 0
    seconds: float = 0.0
    tokens: int = 0
    seconds_squared: float = 0.0
    tokens_squared: int = 0
    products: float = 0.0

    def add(self, seconds: float, tokens: int) -> None:
        self.rounds += 1
        self.seconds += seconds
        self.tokens += tokens
        self.seconds_squared += seconds * seconds
        self.tokens_squared += tokens * tokens
        self.products += seconds * tokens

    def relative_variance(self) -> float:
        """Of tokens/seconds, relative to its square: the delta method for a ratio of two means."""
        n = self.rounds
        spread = (
            self.tokens_squared / self.tokens**2
            - 2 * self.products / (self.tokens * self.seconds)
            + self.seconds_squared / self.seconds**2
        )
        return max(0.0, spread) * n / (n - 1)


def _log_interval(control: _Sums, speculative: _Sums) -> float:
    """Half the interval of the ratio's logarithm, with Welch's degrees of freedom."""
    one, two = control.relative_variance(), speculative.relative_variance()
    if one + two == 0:
        return 0.0
    freedom = (one + two) ** 2 / (one**2 / (control.rounds - 1) + two**2 / (speculative.rounds - 1))
    return _t_quantile(freedom) * math.sqrt(one + two)


def _t_quantile(freedom: float) -> float:
    """Of Student's t for the confidence, both sides; within 4 % from 2 degrees up.

    The expansion of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
    """
    z = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom ** (power + 1) for power, term in enumerate(terms))
