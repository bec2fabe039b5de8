"""`slipstream bench plain`: how fast the model decodes plainly, by the length of the context."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from desktop_app.engines.baselines import Baseline, Baselines, bucket
from desktop_app.engines.measure_plain import measure_plain
from desktop_app.exit_codes import OK
from desktop_app.generate import interruptible, open_engine
from desktop_app.models.machine import fingerprint
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine

_CONTEXT = 64


def bench_plain(arguments: argparse.Namespace, paths: Paths) -> int:
    """Prints what is known once it was measured, and keeps it for the window.

    Raises:
        Cancelled: the user stopped it; what was measured before is kept.
        SlipstreamError: the model cannot be loaded or measured, or the figures not be kept.
    """
    baselines = Baselines(paths.baselines, fingerprint)
    contexts: list[int] = arguments.context or [_CONTEXT]
    with interruptible() as control:
        engine = open_engine(arguments, paths, control)
        progress = ProgressLine()
        try:
            for context in contexts:
                steps = measure_plain(engine, context, control, progress.show, seconds=arguments.seconds)
                baselines.add(steps.items())
        finally:
            progress.clear()
    first = bucket(min(contexts))
    known = [one for one in baselines.known(engine.name) if one.place.context >= first]
    if arguments.json:
        print(json.dumps({"machine": fingerprint(), "plain": [asdict(one) for one in known]}))
    else:
        print("\n".join(map(_line, sorted(known, key=lambda one: one.place.context))))
    return OK


def _line(one: Baseline) -> str:
    place = one.place
    return (
        f"{place.target} · {place.device} · {place.dtype} · from {place.context:,} tokens: "
        f"{one.tokens_per_s:.1f} tokens/s, {1000 * one.median_s:.1f} ms a step (half of {one.steps} steps: "
        f"{1000 * one.low_s:.1f} to {1000 * one.high_s:.1f} ms)"
    )
