"""`slipstream models check TARGET DRAFT`: whether they make a pair, and on demand how good a one."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import BadSamplingError, Cancelled
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.loader import load_engine
from desktop_app.engines.pair_plan import PairPlan
from desktop_app.exit_codes import FAILED, INTERRUPTED, OK, USAGE
from desktop_app.generate import interruptible
from desktop_app.models.findings import Finding, Level, Preflight
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine

if TYPE_CHECKING:
    from desktop_app.bench.pair_measure import PairMeasurement

_MARKS = {Level.OK: "ok     ", Level.NOTE: "note   ", Level.PROBLEM: "problem"}


def models_check(arguments: argparse.Namespace, paths: Paths) -> int:
    """One line a finding, and what was measured, or one JSON object; 1 where the pair cannot work.

    Raises:
        Cancelled: the user stopped it before there were findings.
        SlipstreamError: the pair could not be measured.
    """
    try:
        sampling = SamplingParams(temperature=arguments.temperature)
    except BadSamplingError as error:
        print(error, file=sys.stderr)
        return USAGE
    measurement, code = None, OK
    with interruptible() as control:
        found = _checked(arguments, paths, control)
        if not arguments.json:
            print("\n".join(map(_line, found.findings)), flush=True)
        if found.problems:
            print(found.problems[0], file=sys.stderr)
            code = FAILED
        elif arguments.measure:
            try:
                measurement = _measured(arguments, sampling, paths, control)
            except Cancelled:
                code = INTERRUPTED
    if arguments.json:
        print(json.dumps(to_json(found, measurement), ensure_ascii=False))
    elif measurement is not None:
        from desktop_app.bench.pair_words import measurement_sentences

        print("\n" + "\n".join(measurement_sentences(measurement)))
    return code


def _checked(arguments: argparse.Namespace, paths: Paths, control: ReplyControl) -> Preflight:
    from desktop_app.engines.pair_check import check_pair

    plan = PairPlan(arguments.device, arguments.dtype, arguments.context_limit)
    line = ProgressLine()
    try:
        return check_pair(
            arguments.target_model, arguments.draft, paths, plan, progress=line.show, check=control.check
        )
    finally:
        line.clear()


def _measured(
    arguments: argparse.Namespace, sampling: SamplingParams, paths: Paths, control: ReplyControl
) -> PairMeasurement:
    from desktop_app.bench.pair_measure import PairMeasure, PairOptions

    line = ProgressLine()
    try:
        engine = load_engine(
            arguments.target_model,
            paths,
            device=arguments.device,
            dtype=arguments.dtype,
            context=arguments.context_limit,
            progress=line.show,
            check=control.check,
        )
        options = PairOptions(arguments.draft, sampling)
        return PairMeasure(engine, options).measured(control, line.show)
    finally:
        line.clear()


def to_json(found: Preflight, measurement: PairMeasurement | None = None) -> dict[str, object]:
    """measured: None where it was not asked for, or stopped. Times in seconds."""
    measured = None
    if measurement is not None:
        measured = asdict(measurement) | {
            "c": measurement.cost_ratio,
            "speedup": measurement.speedup,
            "predicted_best": measurement.best,
            "recommended_k": measurement.recommended,
        }
    return asdict(found) | {"works": not found.problems, "measured": measured}


def _line(finding: Finding) -> str:
    return f"{_MARKS[finding.level]}  {finding.sentence}"
