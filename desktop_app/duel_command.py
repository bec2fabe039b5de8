"""`slipstream bench duel`: one prompt, plain against one or two drafts."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from desktop_app.atomic_write import write_atomically
from desktop_app.chats.json_text import finite
from desktop_app.chats.messages import Message
from desktop_app.decoding.errors import BadSamplingError, Cancelled
from desktop_app.decoding.sampling_params import SamplingParams, check_seed, random_seed
from desktop_app.engines.base import ChatRequest
from desktop_app.exit_codes import FAILED, INTERRUPTED, OK, USAGE
from desktop_app.generate import interruptible, open_engine
from desktop_app.models.progress import Progress
from desktop_app.paths import Paths
from desktop_app.terminal import ProgressLine

if TYPE_CHECKING:
    from desktop_app.bench.duel import DuelOutcome


def bench_duel(arguments: argparse.Namespace, paths: Paths) -> int:
    """Prints the report when all turns are over."""
    try:
        request = _request(arguments)
    except BadSamplingError as error:
        print(error, file=sys.stderr)
        return USAGE
    from desktop_app.bench.duel import PLAIN, Duel, Lane

    lanes = [PLAIN, *(Lane(draft, arguments.k) for draft in arguments.draft or ["auto"])]
    with interruptible() as control:
        engine = open_engine(arguments, paths, control)
        duel = Duel(engine, request, lanes, back=not arguments.once)
        progress = ProgressLine()
        try:
            for event in duel.events(control):
                progress.show(Progress(_stage(event.lane, event.turn), max(0, event.turn), len(duel.order)))
        except Cancelled:
            return INTERRUPTED
        finally:
            progress.clear()
    assert duel.outcome is not None
    return _show(duel.outcome, arguments)


def _show(outcome: DuelOutcome, arguments: argparse.Namespace) -> int:
    from desktop_app.bench.duel_figures import duel_json, lane_figures
    from desktop_app.bench.duel_page import HeldDuel, duel_page
    from desktop_app.bench.duel_table import render

    figures = lane_figures(outcome)
    if arguments.json:
        print(json.dumps(finite(duel_json(outcome, figures)), allow_nan=False))
    else:
        print(render(outcome, figures, exact=not arguments.fast))
    if arguments.report is not None:
        names = tuple(lane.name for lane in figures)
        page = duel_page(HeldDuel(outcome, figures, names, arguments.prompt))
        try:
            write_atomically(arguments.report, page.encode("utf-8"))
        except OSError as error:
            print(f"{arguments.report} cannot be written: {error.strerror or error}.", file=sys.stderr)
            return FAILED
    return OK


def _request(arguments: argparse.Namespace) -> ChatRequest:
    seed = random_seed() if arguments.seed is None else check_seed(arguments.seed)
    return ChatRequest(
        messages=(Message("user", arguments.prompt),),
        sampling=SamplingParams(temperature=arguments.temperature),
        verifier=arguments.verifier,
        exact=not arguments.fast,
        max_tokens=arguments.max_tokens,
        seed=seed,
    )


def _stage(lane: int, turn: int) -> str:
    return "Warming up" if turn < 0 else f"Lane {lane + 1}"
