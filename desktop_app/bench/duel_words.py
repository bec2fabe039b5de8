"""The words of a verdict. English by default; the window passes them in the user's language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_SHAPES = "Outside the exact shape a row changes in its last bits with the rows beside it"


@dataclass(frozen=True, slots=True)
class DuelWords:
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
        f"{_SHAPES}; the two best logits were {{plain}} in passes of one row and {{drafted}} with drafts "
        "apart."
    )
    token: Callable[[str], str] = repr
    number: Callable[[int], str] = str
