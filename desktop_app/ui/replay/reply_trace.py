"""A reply of a stored chat as the events of its trace. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

from desktop_app.chats.records import StoredMessage
from desktop_app.chats.store import ChatStore
from desktop_app.chats.system_prompt import with_system
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.stopping import FinishReason
from desktop_app.engines.base import Event, Failed, Finished, Prompt, PromptMessage
from desktop_app.engines.event_json import EventFormatError, begun_from_json
from desktop_app.engines.overflow import without_turns
from desktop_app.engines.placed_plans import in_order, stored_plans
from desktop_app.engines.trace_file import write_trace
from desktop_app.ui.chat.conversation import (
    model_messages,
    pieces_of,
    shown_messages,
    tokens_of,
)

REASONS: tuple[FinishReason, ...] = get_args(FinishReason)


class NoTraceError(SlipstreamError):
    """There is no trace of this reply."""


def save_reply(store: ChatStore, conversation_id: str, message_id: str, path: Path) -> int:
    """Writes the trace of a reply on the current path, the last one for ""; returns in how many goes the
    reply was written, of which the trace holds the last.

    Raises:
        NoTraceError: no record of how it was written was kept.
        ChatStoreError, TraceError: the chats cannot be read, or the file not written.
    """
    shown = shown_messages(store.messages(conversation_id))
    replies = [message for message in shown if message.role == "assistant"]
    found = next((message for message in replies if message.id == message_id), None)
    if found is None and not message_id and replies:
        found = replies[-1]
    if found is None:
        raise NoTraceError("There is no reply in this chat yet, so there is no trace to save.")
    system = store.options.settings(conversation_id).get("system", "")
    before = [part for message in shown[: shown.index(found)] for part in message.parts]
    write_trace(path, reply_events(store, [*before, *found.parts], system if isinstance(system, str) else ""))
    return len(found.parts)


def reply_events(store: ChatStore, path: Sequence[StoredMessage], system: str = "") -> list[Event]:
    """The events of the reply the path ends with. Where it goes on with an earlier part, that one is the end
    of the prompt.

    Raises:
        NoTraceError, ChatStoreError: as for `save_reply`.
    """
    reply = path[-1]
    if reply.status == "streaming":
        raise NoTraceError("This reply is still being written; save its trace when it has ended.")
    try:
        started, prefilled = begun_from_json(reply.started or {})
    except EventFormatError as error:
        raise NoTraceError(
            "No record was kept of how this reply was written, so it has no trace to save."
        ) from error
    messages = without_turns(with_system(model_messages(path[:-1]), system), started.left_out)
    ids = _spellings(store, path[:-1])
    prompt = Prompt(
        tuple(PromptMessage(m.role, m.content, ids.get(m.content, ())) for m in messages),
        continues=reply.continues and bool(messages) and messages[-1].role == "assistant",
    )
    begun: list[Event] = [replace(started, prompt=prompt)]
    if prefilled is not None:
        begun.append(prefilled)
    parts = in_order(stored_plans(reply.started), pieces_of([reply], store.rounds))
    return [*begun, *parts, *_end(reply)]


def _spellings(store: ChatStore, path: Sequence[StoredMessage]) -> dict[str, tuple[int, ...]]:
    """The tokens of the replies before by their text, as they were generated."""
    replies = [message for message in shown_messages(path) if message.role == "assistant"]
    return {reply.content: tokens_of(reply, store.rounds) for reply in replies}


def _end(reply: StoredMessage) -> list[Event]:
    """None for a reply that was cut short by the end of the program."""
    if reply.status == "failed":
        return [Failed(reply.error or "")]
    if reply.status == "interrupted" or reply.tally is None:
        return []
    return [Finished(reason, reply.content, reply.tally) for reason in REASONS if reason == reply.reason]
