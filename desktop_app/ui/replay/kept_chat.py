"""A trace as a conversation of the user's own, when they choose to keep it. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.chats.exported import ExportedConversation, ExportedMessage
from desktop_app.chats.records import Status
from desktop_app.chats.text import clean, title_from
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Failed, Finished, PromptMessage
from desktop_app.engines.event_json import begun_to_json
from desktop_app.engines.placed_plans import with_plans
from desktop_app.engines.trace import Trace


def conversation_of(trace: Trace, now: float) -> ExportedConversation:
    """now: seconds since 1970. Its times are kept in the rounds; the chat is as old as the click."""
    asked = () if trace.started.prompt is None else trace.started.prompt.messages
    system = "\n\n".join(message.content for message in asked if message.role == "system")
    before = [message for message in asked if message.role != "system"]
    messages = [*_asked(before, now), _reply(trace, before, now)]
    question = next((message.content for message in before if message.role == "user"), "")
    return ExportedConversation(
        title=title_from(question or trace.text),
        created=now,
        updated=now,
        messages=tuple(messages),
        leaf=len(messages) - 1,
        settings={"system": clean(system)} if system.strip() else {},
    )


def _asked(before: Sequence[PromptMessage], now: float) -> list[ExportedMessage]:
    return [
        ExportedMessage(place - 1 if place else None, message.role, clean(message.content), "complete", now)
        for place, message in enumerate(before)
    ]


def _reply(trace: Trace, before: Sequence[PromptMessage], now: float) -> ExportedMessage:
    started = replace(trace.started, prompt=None)
    kept = with_plans(begun_to_json(started, trace.prefilled), trace.plans)
    prompt = trace.started.prompt
    end = trace.end
    # a text between rounds would lose its place
    rounds = trace.rounds if all(isinstance(part, Round) for part in trace.parts) else ()
    return ExportedMessage(
        parent=len(before) - 1 if before else None,
        role="assistant",
        content=trace.text,
        status=_status(end),
        created=now,
        started=kept,
        reason=end.reason if isinstance(end, Finished) else None,
        error=end.error if isinstance(end, Failed) else None,
        tally=trace.summary() if isinstance(end, Finished) else None,
        rounds=rounds,
        continues=bool(before) and prompt is not None and prompt.continues and before[-1].role == "assistant",
    )


def _status(end: Finished | Failed | None) -> Status:
    match end:
        case None:
            return "interrupted"
        case Failed():
            return "failed"
        case Finished(reason="cancelled"):
            return "cancelled"
    return "complete"
