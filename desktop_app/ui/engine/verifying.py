"""A trace scored again, as the engine's thread does it."""

from __future__ import annotations

from desktop_app.bench.verify_report import TraceReport
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Engine
from desktop_app.engines.trace import Trace
from desktop_app.models.progress import ProgressCallback


def run_verification(
    engine: Engine | None, trace: Trace, name: str, progress: ProgressCallback, control: ReplyControl
) -> TraceReport:
    """By the loaded model, in a cache of its own. name: of the trace, for sentences.

    Raises:
        SlipstreamError: no model of this machine is loaded, or it cannot be asked about this trace.
        Cancelled: the user asked to stop.
    """
    # torch comes with it, and the window must be there before
    from desktop_app.bench.verify_trace import verify_trace
    from desktop_app.engines.local import LocalEngine

    if not isinstance(engine, LocalEngine):
        raise SlipstreamError(
            "No model is loaded: choose the trace's model in the toolbar, then verify again."
        )
    return verify_trace(engine, trace, name, progress, control)
