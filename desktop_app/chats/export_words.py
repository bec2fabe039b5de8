"""The words of an exported chat. English by default; the window passes them in the user's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any

from desktop_app.chats.exported import ExportedMessage
from desktop_app.chats.messages import Role
from desktop_app.decoding.plan import Mode
from desktop_app.decoding.rounds import Origin


def _roles() -> dict[Role, str]:
    return {"system": "System prompt", "user": "You", "assistant": "Assistant"}


def _origins() -> dict[Origin, str]:
    return {
        Origin.ACCEPTED: "accepted from the draft",
        Origin.CORRECTED: "corrected by the target",
        Origin.BONUS: "bonus of the target",
        Origin.PLAIN: "plain decoding",
    }


def _begins() -> dict[Mode, str]:
    return {"speculative": "Speculative from here on", "plain": "Plain from here on"}


def _reasons() -> dict[str, str]:
    return {
        "length": "Ended at the largest number of tokens for one reply.",
        "context": "The context was full.",
        "cancelled": "Stopped.",
    }


def _no_promise(_started: dict[str, Any] | None) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class ExportWords:
    """language: as HTML names it. reasons: why a reply did not end by itself. drafter: a drafter's name.
    sentence: a sentence that was kept with a reply. begins: of a mode that was switched to. promise: what
    such a switch did to the text of a reply, from the JSON of its Started event.

    The braces stand for what their names say; rate has its sign, speed is in tokens/s.
    """

    language: str = "en"
    untitled: str = "Untitled chat"
    roles: dict[Role, str] = field(default_factory=_roles)
    reasons: dict[str, str] = field(default_factory=_reasons)
    interrupted: str = "Interrupted: the program ended while this was written."
    origins: dict[Origin, str] = field(default_factory=_origins)
    show_marks: str = "Show where each token came from"
    rejected: str = "a rejected draft stood here"
    round: str = "round {number}"
    drafted_by: str = "drafted by {drafter}"
    nothing_drafted: str = "nothing drafted"
    chosen: str = "chosen by the user: a branch begins here"
    instead_of: str = "instead of “{text}” ({figures})"
    probability: str = "p {value}"
    draft_probability: str = "q {value}"
    plain: str = "plain"
    speculative: str = "speculative"
    begins: dict[Mode, str] = field(default_factory=_begins)
    part: str = "tokens {first} to {last}: {mode}"
    temperature: str = "temperature {value}"
    seed: str = "seed {value}"
    tokens: str = "{tokens} tokens in {rounds} rounds"
    accepted: str = "{rate} accepted"
    per_round: str = "{value} tokens a round"
    speed: str = "{speed} tokens/s"
    first_token: str = "{milliseconds} ms to the first token"
    accepted_means: str = "accepted / tested levels; a level is tested where the target compared a draft"
    per_round_means: str = "emitted tokens / rounds; 1.0 for plain decoding"
    speed_means: str = "tokens after round 0 / seconds since its end"
    drafter: Callable[[str], str] = str
    sentence: Callable[[str], str] = str
    promise: Callable[[dict[str, Any] | None], str] = _no_promise

    def note(self, message: ExportedMessage) -> str:
        """What is said under a reply that did not end by itself, "" for others."""
        if message.error:
            return self.sentence(message.error)
        if message.status == "interrupted":
            return self.interrupted
        return self.reasons.get(message.reason or "", "")


def date_text(seconds: float, zone: tzinfo | None) -> str:
    """A moment as 2026-11-30 13:05. zone None is this machine's."""
    try:
        return datetime.fromtimestamp(seconds, zone).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        # a date that this system's clock does not know
        return ""
