"""The report of a suite: what was asked, on which machine, each prompt's row, and the summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from desktop_app.bench.suite_costs import Costs, costs
from desktop_app.bench.suite_figures import Figures, RowFigures, figures, loops, row_figures
from desktop_app.bench.suite_machine import Load, Machine
from desktop_app.bench.suite_run import SAMPLINGS, Row, Sampling, SuiteOptions
from desktop_app.decoding.looping import RULE

FORMAT = "slipstream-suite"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Subject:
    """What was measured and how long that took. drafter: as the engine resolved the draft. verifier: of the
    sampled replies, None where none was measured.

    load_before and load_after: readings; others: share of the processor time that other programs took.
    """

    suite: str
    model: str
    device: str
    dtype: str
    drafter: str
    verifier: str | None
    why: str
    options: SuiteOptions
    machine: Machine
    load_before: Load
    load_after: Load
    others: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Identity:
    """Speculative replies compared with plain ones by token ids.

    expected: why they must, should or need not be equal, in words.
    """

    expected: str
    compared: int
    identical: int
    repeatable: int
    differences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """figures: over replies that do not loop; groups likewise. costs: over all rounds."""

    figures: Figures
    looping: int
    with_looping: Figures
    groups: dict[str, Figures]
    identity: Identity
    costs: Costs

    def to_json(self) -> dict[str, Any]:
        return {
            **asdict(self.figures),
            "looping": self.looping,
            "with_looping": asdict(self.with_looping),
            "groups": {group: asdict(found) for group, found in self.groups.items()},
            "identity": asdict(self.identity),
            **asdict(self.costs),
        }


@dataclass(frozen=True, slots=True)
class SuiteReport:
    """complete: every prompt of the suite was measured."""

    subject: Subject
    complete: bool
    summary: dict[Sampling, Summary]
    rows: tuple[RowFigures, ...]

    def to_json(self) -> dict[str, Any]:
        """Milliseconds where a name ends in _ms, seconds in _s, tokens per second in tokens_per_s."""
        subject = asdict(self.subject)
        return {
            "format": FORMAT,
            "version": VERSION,
            "complete": self.complete,
            **subject,
            "looping_rule": RULE,
            "summary": {sampling: found.to_json() for sampling, found in self.summary.items()},
            "prompts": [asdict(row) for row in self.rows],
        }


def suite_report(
    rows: Sequence[Row], subject: Subject, eos_ids: frozenset[int], *, complete: bool
) -> SuiteReport:
    """eos_ids: the ids that end a reply, which are no part of a loop."""
    by_sampling = {sampling: [row for row in rows if row.sampling == sampling] for sampling in SAMPLINGS}
    summary = {
        sampling: _summary(found, subject.options, eos_ids)
        for sampling, found in by_sampling.items()
        if found
    }
    return SuiteReport(subject, complete, summary, tuple(row_figures(row, eos_ids) for row in rows))


def _summary(rows: Sequence[Row], options: SuiteOptions, eos_ids: frozenset[int]) -> Summary:
    straight = [row for row in rows if not loops(row, eos_ids)]
    groups = dict.fromkeys(row.prompt.group for row in rows)
    return Summary(
        figures=figures(straight, eos_ids),
        looping=len(rows) - len(straight),
        with_looping=figures(rows, eos_ids),
        groups={
            group: figures([row for row in straight if row.prompt.group == group], eos_ids)
            for group in groups
        },
        identity=_identity([row_figures(row, eos_ids) for row in rows], options),
        costs=costs(
            [run.rounds for row in rows for run in row.plain],
            [run.rounds for row in rows for run in row.speculative],
        ),
    )


def _identity(rows: Sequence[RowFigures], options: SuiteOptions) -> Identity:
    compared = [row for row in rows if row.identical is not None]
    return Identity(
        expected=_expected(comparable=bool(compared), exact=options.exact),
        compared=len(compared),
        identical=sum(row.identical is True for row in compared),
        repeatable=sum(row.repeatable for row in rows),
        differences=tuple(row.id for row in compared if not row.identical),
    )


def _expected(*, comparable: bool, exact: bool) -> str:
    if not comparable:
        return "rejection keeps the distribution, not the text: nothing is compared"
    if exact:
        return "exact shape: every reply must be identical"
    return "free shapes: identical except near ties, which are audited"
