"""The numbers behind the instruments, built from Rounds. Free of Qt.

Adding a round costs the same at every length of the reply, and so does what is kept of it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence

from desktop_app.decoding.looping import LoopWatch
from desktop_app.decoding.parts import Parts
from desktop_app.decoding.rounds import USER, Round, Verdict, draft_depths
from desktop_app.decoding.tally import Tally

WINDOW_S = 1.0
WINDOW_TOKENS = 16
ROLLING_ROUNDS = 20
# A rate over fewer tokens than this says more about the clock than about the decoder.
_FIRST_RATE_TOKENS = 8
_CAPACITY = 2048
# Steps whose half is a round number too, for the tick in the middle.
_STEPS = (1.0, 2.0, 4.0, 6.0, 8.0, 10.0)


class BoundedSeries:
    """Points of a curve, at most `capacity` of them, over the whole reply.

    When it is full every second point goes, and from then on only every second new one is kept: the curve
    still starts at the beginning. The newest point is always the last.
    """

    def __init__(self, capacity: int = _CAPACITY) -> None:
        self._capacity = capacity
        self._stride = 1
        self._added = 0
        self.xs: list[float] = []
        self.ys: list[float] = []

    def __len__(self) -> int:
        return len(self.xs)

    @property
    def last(self) -> float | None:
        return self.ys[-1] if self.ys else None

    def append(self, x: float, y: float) -> None:
        if self._last_is_spare:
            self.xs[-1], self.ys[-1] = x, y
        else:
            self.xs.append(x)
            self.ys.append(y)
        self._added += 1
        if len(self.xs) >= self._capacity:
            del self.xs[1:-1:2], self.ys[1:-1:2]
            self._stride *= 2

    @property
    def _last_is_spare(self) -> bool:
        return (self._added - 1) % self._stride != 0


class SpeedSeries:
    """Decode tokens/s over a sliding window, by tokens of the reply.

    The window reaches back to the latest round that makes it at least 1 s and at least 16 tokens long, and
    never to before the end of round 0: until it is that long, the newest value is the tally's own decode
    tokens/s. Nor does it reach over a switch between speculative and plain.
    """

    def __init__(self) -> None:
        self.points = BoundedSeries()
        self.highest = 0.0
        self._ends: deque[tuple[float, int]] = deque()
        self._tokens = 0

    def add(self, round_: Round) -> None:
        self._tokens += len(round_.emitted)
        at, tokens = round_.at, self._tokens
        if round_.switched is not None:
            self._ends.clear()
        while len(self._ends) > 1 and _long_enough(self._ends[1], at, tokens):
            self._ends.popleft()
        self._ends.append((at, tokens))
        start_at, start_tokens = self._ends[0]
        seconds, count = at - start_at, tokens - start_tokens
        if seconds > 0 and (count >= _FIRST_RATE_TOKENS or seconds >= WINDOW_S):
            self.points.append(tokens, count / seconds)
            self.highest = max(self.highest, count / seconds)


class AcceptanceSeries:
    """Acceptance rate in percent by tokens of the reply.

    rolling is that of the last 20 rounds in which a draft was tested, whole that of the reply so far.
    """

    def __init__(self) -> None:
        self.rolling = BoundedSeries()
        self.whole = BoundedSeries()
        self._recent: deque[tuple[int, int]] = deque()
        self._recent_sum = (0, 0)
        self._sum = (0, 0)
        self._tokens = 0

    def add(self, round_: Round) -> None:
        self._tokens += len(round_.emitted)
        counts = (round_.accepted, levels_tested(round_))
        if counts[1] == 0:
            return
        self._recent.append(counts)
        self._recent_sum = _plus(self._recent_sum, counts)
        if len(self._recent) > ROLLING_ROUNDS:
            accepted, tested = self._recent.popleft()
            self._recent_sum = _plus(self._recent_sum, (-accepted, -tested))
        self._sum = _plus(self._sum, counts)
        self.rolling.append(self._tokens, 100.0 * self._recent_sum[0] / self._recent_sum[1])
        self.whole.append(self._tokens, 100.0 * self._sum[0] / self._sum[1])


class DraftingSeries:
    """Drafts in each round and the k that was chosen, by tokens of the reply.

    drafted leaves out rounds in which none were wanted: control rounds, those switched to plain, and tokens
    that the user chose. chosen is a step at each plan, and empty where no plans are known.
    """

    def __init__(self) -> None:
        self.drafted = BoundedSeries()
        self.chosen = BoundedSeries()
        self.highest = 0
        self._tokens = 0

    def add(self, round_: Round) -> None:
        self._tokens += len(round_.emitted)
        if round_.undrafted is None and round_.drafter != USER:
            self.drafted.append(self._tokens, len(round_.drafts))
            self.highest = max(self.highest, len(round_.drafts))

    def plan(self, k: int) -> None:
        """The next rounds are to have k drafts."""
        if self.chosen.last is not None:
            self.chosen.append(self._tokens, self.chosen.last)
        self.chosen.append(self._tokens, k)
        self.highest = max(self.highest, k)


class ReplySeries:
    """Everything the instruments show of one reply."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.speed = SpeedSeries()
        self.acceptance = AcceptanceSeries()
        self.parts = Parts()
        self.loops = LoopWatch()
        self.drafting = DraftingSeries()

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> ReplySeries:
        series = cls()
        for round_ in rounds:
            series.add(round_)
        return series

    def add(self, round_: Round) -> None:
        """Counts one round.

        Raises:
            AssertionError: the round contradicts itself.
        """
        self.tally.add(round_)
        self.speed.add(round_)
        self.acceptance.add(round_)
        self.parts.add(round_)
        self.loops.add(round_)
        self.drafting.add(round_)


def levels_tested(round_: Round) -> int:
    """The depths of the round at which the target compared a draft."""
    depths = draft_depths(round_.drafts)
    tested = {
        depth
        for depth, draft in zip(depths, round_.drafts, strict=True)
        if draft.verdict is not Verdict.UNTESTED
    }
    return len(tested)


def nice_ceiling(value: float) -> float:
    """The smallest of 1, 2, 4, 6, 8 times a power of ten that is at least value; 1 for 0 and less."""
    if not value > 0 or not math.isfinite(value):
        return 1.0
    # A rate of 80.00000000001 is 80.
    least = value * (1 - 1e-9)
    power = 10.0 ** math.floor(math.log10(least))
    return next((step * power for step in _STEPS if step * power >= least), 10.0 * power)


def shares(seconds: Sequence[float]) -> list[int]:
    """Whole percentages that sum to 100, by largest remainder; all 0 when no time was spent."""
    total = sum(seconds)
    if total <= 0:
        return [0] * len(seconds)
    exact = [100.0 * part / total for part in seconds]
    result = [math.floor(part) for part in exact]
    by_remainder = sorted(range(len(exact)), key=lambda i: result[i] - exact[i])
    for index in by_remainder[: 100 - sum(result)]:
        result[index] += 1
    return result


def _long_enough(start: tuple[float, int], at: float, tokens: int) -> bool:
    return at - start[0] >= WINDOW_S and tokens - start[1] >= WINDOW_TOKENS


def _plus(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] + b[0], a[1] + b[1]
