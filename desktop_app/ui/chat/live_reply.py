"""The reply that runs now, as far as it was shown, and the words the window finds for a reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.chats.messages import Message
from desktop_app.decoding.parts import Part, Parts
from desktop_app.decoding.plan import as_chosen
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
from desktop_app.engines.event_json import EventFormatError, begun_from_json
from desktop_app.engines.placed_plans import in_order, stored_plans
from desktop_app.ui.chat.switch_words import mode_name, promise_of, stored_promise
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
        self.modes = Parts()
        self._asked: Mode | None = None
        self._gave_up = False

    def add(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Prefilled | Plan | Round):
                self.instrument_events.append(event)
            match event:
                case Started():
                    self.started = event
                    self.modes = Parts(event.mode)
                case Prefilled():
                    self.prefilled = event
                    self.tally.prefilled(event.tokens, event.seconds)
                case Plan():
                    unwanted = self.plan is not None and event.why != as_chosen("plain")
                    self._gave_up |= event.mode == "plain" and unwanted
                    self.plan = event
                case Round():
                    self.parts.append(event)
                    self.tally.add(event)
                    self.modes.add(event)
                case Text():
                    self.parts.append(event)
                case Finished() | Failed():
                    self.end = event

    @property
    def rounds(self) -> list[Round]:
        return [part for part in self.parts if isinstance(part, Round)]

    @property
    def mode(self) -> Mode | None:
        """How it is decoded now; None before that is known."""
        if self.plan is not None:
            return self.plan.mode
        return self.started.mode if self.started else None

    def ask_for(self, mode: Mode) -> None:
        """The user wants it decoded so from the next round on."""
        self._asked = mode

    @property
    def awaits(self) -> Mode | None:
        """The mode that was asked for and has not begun yet; None also where it cannot be had."""
        return None if self._gave_up or self._asked == self.mode else self._asked

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
        return self.line(self.started, self.summary())

    def line(self, started: Started, tally: TallySummary) -> str:
        """The same of a reply that was begun so, with these figures."""
        plan = self.plan
        mode = self.mode or started.mode
        # several drafters together have no name of their own
        drafter = plan.drafter if plan and plan.drafter != "composite" else started.draft
        k = plan.k if plan else started.k
        why = plan.why if plan else ""
        if self.modes.switched and not self._gave_up:
            why = promise_of(started)
        return _join(_mode(mode, self.modes), _drafting(mode, drafter, str(k)), tally, self.modes, why)


def stored_status(
    started: dict[str, Any] | None, tally: TallySummary | None, rounds: Sequence[Round] = ()
) -> str:
    """The line for a reply that ended in an earlier session. started: the JSON of its Started event."""
    if not started or tally is None:
        return ""
    plans = stored_plans(started)
    if plans:
        with suppress(EventFormatError):
            begun, _ = begun_from_json(started)
            reply = LiveReply("", "", ())
            reply.add([begun, *in_order(plans, rounds)])
            return reply.line(begun, tally)
    modes = Parts.of(rounds, "plain" if started.get("mode", "plain") == "plain" else "speculative")
    mode = modes.all()[-1].mode
    drafting = _drafting(mode, str(started.get("draft", "")), str(started.get("k", "auto")))
    why = stored_promise(started) if modes.switched else ""
    return _join(_mode(mode, modes), drafting, tally, modes, why)


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


def _mode(mode: Mode, modes: Parts) -> str:
    if not modes.switched:
        return mode_name(mode)
    since = f"{modes.all()[-1].start + 1:,}"
    if mode == "plain":
        return translate("Reply", "plain since token {number}").format(number=since)
    return translate("Reply", "speculative since token {number}").format(number=since)


def _drafting(mode: Mode, drafter: str, k: str) -> list[str]:
    if mode == "plain" or drafter == "none":
        return []
    return [drafter_name(drafter), translate("Reply", "k {k}").format(k=k)]


def _speed(tally: TallySummary, part: Part, *, switched: bool) -> str:
    """Of a switched reply that of its last part: a rate over both modes says nothing about either."""
    if not switched:
        speed = tally.decode_tokens_per_s
        return "" if speed is None else translate("Reply", "{speed:.1f} tokens/s").format(speed=speed)
    speed = part.decode_tokens_per_s
    return "" if speed is None else translate("Reply", "{speed:.1f} tokens/s since then").format(speed=speed)


def _join(mode: str, drafting: Sequence[str], tally: TallySummary, modes: Parts, why: str) -> str:
    parts = [mode, *drafting]
    if tally.acceptance_rate is not None:
        parts.append(translate("Reply", "{rate:.0f} % accepted").format(rate=100 * tally.acceptance_rate))
    speed = _speed(tally, modes.all()[-1], switched=modes.switched)
    if speed:
        parts.append(speed)
    if why:
        parts.append(translated(why))
    return " · ".join(parts)
