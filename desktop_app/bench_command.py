"""`slipstream bench suite`: plain against speculative on a suite of prompts."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from desktop_app.chats.json_text import finite
from desktop_app.decoding.errors import BadSamplingError, Cancelled
from desktop_app.decoding.sampling_params import SamplingParams, check_seed
from desktop_app.exit_codes import FAILED, INTERRUPTED, OK, USAGE
from desktop_app.generate import interruptible, open_engine
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine

if TYPE_CHECKING:
    from desktop_app.bench.suite_outcome import Outcome
    from desktop_app.bench.suite_report import SuiteReport


def bench_suite(arguments: argparse.Namespace, paths: Paths) -> int:
    """Prints the report of what was measured, also where that is not the whole suite."""
    try:
        SamplingParams(temperature=arguments.temperature)
        check_seed(arguments.seed)
    except BadSamplingError as error:
        print(error, file=sys.stderr)
        return USAGE
    outcome = _measured(arguments, paths)
    if outcome.report is not None:
        _show(outcome.report, as_json=arguments.json)
    match outcome.ended:
        case None:
            return OK
        case Cancelled():
            return INTERRUPTED
        case failure:
            print(failure, file=sys.stderr)
            return FAILED


def _measured(arguments: argparse.Namespace, paths: Paths) -> Outcome:
    from desktop_app.bench.suite import read_suite
    from desktop_app.bench.suite_outcome import run_suite
    from desktop_app.bench.suite_run import SuiteOptions

    suite = read_suite(arguments.suite).first(arguments.prompts)
    options = SuiteOptions(
        draft=arguments.draft,
        k=arguments.k,
        # in the exact shape the one whose replies can be compared, unless the user names one
        verifier=arguments.verifier or ("coupled" if arguments.exact else "auto"),
        temperature=arguments.temperature,
        exact=arguments.exact,
        max_tokens=arguments.max_tokens or suite.max_tokens,
        repeats=arguments.runs,
        seed=arguments.seed,
    )
    with interruptible() as control:
        engine = open_engine(arguments, paths, control)
        progress = ProgressLine()
        try:
            return run_suite(engine, suite, options, progress.show, control)
        finally:
            progress.clear()


def _show(report: SuiteReport, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(finite(report.to_json()), allow_nan=False))
    else:
        from desktop_app.bench.suite_table import render

        print(render(report))
