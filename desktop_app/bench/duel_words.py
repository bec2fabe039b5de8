"""The words of a duel. English by default; the window passes them in the user's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from desktop_app.chats.export_words import ExportWords

_SHAPES = "Outside the exact shape a row changes in its last bits with the rows beside it"


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """The braces stand for what their names say. token and number write a token's text and a whole number."""

    same: str = "{name}: the same text as the first lane, token by token."
    rejection: str = (
        "{name}: the rejection verifier draws words of its own from the same distribution, so the texts "
        "cannot be compared; the speeds can."
    )
    end: str = "the end"
    parts: str = "{name}: parts from the first lane at token {number}: {one} there, {two} here."
    exact: str = "In the exact shape that must not be: please report it."
    shapes: str = f"{_SHAPES}."
    gaps: str = (
        f"{_SHAPES}; the two largest logits were {{plain}} apart in passes of one row and {{drafted}} with "
        "drafts."
    )
    gaps_noise: str = (
        f"{_SHAPES}; the two largest sums of log p and the seed’s noise were {{plain}} apart in passes of "
        "one row and {drafted} with drafts."
    )
    token: Callable[[str], str] = repr
    number: Callable[[int], str] = str


@dataclass(frozen=True, slots=True)
class PageWords:
    """Of the page a duel is saved as. language: as HTML names it."""

    language: str = "en"
    title: str = "Slipstream: a duel"
    setup: str = "{model}, {dtype} on {device}; temperature {temperature}, seed {seed}, {verifier} verifier"
    exact: str = "all lanes in one exact shape"
    fast: str = "each lane in its own shape"
    back: str = "each lane twice, there and back"
    once: str = "each lane once"
    context: str = "asked in a chat, after {count} messages"
    speedup: str = "decode tokens/s of {name} / decode tokens/s of {first}, measured"
    tokens: str = "tokens"
    wall: str = "from asking to the end"
    first_token: str = "first token"
    decode: str = "decode tokens/s"
    runs: str = "of each run"
    faster: str = "speedup in decoding"
    faster_wall: str = "speedup by the clock"
    per_pass: str = "tokens a pass"
    accepted: str = "accepted"
    seconds: str = "{value} s"
    speed: str = "{value} tokens/s"
    loop: str = "A reply ends in a loop: such a text is guessed easily and says little of chats."


@dataclass(frozen=True, slots=True)
class DuelWords:
    """marks: what the page has in common with an exported chat."""

    verdict: VerdictWords = field(default_factory=VerdictWords)
    page: PageWords = field(default_factory=PageWords)
    marks: ExportWords = field(default_factory=ExportWords)
