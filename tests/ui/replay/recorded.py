"""Recorded replies for tests of the replay: rounds of the scripted engine as a trace."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scripted_engine import REPLY, speculative_rounds

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import (
    Event,
    Finished,
    Plan,
    Prefilled,
    Prompt,
    PromptMessage,
    Resolved,
    Started,
)
from desktop_app.engines.trace import Trace, trace_of
from desktop_app.engines.trace_file import write_trace

QUESTION = "How does <b>photosynthesis</b> work?"
STARTED = Started(
    "Recorded-1B",
    "lookup",
    "speculative",
    4,
    SamplingParams(),
    7,
    Resolved("rejection", "cpu", "float32", False),
    prompt=Prompt((PromptMessage("system", "Be brief."), PromptMessage("user", QUESTION)), (1, 2, 3)),
)
PREFILLED = Prefilled(2, 0, 0.1)
PLAN = Plan("lookup", "speculative", 4, "as recorded")


def events(text: str = REPLY, *, rounds: Sequence[Round] | None = None) -> list[Event]:
    made = list(rounds or speculative_rounds(text, seconds=0.02))
    tally = Tally.of(made)
    tally.prefilled(2, 0.1)
    finished = Finished("eos", "".join(round_.text for round_ in made), tally.summary())
    return [STARTED, PREFILLED, PLAN, *made, finished]


def recorded(text: str = REPLY) -> Trace:
    return trace_of(events(text), "a.jsonl")


def trace_file(folder: Path, text: str = REPLY) -> Path:
    path = folder / "recorded.jsonl"
    write_trace(path, events(text))
    return path
