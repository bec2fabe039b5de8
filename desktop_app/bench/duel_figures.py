"""What a duel comes to: the figures of each lane, its speedups over the first, and a verdict in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from desktop_app.bench.duel import DuelOutcome, Lane
from desktop_app.bench.duel_words import VerdictWords
from desktop_app.bench.measured_reply import Run
from desktop_app.bench.medians import median_known
from desktop_app.decoding.looping import find_loop
from desktop_app.engines.base import Difference


@dataclass(frozen=True, slots=True)
class LaneFigures:
    """Medians over the lane's runs. wall_s: from asking to the last token, the prompt's reading included.

    The speedups are over the first lane, None for it and where a reply was too short to measure; that of
    the wall clock only where both lanes wrote as many tokens. runs: the decode rate of each run.
    """

    name: str
    tokens: int
    wall_s: float
    ttft_s: float | None
    decode_tokens_per_s: float | None
    runs: tuple[float | None, ...]
    tokens_per_forward: float | None
    acceptance_rate: float | None
    speedup_decode: float | None
    speedup_wall: float | None
    loops: bool


def lane_figures(outcome: DuelOutcome) -> tuple[LaneFigures, ...]:
    first = outcome.runs[0]
    return tuple(_figures(lane, runs, first) for lane, runs in zip(outcome.lanes, outcome.runs, strict=True))


def best_lane(lanes: Sequence[LaneFigures]) -> int | None:
    """Where the speedup in decoding is largest; None where none was measured."""
    measured = [(lane.speedup_decode, -place) for place, lane in enumerate(lanes) if lane.speedup_decode]
    return -max(measured)[1] if measured else None


def best_speedup(lanes: Sequence[LaneFigures]) -> float | None:
    """The largest in decoding; None where none was measured."""
    place = best_lane(lanes)
    return None if place is None else lanes[place].speedup_decode


def verdict_sentence(
    outcome: DuelOutcome, lane: int, name: str, *, exact: bool, words: VerdictWords | None = None
) -> str:
    """About a lane after the first, by its name."""
    words = words or VerdictWords()
    verdict = outcome.verdicts[lane - 1]
    if verdict.kind == "identical":
        return words.same.format(name=name)
    found = verdict.difference
    if found is None:
        return words.rejection.format(name=name)
    one, two = (_token(outcome.runs[place][0], found.position, words) for place in (0, lane))
    number = words.number(found.position + 1)
    parts = words.parts.format(name=name, number=number, one=one, two=two)
    greedy = outcome.runs[0][0].started.resolved.verifier == "greedy"
    return f"{parts} {_why(found, words, exact=exact, greedy=greedy)}"


def _token(run: Run, position: int, words: VerdictWords) -> str:
    texts = [token.text for round_ in run.rounds for token in round_.emitted]
    return words.token(texts[position]) if position < len(texts) else words.end


def _why(found: Difference, words: VerdictWords, *, exact: bool, greedy: bool) -> str:
    if exact:
        return words.exact
    if found.plain_gap is None or found.speculative_gap is None:
        return words.shapes
    gaps = words.gaps if greedy else words.gaps_noise
    return gaps.format(plain=f"{found.plain_gap:.3g}", drafted=f"{found.speculative_gap:.3g}")


def duel_json(outcome: DuelOutcome, figures: Sequence[LaneFigures]) -> dict[str, Any]:
    """Plain JSON values; the runs' texts once a lane."""
    return {
        "lanes": [
            {**asdict(lane), **asdict(numbers), "text": runs[0].text}
            for lane, numbers, runs in zip(outcome.lanes, figures, outcome.runs, strict=True)
        ],
        "verdicts": [asdict(verdict) for verdict in outcome.verdicts],
    }


def _figures(lane: Lane, runs: Sequence[Run], first: Sequence[Run]) -> LaneFigures:
    tally = runs[0].tally
    rate, first_rate = _rate(runs), _rate(first)
    tokens = runs[0].tokens
    same_length = runs is not first and len(tokens) == len(first[0].tokens)
    return LaneFigures(
        name=runs[0].started.draft if lane.draft != "none" else "plain",
        tokens=len(tokens),
        wall_s=_wall(runs),
        ttft_s=median_known(run.tally.ttft_s for run in runs),
        decode_tokens_per_s=rate,
        runs=tuple(run.tally.decode_tokens_per_s for run in runs),
        tokens_per_forward=tally.emitted / tally.target_calls if tally.target_calls else None,
        acceptance_rate=tally.acceptance_rate,
        speedup_decode=rate / first_rate if runs is not first and rate and first_rate else None,
        speedup_wall=_wall(first) / _wall(runs) if same_length and _wall(runs) > 0 else None,
        loops=find_loop(tokens[:-1] if runs[0].reason == "eos" else tokens) is not None,
    )


def _rate(runs: Sequence[Run]) -> float | None:
    return median_known(run.tally.decode_tokens_per_s for run in runs)


def _wall(runs: Sequence[Run]) -> float:
    return median(run.rounds[-1].at if run.rounds else 0.0 for run in runs)
