"""What a round costs and where its time goes, out of measured rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from desktop_app.decoding.rounds import Round, draft_depths


@dataclass(frozen=True, slots=True)
class Verify:
    """Passes of the target with so many rows that count: median milliseconds, that in target steps, and how
    many were measured."""

    ms: float
    steps: float | None
    rounds: int


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of the decode time. between: outside the rounds' own timing."""

    draft: float
    verify: float
    other: float
    between: float


@dataclass(frozen=True, slots=True)
class Costs:
    """Medians in milliseconds over the rounds after round 0; None where nothing was measured.

    target_step_ms: a pass of the target without drafts. draft_step_ms: drafting a round, divided by the
    levels drafted. c: draft step / target step. v: by rows of a pass (1 + drafts). overhead_ms: sampling and
    bookkeeping of a round; between_rounds_ms: from the end of a round's timing to the start of the next.
    shares: of the speculative replies.
    """

    target_step_ms: float | None
    draft_step_ms: float | None
    c: float | None
    v: dict[int, Verify]
    overhead_ms: float | None
    overhead_plain_ms: float | None
    between_rounds_ms: float | None
    between_rounds_plain_ms: float | None
    shares: Shares | None


Reply = Sequence[Round]


def costs(plain: Sequence[Reply], speculative: Sequence[Reply]) -> Costs:
    """plain, speculative: the rounds of each reply, in order."""
    step = _median_ms(round_.timing.verify_s for round_ in _later(plain))
    draft = _median_ms(
        round_.timing.draft_s / (max(draft_depths(round_.drafts)) + 1)
        for round_ in _later(speculative)
        if round_.drafts
    )
    return Costs(
        target_step_ms=step,
        draft_step_ms=draft,
        c=draft / step if step and draft is not None else None,
        v=_verify([*_later(plain), *_later(speculative)], step),
        overhead_ms=_median_ms(round_.timing.other_s for round_ in _later(speculative)),
        overhead_plain_ms=_median_ms(round_.timing.other_s for round_ in _later(plain)),
        between_rounds_ms=_median_ms(_between(speculative)),
        between_rounds_plain_ms=_median_ms(_between(plain)),
        shares=_shares(speculative),
    )


def _later(replies: Iterable[Reply]) -> list[Round]:
    """Round 0 is no part of the decode time."""
    return [round_ for reply in replies for round_ in reply[1:]]


def _between(replies: Iterable[Reply]) -> list[float]:
    """Seconds before each round that are in nobody's timing."""
    return [
        after.at - before.at - after.timing.total_s for reply in replies for before, after in pairwise(reply)
    ]


def _verify(rounds: Iterable[Round], step: float | None) -> dict[int, Verify]:
    by_rows: dict[int, list[float]] = defaultdict(list)
    for round_ in rounds:
        by_rows[1 + len(round_.drafts)].append(round_.timing.verify_s * 1e3)
    return {
        rows: Verify(median(times), median(times) / step if step else None, len(times))
        for rows, times in sorted(by_rows.items())
    }


def _shares(replies: Sequence[Reply]) -> Shares | None:
    total = sum(reply[-1].at - reply[0].at for reply in replies if reply)
    if total <= 0:
        return None
    timings = [round_.timing for round_ in _later(replies)]
    return Shares(
        draft=sum(timing.draft_s for timing in timings) / total,
        verify=sum(timing.verify_s for timing in timings) / total,
        other=sum(timing.other_s for timing in timings) / total,
        between=sum(_between(replies)) / total,
    )


def _median_ms(seconds: Iterable[float]) -> float | None:
    values = list(seconds)
    return median(values) * 1e3 if values else None
