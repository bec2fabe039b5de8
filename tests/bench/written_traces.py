"""Replies of the tiny model as traces, one of each kind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from tiny import tiny_loaded
from tiny_head import write_head

from desktop_app.bench.verify_report import TraceReport
from desktop_app.bench.verify_trace import verify_trace
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Started
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.trace import Trace, load_trace, trace_of
from desktop_app.engines.trace_file import write_trace
from desktop_app.generate import asked_prompt
from desktop_app.models.progress import ignore_progress

# few letters, so that what was written before is often written again and lookup has its guesses
_FEW = tuple((token, 12.0) for token in b"abcd")
GREEDY = SamplingParams(temperature=0.0, logit_bias=_FEW)
SAMPLED = SamplingParams(temperature=0.8, top_p=0.9, logit_bias=_FEW)
PENALISED = SamplingParams(
    temperature=0.7,
    top_k=40,
    min_p=0.01,
    repetition_penalty=1.2,
    frequency_penalty=0.3,
    presence_penalty=0.2,
    logit_bias=_FEW,
    banned=((98, 99),),
    min_tokens=5,
)


def engine() -> LocalEngine:
    # the draft model is another one: what it drafts falls often
    return LocalEngine(tiny_loaded(), lambda *_: tiny_loaded(seed=1))


def ask(**changes: Any) -> ChatRequest:
    request = ChatRequest((Message("user", "abc abc abc abc"),), GREEDY, "lookup", max_tokens=30, seed=3)
    return replace(request, **changes)


def written(request: ChatRequest, writer: LocalEngine | None = None, switch_at: int | None = None) -> Trace:
    """switch_at: rounds after which the mode changes."""
    writer = writer or engine()
    prompt = asked_prompt(request, writer)
    control, events = ReplyControl(), list[Event]()
    for event in writer.reply(request, control):
        events.append(replace(event, prompt=prompt) if isinstance(event, Started) else event)
        if sum(isinstance(event, Round) for event in events) == switch_at:
            control.mode = "plain" if request.draft != "none" else "speculative"
    return trace_of(events, "written")


class Kinds(dict[str, Trace]):
    """By name."""

    def __repr__(self) -> str:
        return "traces"  # hypothesis would write out all of them


def kinds(folder: Path) -> Kinds:
    head = str(write_head(folder / "head"))
    tree = f"{head}+lookup"
    folder.joinpath("draft").mkdir()
    model = str(folder / "draft")
    coupled = {"sampling": SAMPLED, "verifier": "coupled"}
    rejection = {"sampling": SAMPLED, "verifier": "rejection"}
    return Kinds(
        {
            "greedy plain": written(ask(draft="none")),
            "greedy lookup": written(ask()),
            "greedy tree": written(ask(draft=tree)),
            "greedy draft model": written(ask(draft=model, exact=True)),
            "greedy controls": written(ask(control_every=2)),
            "greedy stopped": written(ask(stop=("acc",), max_tokens=60)),
            "greedy penalised": written(ask(sampling=replace(PENALISED, temperature=0.0))),
            "coupled plain": written(ask(draft="none", **coupled)),
            "coupled tree": written(ask(draft=tree, record=True, **coupled)),
            "coupled skip": written(ask(draft="skip:1", exact=True, **coupled)),
            "coupled penalised": written(ask(sampling=PENALISED, verifier="coupled")),
            "coupled switched": written(ask(draft="none", standby="lookup", **coupled), switch_at=4),
            "rejection plain": written(ask(draft="none", **rejection)),
            "rejection lookup": written(ask(**rejection)),
            "rejection draft model": written(ask(draft=model, record=True, **rejection)),
            "rejection lookup+skip": written(ask(draft="lookup+skip:1", control_every=2, **rejection)),
            "rejection stopped": written(ask(stop=("dd", "ca"), max_tokens=60, **rejection)),
            "rejection head": written(ask(draft=tree, **rejection)),
            "rejection penalised": written(ask(sampling=PENALISED, verifier="rejection")),
            "rejection switched": written(ask(draft="skip:1", **rejection), switch_at=4),
        }
    )


def verified(trace: Trace, by: LocalEngine | None = None) -> TraceReport:
    return verify_trace(by or engine(), trace, "t", ignore_progress, ReplyControl())


def through_file(trace: Trace, path: Path) -> Trace:
    write_trace(path, trace.events())
    return load_trace(path)
