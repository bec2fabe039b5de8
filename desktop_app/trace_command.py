"""`slipstream trace show|replay|stats`: a reply that was saved as a trace."""

from __future__ import annotations

import argparse
import json
import sys

from desktop_app.chats.json_text import finite
from desktop_app.chats.messages import Message
from desktop_app.decoding.looping import find_loop
from desktop_app.engines.base import ChatRequest, Event, Failed
from desktop_app.engines.replay import Pace, ReplayEngine
from desktop_app.engines.trace import load_trace
from desktop_app.exit_codes import FAILED, INTERRUPTED, OK
from desktop_app.generate import interruptible
from desktop_app.terminal import colours_wanted, text_printer


def trace_show(arguments: argparse.Namespace) -> int:
    """The text with its origins, at once."""
    show = text_printer(sys.stdout, sys.stderr, colours_wanted(sys.stdout, arguments.no_color))
    for event in load_trace(arguments.file).events():
        show(event)
    return OK


def trace_replay(arguments: argparse.Namespace) -> int:
    """The text at the pace it was written."""
    engine = ReplayEngine(load_trace(arguments.file).events(), Pace(arguments.speed))
    show = text_printer(sys.stdout, sys.stderr, colours_wanted(sys.stdout, arguments.no_color))
    last: Event | None = None
    with interruptible() as control:
        for event in engine.reply(ChatRequest((Message("user", ""),)), control):
            show(event)
            last = event
        stopped = control.stopped
    if isinstance(last, Failed):
        print(last.error, file=sys.stderr)
        return FAILED
    return INTERRUPTED if stopped else OK


def trace_stats(arguments: argparse.Namespace) -> int:
    """The figures of the reply, counted anew from its rounds."""
    trace = load_trace(arguments.file)
    summary = trace.summary()
    if arguments.json:
        print(json.dumps(finite(summary.to_json()), allow_nan=False))
        return OK
    started = trace.started
    where = f"{started.resolved.dtype} on {started.resolved.device}, {started.resolved.verifier}"
    print(f"{started.model}: {started.mode}, draft {started.draft}, {where}")
    for name, value in summary.to_json().items():
        print(f"{name:<24}{_shown(value)}")
    if find_loop(list(trace.tokens)) is not None:
        print("The reply ends in a loop: such a text is guessed easily and says little about a chat.")
    return OK


def _shown(value: object) -> str:
    match value:
        case None:
            return "-"
        case float():
            return f"{value:.4g}"
        case list() | tuple():
            return "  ".join(map(_shown, value)) or "-"
        case dict():
            return ", ".join(f"{name} {_shown(part)}" for name, part in value.items())
    return str(value)
