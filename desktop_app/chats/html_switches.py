"""Where a reply was switched between speculative and plain, as flags in the text of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from desktop_app.chats.export_words import ExportWords
from desktop_app.decoding.parts import Part, Parts
from desktop_app.decoding.plan import Mode
from desktop_app.decoding.rounds import Round


def switch_flags(rounds: Sequence[Round], words: ExportWords, promise: str) -> list[str]:
    """One for each switch, in order; its title says what begins there. promise: what a switch does to the
    text, "" where that is not known."""
    flags: list[str] = []
    for own in _replies(rounds):
        parts = Parts.of(own).all()
        for before, part in pairwise(parts):
            lines = [words.begins[part.mode], *(_line(p, words) for p in (before, part)), promise]
            flags.append(_flag(part.mode, "\n".join(filter(None, lines))))
    return flags


def flag_names(modes: set[Mode], words: ExportWords) -> str:
    """What the flags mean, for the legend. modes: those that were switched to."""
    return "".join(
        f"<span>{_flag(mode)}{escape(text)}</span>" for mode, text in words.begins.items() if mode in modes
    )


def _replies(rounds: Sequence[Round]) -> Iterator[Sequence[Round]]:
    """A reply that was gone on with has the rounds of several, each of which begins with round 0."""
    start = 0
    for place in range(1, len(rounds) + 1):
        if place == len(rounds) or rounds[place].index <= rounds[place - 1].index:
            yield rounds[start:place]
            start = place


def _line(part: Part, words: ExportWords) -> str:
    mode = words.plain if part.mode == "plain" else words.speculative
    line = words.part.format(first=f"{part.start + 1:,}", last=f"{part.end:,}", mode=mode)
    speed = part.decode_tokens_per_s
    return line if speed is None else f"{line}, {words.speed.format(speed=f'{speed:.1f}')}"


def _flag(mode: Mode, title: str = "") -> str:
    says = f' title="{escape(title)}"' if title else ""
    return f'<span class="switch {mode}"{says}></span>'
