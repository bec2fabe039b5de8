"""The reply that runs now, as far as it was shown, and the words the window finds for a reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.chats.messages import Message
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally, TallySummary
from desktop_app.engines.base import (
    Event,
    Failed,
    Finished,
    Mode,
    Plan,
    Prefilled,
    Started,
    Text,
)
from desktop_app.ui.draft_names import drafter_name
from desktop_app.ui.sentences import translated

# lupdate knows the function by this name
translate = QCoreApplication.translate


class LiveReply:
    """Gathers the events of one reply, so that a chat can be left and come back to while it streams."""

    def __init__(self, message_id: str, conversation_id: str, messages: Sequence[Message]) -> None:
        self.message_id = message_id
        self.conversation_id = conversation_id
        self.messages = tuple(messages)
        self.started: Started | None = None
        self.plan: Plan | None = None
        self.prefilled: Prefilled | None = None
        self.end: Finished | Failed | None = None
        self.parts: list[Round | Text] = []
        self.instrument_events: list[Prefilled | Plan | Round] = []
        self.tally = Tally()

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Prefilled | Plan | Round):
                self.instrument_events.append(event)
            match event:
                case Started():
                    self.started = event
                case Prefilled():
                    self.prefilled = event
                    self.tally.prefilled(event.tokens, event.seconds)
                case Plan():
                    self.plan = event
                case Round():
                    self.parts.append(event)
                    self.tally.add(event)
                case Text():
                    self.parts.append(event)
                case Finished() | Failed():
                    self.end = event

    @property
    def rounds(self) -> list[Round]:
        return [part for part in self.parts if isinstance(part, Round)]

    @property
    def mode(self) -> Mode | None:
        return self.started.mode if self.started else None

    @property
    def context_tokens(self) -> int | None:
        """Tokens of prompt and reply in the context; None until the prompt was counted."""
        if self.prefilled is None:
            return None
        return self.prefilled.tokens + self.prefilled.reused + self.tally.emitted

    def summary(self) -> TallySummary:
        return self.end.tally if isinstance(self.end, Finished) else self.tally.summary()

    def status(self) -> str:
        """One line: the resolved mode, its figures, and why."""
        if self.started is None:
            return translate("Reply", "Waiting for the model…")
        if self.prefilled is None:
            return translate("Reply", "Reading the prompt…")
        plan = self.plan
        mode = plan.mode if plan else self.started.mode
        # several drafters together have no name of their own
        drafter = plan.drafter if plan and plan.drafter != "composite" else self.started.draft
        k = plan.k if plan else self.started.k
        return _join(mode, drafter, str(k), plan.why if plan else "", self.summary())


def stored_status(started: dict[str, Any] | None, tally: TallySummary | None) -> str:
    """The line for a reply that ended in an earlier session. started: the JSON of its Started event."""
    if not started or tally is None:
        return ""
    mode = str(started.get("mode", "plain"))
    return _join(mode, str(started.get("draft", "")), str(started.get("k", "auto")), "", tally)


def end_note(end: Finished | Failed) -> str:
    """What is said under a reply that did not end by itself."""
    return translated(end.error) if isinstance(end, Failed) else reason_note(end.reason)


def reason_note(reason: str | None) -> str:
    match reason:
        case "length":
            return translate("Reply", "Ended at the largest number of tokens for one reply.")
        case "context":
            return translate("Reply", "The context is full: start a new chat to go on.")
        case "cancelled":
            return translate("Reply", "Stopped.")
    return ""


def stored_note(status: str, reason: str | None, error: str | None) -> str:
    if status == "interrupted":
        return translate("Reply", "Interrupted: the program ended while this was written.")
    return translated(error) if error else reason_note(reason)


def _join(mode: str, drafter: str, k: str, why: str, tally: TallySummary) -> str:
    parts = [translate("Reply", "plain") if mode == "plain" else translate("Reply", "speculative")]
    if mode != "plain":
        parts += [drafter_name(drafter), translate("Reply", "k {k}").format(k=k)]
    if tally.acceptance_rate is not None:
        parts.append(translate("Reply", "{rate:.0f} % accepted").format(rate=100 * tally.acceptance_rate))
    if tally.decode_tokens_per_s is not None:
        parts.append(translate("Reply", "{speed:.1f} tokens/s").format(speed=tally.decode_tokens_per_s))
    if why:
        parts.append(translated(why))
    return " · ".join(parts)
