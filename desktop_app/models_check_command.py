"""`slipstream models check TARGET DRAFT`: whether they make a pair, and on demand how good a one."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from desktop_app.engines.pair_check import check_pair
from desktop_app.engines.pair_plan import PairPlan
from desktop_app.exit_codes import FAILED, OK
from desktop_app.generate import interruptible
from desktop_app.models.findings import Finding, Level, Preflight
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine

_MARKS = {Level.OK: "ok     ", Level.NOTE: "note   ", Level.PROBLEM: "problem"}


def models_check(arguments: argparse.Namespace, paths: Paths) -> int:
    """One line a finding, or one JSON object; 1 where the pair cannot work.

    Raises:
        Cancelled: the user stopped it.
    """
    plan = PairPlan(arguments.device, arguments.dtype, arguments.context_limit)
    with interruptible() as control:
        line = ProgressLine()
        try:
            found = check_pair(
                arguments.target_model,
                arguments.draft,
                paths,
                plan,
                progress=line.show,
                check=control.check,
            )
        finally:
            line.clear()
    if arguments.json:
        print(json.dumps(to_json(found), ensure_ascii=False))
    else:
        print("\n".join(map(_line, found.findings)))
    if found.problems:
        print(found.problems[0], file=sys.stderr)
        return FAILED
    return OK


def to_json(found: Preflight) -> dict[str, object]:
    return asdict(found) | {"works": not found.problems}


def _line(finding: Finding) -> str:
    return f"{_MARKS[finding.level]}  {finding.sentence}"
