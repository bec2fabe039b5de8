"""A reply as it is recorded: accepted, corrected, bonus and plain tokens, a tree, a chosen token."""

from pathlib import Path

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
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
from desktop_app.engines.trace_file import TraceWriter

_A, _R, _U = Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNTESTED
ROUNDS = (
    Round(0, "none", (), (Emitted(5, "The", Origin.PLAIN, 0.5),), Timing(0, 0.1, 0), 0.4),
    Round(
        1,
        "lookup",
        (
            Draft(6, " wake", 1.0, 0.8, _A, -1),
            Draft(7, " is", 1.0, 0.1, _R, 0),
            Draft(8, " a", 1.0, None, _U, 1),
        ),
        (Emitted(6, " wake", Origin.ACCEPTED, 0.8), Emitted(9, " of", Origin.CORRECTED, 0.6)),
        Timing(0.001, 0.1, 0.001),
        0.5,
    ),
    Round(
        2,
        "eagle",
        (
            Draft(10, " a", 0.6, 0.9, _A, -1),
            Draft(11, " the", 0.3, 0.05, _R, -1),
            Draft(12, " boat", 0.5, 0.7, _A, 0),
        ),
        (
            Emitted(10, " a", Origin.ACCEPTED, 0.9),
            Emitted(12, " boat", Origin.ACCEPTED, 0.7),
            Emitted(13, ".", Origin.BONUS, 0.4),
        ),
        Timing(0.01, 0.1, 0.001),
        0.75,
    ),
)
TEXT = "The wake of a boat."
STARTED = Started(
    "Recorded",
    "eagle+lookup",
    "speculative",
    "auto",
    SamplingParams(),
    1,
    Resolved("coupled", "cpu", "float32", False),
    prompt=Prompt((PromptMessage("user", "What is a <b>wake</b>?"),), (1, 2, 3)),
)
PREFILLED = Prefilled(2, 0, 0.3)
PLAN = Plan("composite", "speculative", 3, "as recorded")
FINISHED = Finished("eos", TEXT, Tally.of(ROUNDS).summary())
EVENTS: tuple[Event, ...] = (STARTED, PREFILLED, PLAN, *ROUNDS, FINISHED)


def written(path: Path, events: tuple[Event, ...] = EVENTS) -> Path:
    with TraceWriter(path) as writer:
        for event in events:
            writer.write(event)
    return path
