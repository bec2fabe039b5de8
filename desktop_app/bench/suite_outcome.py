"""One whole benchmark: measure, read the machine before and after, report."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.bench.suite import Suite
from desktop_app.bench.suite_machine import Load, load, machine, others_share
from desktop_app.bench.suite_report import Subject, SuiteReport, suite_report
from desktop_app.bench.suite_run import Row, SuiteError, SuiteOptions, SuiteRun
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled
from desktop_app.engines.local import LocalEngine
from desktop_app.models.progress import ProgressCallback


@dataclass(frozen=True, slots=True)
class Outcome:
    """report: of what was measured, None where nothing was. ended: what cut the suite short."""

    report: SuiteReport | None
    ended: Cancelled | SuiteError | None


def run_suite(
    engine: LocalEngine,
    suite: Suite,
    options: SuiteOptions,
    progress: ProgressCallback,
    control: ReplyControl,
) -> Outcome:
    """Measures until the suite is through, the user stops it or a reply fails; keeps what it has."""
    before, started = load(), time.perf_counter()
    rows: list[Row] = []
    ended: Cancelled | SuiteError | None = None
    try:
        for row in SuiteRun(engine, options, progress, control).rows(suite):
            rows.append(row)
    except (Cancelled, SuiteError) as error:
        ended = error
    if not rows:
        return Outcome(None, ended)
    subject = _subject(engine, suite, options, rows, before, time.perf_counter() - started)
    return Outcome(suite_report(rows, subject, engine.eos_ids, complete=ended is None), ended)


def _subject(
    engine: LocalEngine,
    suite: Suite,
    options: SuiteOptions,
    rows: Sequence[Row],
    before: Load,
    seconds: float,
) -> Subject:
    here, after = machine(), load()
    first = rows[0].speculative[0]
    verifiers = [row.speculative[0].started.resolved.verifier for row in rows if row.sampling == "sampled"]
    return Subject(
        suite=suite.name,
        model=engine.name,
        device=first.started.resolved.device,
        dtype=engine.dtype,
        drafter=first.started.draft,
        verifier=verifiers[0] if verifiers else None,
        why=first.plans[0].why,
        options=options,
        machine=here,
        load_before=before,
        load_after=after,
        others=others_share(before, after, seconds, here.cores),
        seconds=seconds,
    )
