"""Places in a text as Qt counts them. No Qt in here."""

from __future__ import annotations


def units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) + sum(char > "\uffff" for char in text)
