"""Writes a reply to the chat store before anyone sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Event, Failed, Finished, Plan, Prefilled, Started, Text
from desktop_app.engines.event_json import begun_to_json
from desktop_app.engines.placed_plans import PlacedPlan, with_plans


def record(events: Iterator[Event], store: ChatStore, message_id: str) -> Iterator[Event]:
    """Yields each event after it was committed.

    Ends with exactly one Finished or Failed, whatever the engine does: when the store cannot write, the
    engine is stopped and the reply ends in Failed with the store's sentence. A consumer that leaves early
    leaves an interrupted reply, not one that seems to go on for ever.
    """
    try:
        begun = _Begun()
        for event in events:
            begun.add(event)
            if isinstance(event, Started | Prefilled | Plan):
                begun.store(store, message_id)
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


class _Begun:
    """What is kept of a reply beside its parts: the request, how the prompt was read, and the plans."""

    def __init__(self) -> None:
        self._started: Started | None = None
        self._prefilled: Prefilled | None = None
        self._plans: list[PlacedPlan] = []
        self._parts = 0

    def add(self, event: Event) -> None:
        match event:
            case Started():
                self._started = event
            case Prefilled():
                self._prefilled = event
            case Plan():
                self._plans.append(PlacedPlan(self._parts, event))
            case Round() | Text():
                self._parts += 1

    def store(self, store: ChatStore, message_id: str) -> None:
        if self._started is not None:
            begun = begun_to_json(self._started, self._prefilled)
            store.set_started(message_id, with_plans(begun, self._plans))


def _write(event: Event, store: ChatStore, message_id: str) -> None:
    match event:
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
