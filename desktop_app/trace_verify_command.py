"""`slipstream trace verify`: is every token of a trace the model's own?"""

from __future__ import annotations

import argparse
import json

from desktop_app.chats.json_text import finite
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.loader import STARTER
from desktop_app.engines.trace import load_trace
from desktop_app.exit_codes import FAILED, OK
from desktop_app.generate import interruptible, open_engine
from desktop_app.models import starter_info
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine


class UnknownModelError(SlipstreamError):
    """Nothing says where the trace's model is."""


def trace_verify(arguments: argparse.Namespace, paths: Paths) -> int:
    """Prints the report; the exit code says whether every token is the model's own."""
    trace = load_trace(arguments.file)
    arguments.model = arguments.model or _model_of(trace.started.model, str(arguments.file))
    if arguments.dtype == "auto":  # other numbers would say nothing
        arguments.dtype = trace.started.resolved.dtype
    with interruptible() as control:
        engine = open_engine(arguments, paths, control)
        from desktop_app.bench.verify_trace import verify_trace

        progress = ProgressLine()
        try:
            report = verify_trace(engine, trace, str(arguments.file), progress.show, control)
        finally:
            progress.clear()
    print(json.dumps(finite(report.to_json()), allow_nan=False) if arguments.json else report.render())
    return OK if report.own else FAILED


def _model_of(name: str, file: str) -> str:
    if name == starter_info.NAME:
        return STARTER
    raise UnknownModelError(f"The trace {file} was written by {name}; say where it is with --model PATH.")
