"""What a reasoning model thinks before it answers, between tags at the start of a reply. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass

_CLOSERS = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
    "[THINK]": "[/THINK]",
}
# Some prompts end with the opening tag, so that the reply begins inside of it.
_LONE_CLOSER = "</think>"


@dataclass(frozen=True, slots=True)
class Thought:
    """start and end: of the text between the tags. answer: where the answer begins, -1 while it thinks."""

    start: int
    end: int
    answer: int


def thought_of(text: str) -> Thought | None:
    """The thought a reply begins with, as far as the reply is known."""
    lead = len(text) - len(text.lstrip())
    opener = next((o for o in _CLOSERS if text.startswith(o, lead)), None)
    if opener is None:
        end = text.find(_LONE_CLOSER)
        return Thought(0, end, end + len(_LONE_CLOSER)) if end >= 0 else None
    start, closer = lead + len(opener), _CLOSERS[opener]
    end = text.find(closer, start)
    return Thought(start, len(text), -1) if end < 0 else Thought(start, end, end + len(closer))


def begins(text: str) -> bool:
    return text.lstrip().startswith(tuple(_CLOSERS))


def may_begin(text: str) -> bool:
    """Whether a reply that is known so far may still turn out to begin with a thought."""
    begun = text.lstrip()
    return any(opener.startswith(begun) for opener in _CLOSERS)
