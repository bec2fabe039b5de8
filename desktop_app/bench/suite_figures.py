"""Figures of a suite: one prompt's runs, and many prompts together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import geometric_mean, quantiles

from desktop_app.bench.measured_reply import Run
from desktop_app.bench.medians import median_known
from desktop_app.bench.suite_run import Row, Sampling
from desktop_app.decoding.looping import Loop, find_loop
from desktop_app.decoding.tally import Tally, TallySummary
from desktop_app.engines.base import Difference


@dataclass(frozen=True, slots=True)
class SideFigures:
    """Runs of one kind on one prompt; rates are medians over them, in tokens per second.

    decode_runs: the decode rate of each run, None where a reply ended in round 0. tally and text: the first
    run's.
    """

    tokens: int
    reason: str
    decode_tokens_per_s: float | None
    decode_runs: tuple[float | None, ...]
    prefill_tokens_per_s: float | None
    ttft_s: float | None
    tally: TallySummary
    text: str


@dataclass(frozen=True, slots=True)
class RowFigures:
    """One prompt in one sampling. loop: of a reply that loops; None where neither does.

    identical: plain and speculative replies have the same token ids; None where they need not. repeatable:
    so have runs of one kind.
    """

    id: str
    group: str
    sampling: Sampling
    prompt_tokens: int
    plain: SideFigures
    speculative: SideFigures
    speedup: float | None
    loop: Loop | None
    identical: bool | None
    repeatable: bool
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Prompts together. Rates and speedups are medians over prompts, of which each counts once.

    measured: prompts with a speedup. speedup_of_totals: all tokens over all decode seconds, speculative /
    plain. The draft's figures count over all rounds of the speculative replies.
    """

    prompts: int
    measured: int
    speedup_median: float | None
    speedup_geometric_mean: float | None
    speedup_quartiles: tuple[float, float] | None
    speedup_least: float | None
    speedup_greatest: float | None
    speedup_of_totals: float | None
    plain_tokens_per_s: float | None
    speculative_tokens_per_s: float | None
    acceptance_rate: float | None
    draft_utilisation: float | None
    tokens_per_round: float | None
    acceptance_by_position: tuple[float | None, ...]
    accepted_histogram: tuple[int, ...]
    rounds_with_drafts: float | None


def row_figures(row: Row, eos_ids: frozenset[int]) -> RowFigures:
    plain, mine = _side(row.plain), _side(row.speculative)
    rates = plain.decode_tokens_per_s, mine.decode_tokens_per_s
    prefilled = row.plain[0].prefilled
    return RowFigures(
        id=row.prompt.id,
        group=row.prompt.group,
        sampling=row.sampling,
        prompt_tokens=prefilled.tokens + prefilled.reused + 1,
        plain=plain,
        speculative=mine,
        speedup=rates[1] / rates[0] if rates[0] and rates[1] else None,
        loop=_loop(row, eos_ids),
        identical=row.difference is None if row.comparable else None,
        repeatable=_same_tokens(row.plain) and _same_tokens(row.speculative),
        difference=row.difference,
    )


def figures(rows: Sequence[Row], eos_ids: frozenset[int]) -> Figures:
    """Of rows in the same sampling."""
    each = [row_figures(row, eos_ids) for row in rows]
    speedups = [row.speedup for row in each if row.speedup is not None]
    tally = Tally.of(round_ for row in rows for run in row.speculative for round_ in run.rounds)
    summary = tally.summary()
    drafted = [bool(round_.drafts) for row in rows for run in row.speculative for round_ in run.rounds]
    quarters = quantiles(speedups, method="inclusive") if len(speedups) > 1 else None
    return Figures(
        prompts=len(rows),
        measured=len(speedups),
        speedup_median=median_known(speedups),
        speedup_geometric_mean=geometric_mean(speedups) if speedups else None,
        speedup_quartiles=(quarters[0], quarters[2]) if quarters else None,
        speedup_least=min(speedups, default=None),
        speedup_greatest=max(speedups, default=None),
        speedup_of_totals=_of_totals(rows),
        plain_tokens_per_s=median_known(row.plain.decode_tokens_per_s for row in each),
        speculative_tokens_per_s=median_known(row.speculative.decode_tokens_per_s for row in each),
        acceptance_rate=summary.acceptance_rate,
        draft_utilisation=summary.draft_utilisation,
        tokens_per_round=summary.tokens_per_round,
        acceptance_by_position=summary.acceptance_by_position,
        accepted_histogram=summary.accepted_histogram,
        rounds_with_drafts=sum(drafted) / len(drafted) if drafted else None,
    )


def loops(row: Row, eos_ids: frozenset[int]) -> bool:
    return _loop(row, eos_ids) is not None


def _loop(row: Row, eos_ids: frozenset[int]) -> Loop | None:
    """Either reply's: a speedup over a loop is no speedup in a chat, whichever side it is on."""
    for run in (row.speculative[0], row.plain[0]):
        tokens = run.tokens
        found = find_loop(tokens[:-1] if tokens and tokens[-1] in eos_ids else tokens)
        if found is not None:
            return found
    return None


def _side(runs: Sequence[Run]) -> SideFigures:
    tallies = [run.tally for run in runs]
    return SideFigures(
        tokens=len(runs[0].tokens),
        reason=runs[0].reason,
        decode_tokens_per_s=median_known(tally.decode_tokens_per_s for tally in tallies),
        decode_runs=tuple(tally.decode_tokens_per_s for tally in tallies),
        prefill_tokens_per_s=median_known(tally.prefill_tokens_per_s for tally in tallies),
        ttft_s=median_known(tally.ttft_s for tally in tallies),
        tally=tallies[0],
        text=runs[0].text,
    )


def _of_totals(rows: Sequence[Row]) -> float | None:
    plain = _total_rate(run for row in rows for run in row.plain)
    mine = _total_rate(run for row in rows for run in row.speculative)
    return mine / plain if plain and mine else None


def _total_rate(runs: Iterable[Run]) -> float | None:
    """Tokens after round 0 over the seconds they took, of all runs together."""
    tokens, seconds = 0, 0.0
    for run in runs:
        if len(run.rounds) > 1:
            tokens += len(run.tokens) - len(run.rounds[0].emitted)
            seconds += run.rounds[-1].at - run.rounds[0].at
    return tokens / seconds if seconds > 0 else None


def _same_tokens(runs: Sequence[Run]) -> bool:
    return all(run.tokens == runs[0].tokens for run in runs)
