"""Writes a reply to the chat store before anyone sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Event, Failed, Finished, Plan, Prefilled, Started, Text
from desktop_app.engines.event_json import begun_to_json, event_to_json


def record(events: Iterator[Event], store: ChatStore, message_id: str) -> Iterator[Event]:
    """Yields each event after it was committed.

    Ends with exactly one Finished or Failed, whatever the engine does: when the store cannot write, the
    engine is stopped and the reply ends in Failed with the store's sentence. A consumer that leaves early
    leaves an interrupted reply, not one that seems to go on for ever.
    """
    try:
        started: Started | None = None
        for event in events:
            if isinstance(event, Started):
                started = event
            if isinstance(event, Prefilled) and started is not None:
                store.set_started(message_id, begun_to_json(started, event))
            _write(event, store, message_id)
            yield event
            if isinstance(event, Finished | Failed):
                return
        raise SlipstreamError("The engine stopped without finishing the reply; ask again.")
    except SlipstreamError as error:
        yield _fail(store, message_id, str(error))
    finally:
        _close(events)
        with suppress(ChatStoreError):
            store.interrupt_reply(message_id)
            store.flush()


def _write(event: Event, store: ChatStore, message_id: str) -> None:
    match event:
        case Started():
            store.set_started(message_id, event_to_json(event))
        case Plan():
            store.note_mode(message_id, event.mode)
        case Round():
            store.add_round(message_id, event)
        case Text():
            store.add_text(message_id, event.text)
        case Finished():
            store.finish_reply(message_id, event.reason, event.text, event.tally)
        case Failed():
            store.fail_reply(message_id, event.error)


def _fail(store: ChatStore, message_id: str, sentence: str) -> Failed:
    # the sentence is shown even where it cannot be kept; `recover` ends the reply at the next start
    with suppress(ChatStoreError):
        store.fail_reply(message_id, sentence)
    return Failed(sentence)


def _close(events: Iterator[Event]) -> None:
    close = getattr(events, "close", None)
    if close is not None:
        close()
