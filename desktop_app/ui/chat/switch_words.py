"""What is said about a reply that was switched between speculative and plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.parts import Part, Parts
from desktop_app.decoding.plan import Mode
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Started

# lupdate knows the function by this name
translate = QCoreApplication.translate


def promise_of(started: Started | None) -> str:
    """What a switch does to the text of a reply that runs; "" where that is not known yet."""
    return "" if started is None else promise(started.resolved.verifier, exact=started.resolved.exact)


def stored_promise(started: Mapping[str, Any] | None) -> str:
    """started: the JSON of a Started event, from whatever version."""
    resolved = (started or {}).get("resolved")
    if not isinstance(resolved, dict):
        return ""
    return promise(str(resolved.get("verifier")), exact=resolved.get("exact") is True)


def promise(verifier: str, *, exact: bool) -> str:
    if verifier == "rejection":
        return translate(
            "Switch",
            "Switching changes which words are drawn from there on, not how likely they are: the text keeps "
            "the model’s own distribution.",
        )
    if verifier not in ("greedy", "coupled"):
        return ""
    if exact:
        return translate(
            "Switch", "Switching does not change the text: it stays what it would have been, word for word."
        )
    return translate(
        "Switch",
        "Switching does not change the text: it stays what it would have been, but for tokens that are tied "
        "within rounding.",
    )


def mode_name(mode: Mode) -> str:
    return translate("Reply", "plain") if mode == "plain" else translate("Reply", "speculative")


def beginning(mode: Mode) -> str:
    """What begins at a switch."""
    if mode == "plain":
        return translate("Switch", "Plain from here on")
    return translate("Switch", "Speculative from here on")


def part_line(part: Part) -> str:
    """Where a part stands, and how fast it was decoded there."""
    words = translate("Switch", "tokens {first} to {last}: {mode}").format(
        first=f"{part.start + 1:,}", last=f"{part.end:,}", mode=mode_name(part.mode)
    )
    if part.decode_tokens_per_s is None:
        return words
    return f"{words}, " + translate("Reply", "{speed:.1f} tokens/s").format(speed=part.decode_tokens_per_s)


def part_lines(parts: Sequence[Part]) -> list[str]:
    return [part_line(part) for part in parts]


def no_speedup() -> str:
    return translate(
        "Switch",
        "Each part was measured at its own place in the text, so the ratio of two is no speedup.",
    )


def switch_card(rounds: Sequence[Round], position: int, promise_: str, dim: str) -> str:
    """Rich text about the last switch at or before the round at this position. dim: a colour as #rrggbb."""
    own, at = _own_rounds(rounds, position)
    begun = sum(round_.switched is not None for round_ in own[: at + 1])
    parts = Parts.of(own).all()
    lines = [f"<b>{escape(beginning(parts[begun].mode))}</b>"]
    lines += [
        f'<span style="color: {dim}">{escape(line)}</span>'
        for line in part_lines(parts[begun - 1 : begun + 1])
    ]
    lines += [f"<div>{escape(promise_)}</div>"] if promise_ else []
    return "<qt>" + "<br>".join(lines) + "</qt>"


def _own_rounds(rounds: Sequence[Round], position: int) -> tuple[Sequence[Round], int]:
    """A reply that was gone on with has rounds of several replies: those of the one at this position, and its
    place among them."""
    start = position
    while start > 0 and rounds[start].index > rounds[start - 1].index:
        start -= 1
    end = position + 1
    while end < len(rounds) and rounds[end].index > rounds[end - 1].index:
        end += 1
    return rounds[start:end], position - start
