"""The report of a suite for a reader on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.bench.suite_costs import Costs
from desktop_app.bench.suite_figures import Figures, RowFigures
from desktop_app.bench.suite_report import Subject, SuiteReport, Summary

# Of the processor's time: what an idle desktop takes.
_QUIET = 0.1
_COLUMNS = (
    f"{'prompt':<22}{'sampling':<10}{'tokens':>7}{'plain':>8}{'specul.':>8}{'speedup':>9}{'accepted':>9}"
    f"{'per round':>10}  notes"
)


def render(report: SuiteReport) -> str:
    """One line a row, then what they come to."""
    return "\n".join(_lines(report))


def _lines(report: SuiteReport) -> Iterator[str]:
    yield from _heading(report.subject)
    yield ""
    yield _COLUMNS
    for row in report.rows:
        yield _row(row)
    for sampling, summary in report.summary.items():
        yield ""
        yield from _summary(sampling, summary)
    if not report.complete:
        yield ""
        yield "Not the whole suite: it ended before every prompt was measured."


def _heading(subject: Subject) -> Iterator[str]:
    options, machine = subject.options, subject.machine
    shape = ", exact shape" if options.exact else ""
    yield f"{subject.suite}: {subject.model}, {subject.dtype} on {subject.device}{shape}; {subject.why}"
    yield (
        f"{machine.gpu or machine.cpu}, {machine.cores} cores, {machine.threads} threads, "
        f"torch {machine.torch}; {subject.seconds:.0f} s"
    )
    if subject.others is not None:
        busy = f"other programs took {subject.others:.0%} of the processor"
        yield busy if subject.others <= _QUIET else f"NOT A QUIET MACHINE: {busy}; these times mean little"
    sampled = (
        f"sampled at temperature {options.temperature:g} by {subject.verifier}, " if subject.verifier else ""
    )
    yield f"{sampled}replies of {options.max_tokens} tokens at most; plain, specul.: decode tokens per second"


def _row(row: RowFigures) -> str:
    tally = row.speculative.tally
    return (
        f"{row.id:<22}{row.sampling:<10}{row.speculative.tokens:>7}"
        f"{_number(row.plain.decode_tokens_per_s, '.1f'):>8}"
        f"{_number(row.speculative.decode_tokens_per_s, '.1f'):>8}"
        f"{_times(row.speedup):>9}{_percent(tally.acceptance_rate):>9}"
        f"{_number(tally.tokens_per_round, '.2f'):>10}  {', '.join(_notes(row))}"
    ).rstrip()


def _notes(row: RowFigures) -> Iterator[str]:
    if row.loop is not None:
        yield f"loops from token {row.loop.start} (period {row.loop.period})"
    if row.difference is not None:
        yield f"differs at token {row.difference.position}"
        if row.difference.plain_gap is not None:
            yield f"top-2 gap {row.difference.plain_gap:.3g} and {row.difference.speculative_gap:.3g}"
    if not row.repeatable:
        yield "runs differ"


def _summary(sampling: str, summary: Summary) -> Iterator[str]:
    own, every = summary.figures, summary.with_looping
    yield (
        f"{sampling}: speedup {_times(own.speedup_median)} (median of {own.measured}), "
        f"geometric mean {_times(own.speedup_geometric_mean)}, {_range(own)}"
    )
    if summary.looping:
        yield f"  with the {summary.looping} that loop: {_times(every.speedup_median)}"
    for group, found in summary.groups.items():
        yield (
            f"  {group:<20}{_times(found.speedup_median):>7}  {_percent(found.acceptance_rate):>5} accepted, "
            f"{_number(found.tokens_per_round, '.2f')} tokens per round ({found.measured})"
        )
    positions = " ".join(_number(rate, ".2f") for rate in own.acceptance_by_position)
    yield f"  accepted by position: {positions or 'no drafts'}"
    yield from _costs(summary.costs)
    identity = summary.identity
    if identity.compared:
        yield f"  identical: {identity.identical} of {identity.compared} ({identity.expected})"
    else:
        yield f"  identical: {identity.expected}"


def _costs(costs: Costs) -> Iterator[str]:
    yield (
        f"  target step {_number(costs.target_step_ms, '.2f')} ms, draft step "
        f"{_number(costs.draft_step_ms, '.3f')} ms (c = {_number(costs.c, '.3f')}), overhead of a round "
        f"{_number(costs.overhead_ms, '.2f')} ms (plain {_number(costs.overhead_plain_ms, '.2f')} ms)"
    )
    passes = "  ".join(f"{rows}: {found.ms:.1f}" for rows, found in costs.v.items())
    yield f"  verify by rows, ms: {passes}"
    if costs.shares is not None:
        shares = costs.shares
        yield (
            f"  time of a speculative reply: {shares.verify:.0%} verify, {shares.draft:.0%} draft, "
            f"{shares.other:.0%} sampling and bookkeeping, {shares.between:.0%} between rounds"
        )


def _range(figures: Figures) -> str:
    return f"{_times(figures.speedup_least)} to {_times(figures.speedup_greatest)}"


def _times(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}x"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else format(value, form)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
