"""Which tokens made a formula, and which share of its width belongs to each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QTextFormat

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.text_formats import ORIGINS, PARTS


@dataclass(frozen=True, slots=True)
class FormulaPart:
    """start and end: shares of the width, 0 to 1."""

    token: int
    origin: Origin
    start: float
    end: float


def formula_parts(text_format: QTextFormat) -> Iterator[FormulaPart]:
    numbers = [int(number) for number in text_format.property(PARTS) or ()]
    whole = sum(numbers[3::4])
    done = 0
    for token, _round, origin, characters in zip(*(numbers[n::4] for n in range(4)), strict=True):
        yield FormulaPart(token, ORIGINS[origin], done / whole, (done + characters) / whole)
        done += characters


def token_in_formula(text_format: QTextFormat, share: float) -> int:
    """The token at a share of the width; -1 if no token made the formula."""
    found = -1
    for part in formula_parts(text_format):
        if part.start <= share or found < 0:
            found = part.token
    return found
