"""`slipstream selftest`: is speculative decoding lossless with the user's own pair?"""

from __future__ import annotations

import argparse
import json

from desktop_app.exit_codes import FAILED, OK
from desktop_app.generate import interruptible, open_engine
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine


def selftest(arguments: argparse.Namespace, paths: Paths) -> int:
    """Prints the report; the exit code says whether the pair is lossless."""
    with interruptible() as control:
        engine = open_engine(arguments, paths, control)
        from desktop_app.bench.selftest import SelfTest

        progress = ProgressLine()
        report = SelfTest(engine, arguments.draft, progress.show, control).run(arguments.runs)
        progress.clear()
    print(json.dumps(report.to_json()) if arguments.json else report.render())
    return OK if report.lossless and report.drafted else FAILED
