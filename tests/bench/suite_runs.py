"""Runs of a suite with times that are known, so that figures can be worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.bench.measured_reply import Run
from desktop_app.bench.suite import SuitePrompt
from desktop_app.bench.suite_machine import Load, Machine
from desktop_app.bench.suite_report import Subject
from desktop_app.bench.suite_run import Row, Sampling, SuiteOptions
from desktop_app.chats.messages import Message
from desktop_app.decoding.plan import Plan
from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Difference, Prefilled, Resolved, Started

_QUIET = Load(0.5, 100.0, 10.0)
MACHINE = Machine("A processor", 2, 2, "Linux", "3.11", "2.13", None)


def timed_round(
    index: int, at: float, token: int = 0, verdicts: Sequence[Verdict] = (), timing: Timing | None = None
) -> Round:
    """A round that ends at `at`; its tokens count up from `token`."""
    accepted = list(verdicts).count(Verdict.ACCEPTED)
    own = Origin.PLAIN
    if verdicts:
        own = Origin.CORRECTED if Verdict.REJECTED in verdicts else Origin.BONUS
    origins = [*[Origin.ACCEPTED] * accepted, own]
    drafts = tuple(Draft(place, "", 0.5, 0.5, verdict, place - 1) for place, verdict in enumerate(verdicts))
    emitted = tuple(Emitted(token + place, "x", origin, 0.5) for place, origin in enumerate(origins))
    drafter = "model" if drafts else "none"
    return Round(index, drafter, drafts, emitted, timing or Timing(0.0, 0.0, 0.0), at)


def made_run(rounds: Sequence[Round], verifier: str = "greedy") -> Run:
    tally = Tally.of(rounds)
    tally.prefilled(10, 0.5)
    return Run(
        started=Started(
            "tiny",
            "lookup",
            "speculative",
            "auto",
            SamplingParams(),
            1,
            Resolved(verifier, "cpu", "float32", False),  # type: ignore[arg-type]
        ),
        plans=(Plan("lookup", "speculative", 7, "because"),),
        prefilled=Prefilled(10, 0, 0.5),
        rounds=tuple(rounds),
        reason="length",
        text="x" * tally.emitted,
        tally=tally.summary(),
    )


def steady_run(tokens: int, seconds_each: float, ids: Sequence[int] | None = None) -> Run:
    """One token a round at 1 / seconds_each tokens per second."""
    ids = range(tokens) if ids is None else ids
    return made_run([timed_round(i, 1.0 + i * seconds_each, token) for i, token in enumerate(ids)])


def made_row(
    name: str,
    plain: Sequence[Run],
    speculative: Sequence[Run],
    *,
    group: str = "chat",
    sampling: Sampling = "greedy",
    comparable: bool = True,
    difference: Difference | None = None,
) -> Row:
    prompt = SuitePrompt(name, group, (Message("user", "?"),))
    return Row(prompt, sampling, tuple(plain), tuple(speculative), comparable, difference)


def subject(options: SuiteOptions | None = None, others: float | None = 0.01) -> Subject:
    return Subject(
        suite="made",
        model="tiny",
        device="cpu",
        dtype="float32",
        drafter="lookup",
        verifier="rejection",
        why="because",
        options=options or SuiteOptions(),
        machine=MACHINE,
        load_before=_QUIET,
        load_after=_QUIET,
        others=others,
        seconds=12.0,
    )
