"""The self-test as the engine's thread runs it."""

from __future__ import annotations

import time

from desktop_app.bench.selftest_result import SelfTestResult
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Engine
from desktop_app.models.progress import ProgressCallback

# as bench/selftest.py names them
_SESSIONS = ("selftest plain", "selftest")


def run_self_test(
    engine: Engine | None, draft: str, progress: ProgressCallback, control: ReplyControl
) -> SelfTestResult:
    """In sessions of its own, which are forgotten afterwards.

    Raises:
        SlipstreamError: no model of this machine is loaded, or a reply failed.
        Cancelled: the user asked to stop.
    """
    # torch comes with it, and the window must be there before
    from desktop_app.bench.selftest import SelfTest
    from desktop_app.engines.local import LocalEngine

    if not isinstance(engine, LocalEngine):
        raise SlipstreamError("No model is loaded: choose a target in the toolbar, then start the self-test.")
    control.check()
    started = time.monotonic()
    try:
        report = SelfTest(engine, draft, progress, control).run()
    finally:
        for session in _SESSIONS:
            engine.forget(session)
    return SelfTestResult(
        model=report.model,
        draft=report.draft,
        dtype=report.dtype,
        lossless=report.lossless,
        drafted=report.drafted,
        details=report.render(),
        when=time.time(),
        seconds=time.monotonic() - started,
    )
