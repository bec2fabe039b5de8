"""Running statistics of rounds, with the invariants that keep them honest.

Definitions (shown in the application wherever a number is shown):

- tested level: a depth at which the target compared a draft; in a chain, accepted + rejected drafts.
- acceptance rate: accepted / tested levels. By position i: accepted at i / tested at i.
- draft utilisation: accepted / drafted; an untested draft is waste.
- tokens per round: emitted / rounds; 1.0 for plain decoding.
- speedup: the time the speculated tokens would have taken plainly, by the control rounds among them / the
  time they took; measured, or None (measured_speedup.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from typing import Any

from desktop_app.decoding.drafters.names import LOOKUP, NONE, SUFFIX
from desktop_app.decoding.measured_speedup import MeasuredSpeedup, SpeedupMeter
from desktop_app.decoding.rounds import Origin, Round, Verdict, draft_depths

# These find drafts by searching text and run no forward pass.
_WITHOUT_FORWARD = frozenset({NONE, LOOKUP, SUFFIX})


@dataclass(frozen=True, slots=True)
class TallySummary:
    """The figures of a reply at one moment. A rate without a denominator is None. Times are seconds."""

    source: str
    rounds: int
    emitted: int
    drafted: int
    accepted: int
    rejected: int
    untested: int
    bonus: int
    corrected: int
    target_calls: int
    draft_calls: int
    tested_levels: int
    acceptance_rate: float | None
    draft_utilisation: float | None
    tokens_per_round: float | None
    acceptance_by_position: tuple[float | None, ...]
    accepted_histogram: tuple[int, ...]
    draft_s: float
    verify_s: float
    other_s: float
    ttft_s: float | None
    prefill_tokens_per_s: float | None
    decode_tokens_per_s: float | None
    speedup: MeasuredSpeedup | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TallySummary:
        values = {field.name: data.get(field.name) for field in fields(cls)}
        for name in ("acceptance_by_position", "accepted_histogram"):
            values[name] = tuple(values[name] or ())
        values["speedup"] = MeasuredSpeedup(**data["speedup"]) if data.get("speedup") else None
        return cls(**values)  # type: ignore[arg-type]


class Tally:
    """Adds up the rounds of one reply."""

    def __init__(self) -> None:
        self.rounds = 0
        self.emitted = 0
        self.drafted = 0
        self.accepted = 0
        self.rejected = 0
        self.untested = 0
        self.bonus = 0
        self.corrected = 0
        self.draft_calls = 0
        self.draft_s = 0.0
        self.verify_s = 0.0
        self.other_s = 0.0
        self._tested_at: list[int] = []
        self._accepted_at: list[int] = []
        self._histogram: list[int] = []
        self._first_at: float | None = None
        self._first_emitted = 0
        self._last_at = 0.0
        self._prefill: tuple[int, float] | None = None
        self._speedup = SpeedupMeter()

    @classmethod
    def of(cls, rounds: Iterable[Round]) -> Tally:
        tally = cls()
        for round_ in rounds:
            tally.add(round_)
        return tally

    def prefilled(self, tokens: int, seconds: float) -> None:
        """Notes the prompt tokens that were computed (not reused) and the seconds that took."""
        self._prefill = (tokens, seconds)

    def add(self, round_: Round) -> None:
        """Counts one round.

        Raises:
            AssertionError: the round contradicts itself.
        """
        verdicts = [draft.verdict for draft in round_.drafts]
        origins = [token.origin for token in round_.emitted]
        accepted = verdicts.count(Verdict.ACCEPTED)
        rejected = verdicts.count(Verdict.REJECTED)
        check_round(round_)
        self.rounds += 1
        self.emitted += len(origins)
        self.drafted += len(verdicts)
        self.accepted += accepted
        self.rejected += rejected
        self.untested += verdicts.count(Verdict.UNTESTED)
        self.bonus += origins.count(Origin.BONUS)
        self.corrected += origins.count(Origin.CORRECTED)
        self._count_positions(round_)
        _bump(self._histogram, accepted)
        self._time(round_)
        self._speedup.add(round_)
        self._check()

    def _count_positions(self, round_: Round) -> None:
        depths = draft_depths(round_.drafts)
        tested = {
            d for d, draft in zip(depths, round_.drafts, strict=True) if draft.verdict != Verdict.UNTESTED
        }
        accepted = {
            d for d, draft in zip(depths, round_.drafts, strict=True) if draft.verdict == Verdict.ACCEPTED
        }
        for depth in tested:
            _bump(self._tested_at, depth)
        for depth in accepted:
            _bump(self._accepted_at, depth)
        drafted_by = [draft.drafter or round_.drafter for draft in round_.drafts]
        computed = [d for d, who in zip(depths, drafted_by, strict=True) if who not in _WITHOUT_FORWARD]
        self.draft_calls += max(computed, default=-1) + 1

    def _time(self, round_: Round) -> None:
        self.draft_s += round_.timing.draft_s
        self.verify_s += round_.timing.verify_s
        self.other_s += round_.timing.other_s
        self._last_at = round_.at
        if self._first_at is None:
            self._first_at = round_.at
            self._first_emitted = len(round_.emitted)

    def _check(self) -> None:
        assert self.accepted <= self.drafted
        assert self.accepted + self.rejected + self.untested == self.drafted
        assert sum(self._histogram) == self.rounds
        assert self.accepted == sum(self._accepted_at)

    @property
    def tested_levels(self) -> int:
        return sum(self._tested_at)

    @property
    def by_position(self) -> tuple[tuple[int, int], ...]:
        """Accepted and tested drafts at each depth, from the first."""
        accepted = self._accepted_at + [0] * (len(self._tested_at) - len(self._accepted_at))
        return tuple(zip(accepted, self._tested_at, strict=True))

    @property
    def acceptance_rate(self) -> float | None:
        return _ratio(self.accepted, self.tested_levels)

    @property
    def decode_tokens_per_s(self) -> float | None:
        """Tokens after round 0 over the seconds since its end."""
        if self._first_at is None or self._last_at <= self._first_at:
            return None
        return (self.emitted - self._first_emitted) / (self._last_at - self._first_at)

    def summary(self, source: str = "measured") -> TallySummary:
        prefill = self._prefill
        return TallySummary(
            source=source,
            rounds=self.rounds,
            emitted=self.emitted,
            drafted=self.drafted,
            accepted=self.accepted,
            rejected=self.rejected,
            untested=self.untested,
            bonus=self.bonus,
            corrected=self.corrected,
            target_calls=self.rounds,
            draft_calls=self.draft_calls,
            tested_levels=self.tested_levels,
            acceptance_rate=self.acceptance_rate,
            draft_utilisation=_ratio(self.accepted, self.drafted),
            tokens_per_round=_ratio(self.emitted, self.rounds),
            acceptance_by_position=tuple(_ratio(a, t) for a, t in self.by_position),
            accepted_histogram=tuple(self._histogram),
            draft_s=self.draft_s,
            verify_s=self.verify_s,
            other_s=self.other_s,
            ttft_s=self._first_at,
            prefill_tokens_per_s=prefill[0] / prefill[1] if prefill and prefill[1] > 0 else None,
            decode_tokens_per_s=self.decode_tokens_per_s,
            speedup=self._speedup.measured(),
        )


def check_round(round_: Round) -> None:
    """Asserts what must hold inside one round.

    Raises:
        AssertionError: naming what does not hold.
    """
    verdicts = [draft.verdict for draft in round_.drafts]
    origins = [token.origin for token in round_.emitted]
    accepted = verdicts.count(Verdict.ACCEPTED)
    rejected = verdicts.count(Verdict.REJECTED)
    corrected = origins.count(Origin.CORRECTED)
    chain = all(draft.parent == index - 1 for index, draft in enumerate(round_.drafts))
    own = [origin for origin in origins if origin is not Origin.ACCEPTED]
    assert origins, "a round emits at least one token"
    assert origins.count(Origin.ACCEPTED) == accepted, "each accepted draft is emitted"
    assert len(own) <= 1, "at most one token of a round is the target's own"
    assert not own or origins[-1] is own[0], "the target's own token is the last of its round"
    if round_.drafts:
        assert Origin.PLAIN not in origins, "a round with drafts has no plain token"
    else:
        assert set(origins) <= {Origin.PLAIN}, "a round without drafts is plain"
    if chain:
        assert rejected <= 1, "a chain has at most one rejection a round"
        assert corrected == rejected, "in a chain each rejection is corrected"
        in_order = [*[Verdict.ACCEPTED] * accepted, *[Verdict.REJECTED] * rejected]
        assert verdicts[: len(in_order)] == in_order, "a chain is tested from the left up to a rejection"
        assert Origin.BONUS not in origins or accepted == len(verdicts), (
            "a bonus follows only accepted drafts"
        )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _bump(counts: list[int], index: int) -> None:
    counts.extend([0] * (index + 1 - len(counts)))
    counts[index] += 1
