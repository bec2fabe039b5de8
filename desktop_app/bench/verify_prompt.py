"""What a trace's model read before the reply, and whether another model can be asked about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.chats.messages import Message
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.sampling_params import check_seed
from desktop_app.engines.base import ChatRequest, Prompt
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.opening import opening
from desktop_app.engines.trace import Trace


class CannotVerifyError(SlipstreamError):
    """The trace cannot be compared with this model; nothing is said about it."""


@dataclass(frozen=True, slots=True)
class Read:
    """prompt: what the penalties count as asked; begun: the part of the reply that was there before."""

    prompt: tuple[int, ...]
    begun: tuple[int, ...]

    @property
    def ids(self) -> list[int]:
        return [*self.prompt, *self.begun]


def what_was_read(engine: LocalEngine, trace: Trace, name: str) -> Read:
    """name: of the file, for sentences.

    Raises:
        CannotVerifyError: the trace does not hold what is needed, or the model is not the trace's.
        SlipstreamError: the prompt cannot be rendered.
    """
    prompt = trace.started.prompt
    if prompt is None or not (prompt.ids or prompt.messages):
        raise CannotVerifyError(
            f"The trace {name} does not hold its prompt, so no token can be scored; save it with its prompt."
        )
    if not trace.tokens or trace.text != "".join(round_.text for round_ in trace.rounds):
        raise CannotVerifyError(f"The trace {name} holds text without its tokens, so nothing can be scored.")
    read = _read(engine, prompt, name)
    _require_fit(engine, trace, read, name)
    return read


def _read(engine: LocalEngine, prompt: Prompt, name: str) -> Read:
    if prompt.ids and not prompt.continues:
        return Read(prompt.ids, ())
    rendered = _rendered(engine, prompt)
    if not prompt.ids:
        return rendered
    length = len(rendered.prompt)
    if prompt.ids[:length] != rendered.prompt:
        raise CannotVerifyError(
            f"The prompt of the trace {name} reads differently with {engine.name}; "
            "choose the model that wrote it."
        )
    return Read(rendered.prompt, prompt.ids[length:])


def _rendered(engine: LocalEngine, prompt: Prompt) -> Read:
    messages = tuple(Message(message.role, message.content) for message in prompt.messages)
    begun = prompt.messages[-1].ids if prompt.continues else ()
    request = ChatRequest(messages, raw=prompt.raw, continues=prompt.continues, reply_ids=begun)
    earlier = prompt.messages[:-1] if prompt.continues else prompt.messages
    kept = {message.content: message.ids for message in earlier if message.ids}
    limit, size = engine.context_limit, engine.runner.vocab_size
    asked, reply = opening(engine.loaded, request, kept, limit=limit, vocab_size=size)
    return Read(tuple(asked), reply.ids)


def _require_fit(engine: LocalEngine, trace: Trace, read: Read, name: str) -> None:
    started = trace.started
    check_seed(started.seed)
    if started.sampling.greedy != (started.resolved.verifier == "greedy"):
        raise CannotVerifyError(
            f"The trace {name} says {started.resolved.verifier} at temperature "
            f"{started.sampling.temperature:g}, which contradicts itself."
        )
    if engine.dtype != started.resolved.dtype:
        raise CannotVerifyError(
            f"The trace {name} was written in {started.resolved.dtype} and the model runs in {engine.dtype} "
            f"here, whose numbers are others; load it in {started.resolved.dtype}."
        )
    known = engine.runner.vocab_size
    if not all(0 <= token < known for token in (*read.ids, *_named(trace))):
        raise CannotVerifyError(
            f"The trace {name} has tokens that {engine.name} does not know; choose the model that wrote it."
        )
    _require_length(engine, trace, len(read.ids), name)


def _require_length(engine: LocalEngine, trace: Trace, length: int, name: str) -> None:
    before = None if trace.prefilled is None else trace.prefilled.tokens + trace.prefilled.reused + 1
    if before not in (None, length):
        raise CannotVerifyError(
            f"The prompt of the trace {name} had {before:,} tokens and has {length:,} with {engine.name}; "
            "choose the model that wrote it."
        )
    total = length + len(trace.tokens)
    if total > engine.context_limit:
        raise CannotVerifyError(
            f"The trace {name} has {total:,} tokens with its prompt, and {engine.name} holds "
            f"{engine.context_limit:,}; choose the model that wrote it."
        )


def _named(trace: Trace) -> Iterator[int]:
    """Every token the trace speaks of."""
    for round_ in trace.rounds:
        yield from (draft.token for draft in round_.drafts)
        yield from (emitted.token for emitted in round_.emitted)
        for row in round_.rows or ():
            yield from (candidate.token for candidate in (*row.target, *row.draft))
