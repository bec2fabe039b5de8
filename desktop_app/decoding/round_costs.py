"""What rounds cost and how far their drafts stand, summed over replies of one kind. Free of torch.

Replies of one kind have the same target, draft, k, device and data type. Every round counts once, so a long
reply weighs more than a short one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from statistics import median

from desktop_app.decoding.measured_speedup import MeasuredSpeedup, SpeedupMeter
from desktop_app.decoding.rounds import USER, Round, Verdict, draft_depths


@dataclass(frozen=True, slots=True)
class VerifyCost:
    """Passes of the target over so many rows, the pending token and the drafts: median seconds of so many."""

    rows: int
    seconds: float
    rounds: int


@dataclass(frozen=True, slots=True)
class RoundCosts:
    """Medians in seconds over the rounds after round 0 of each reply; None where nothing was measured.

    rounds: speculative ones. plain_s: a whole control round. draft_step_s: drafting / levels drafted.
    other_s: a speculative round without drafting and verifying. verify: by rows, from few to many;
    verify_s: their mean, as often as a speculative round had so many rows. drafted_at[i]: share of the
    speculative rounds that drafted more than i levels. tested_at, accepted_at: levels at that depth. chain:
    no round drafted a tree.
    """

    replies: int
    rounds: int
    tokens: int
    controls: int
    plain_s: float | None
    draft_step_s: float | None
    verify_s: float | None
    other_s: float | None
    verify: tuple[VerifyCost, ...]
    drafted_at: tuple[float, ...]
    tested_at: tuple[int, ...]
    accepted_at: tuple[int, ...]
    chain: bool
    speedup: MeasuredSpeedup | None

    @property
    def most_levels(self) -> int:
        return len(self.drafted_at)

    @property
    def acceptance(self) -> float | None:
        """Accepted / tested levels."""
        tested = sum(self.tested_at)
        return sum(self.accepted_at) / tested if tested else None

    @property
    def conditional(self) -> tuple[float | None, ...]:
        """Acceptance by position: of the drafts tested there, which only those behind accepted ones are."""
        return tuple(a / t if t else None for a, t in zip(self.accepted_at, self.tested_at, strict=True))

    @property
    def survival(self) -> tuple[float, ...]:
        """The probability that the first i + 1 drafts all stand; as far as drafts were tested."""
        known = [rate for rate in self.conditional if rate is not None]
        return tuple(accumulate(known, mul))


class CostMeter:
    """Takes the rounds of replies in their order; `begin` before each reply."""

    def __init__(self) -> None:
        self._replies = 0
        self._at: float | None = None
        self._speedup = SpeedupMeter()
        self._plain: list[float] = []
        self._draft_steps: list[float] = []
        self._others: list[float] = []
        self._rows: list[int] = []
        self._verify: defaultdict[int, list[float]] = defaultdict(list)
        self._levels: list[int] = []
        self._tested: defaultdict[int, int] = defaultdict(int)
        self._accepted: defaultdict[int, int] = defaultdict(int)
        self._tokens = 0
        self._chain = True

    def begin(self) -> None:
        self._replies += 1
        self._at = None
        self._speedup.begin()

    def add(self, round_: Round) -> None:
        self._speedup.add(round_)
        before, self._at = self._at, round_.at
        if before is None or round_.drafter == USER or round_.undrafted == "switched":
            return
        self._tokens += len(round_.emitted)
        seconds, timing = round_.at - before, round_.timing
        self._verify[1 + len(round_.drafts)].append(timing.verify_s)
        if round_.undrafted == "control":
            self._plain.append(seconds)
            return
        self._others.append(max(0.0, seconds - timing.draft_s - timing.verify_s))
        self._rows.append(1 + len(round_.drafts))
        self._count(round_)

    def _count(self, round_: Round) -> None:
        depths = draft_depths(round_.drafts)
        levels = max(depths, default=-1) + 1
        self._levels.append(levels)
        self._chain &= levels == len(depths)
        if levels:
            self._draft_steps.append(round_.timing.draft_s / levels)
        verdicts = list(zip(depths, (draft.verdict for draft in round_.drafts), strict=True))
        for depth in {depth for depth, verdict in verdicts if verdict is not Verdict.UNTESTED}:
            self._tested[depth] += 1
        for depth in {depth for depth, verdict in verdicts if verdict is Verdict.ACCEPTED}:
            self._accepted[depth] += 1

    def costs(self) -> RoundCosts:
        rounds, deepest = len(self._levels), max(self._levels, default=0)
        verify = [VerifyCost(rows, median(times), len(times)) for rows, times in sorted(self._verify.items())]
        by_rows = {cost.rows: cost.seconds for cost in verify}
        counted = Counter(self._levels)
        return RoundCosts(
            replies=self._replies,
            rounds=rounds,
            tokens=self._tokens,
            controls=len(self._plain),
            plain_s=_median(self._plain),
            draft_step_s=_median(self._draft_steps),
            verify_s=sum(by_rows[rows] for rows in self._rows) / rounds if rounds else None,
            other_s=_median(self._others),
            verify=tuple(verify),
            drafted_at=tuple(
                sum(count for levels, count in counted.items() if levels > depth) / rounds
                for depth in range(deepest)
            ),
            tested_at=tuple(self._tested[depth] for depth in range(deepest)),
            accepted_at=tuple(self._accepted[depth] for depth in range(deepest)),
            chain=self._chain,
            speedup=self._speedup.measured(),
        )


def _median(seconds: Sequence[float]) -> float | None:
    return median(seconds) if seconds else None
