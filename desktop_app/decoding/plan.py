"""How the next rounds are decoded, and why. Free of torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["speculative", "plain"]


def other(mode: Mode) -> Mode:
    return "speculative" if mode == "plain" else "plain"


def mode_from(value: object) -> Mode:
    """Raises ValueError for what is no mode."""
    if value == "speculative" or value == "plain":
        return value
    raise ValueError(f"there is no mode {value!r}")


def as_chosen(wanted: Mode) -> str:
    """Why the mode changes when the user wanted it."""
    return f"{wanted} from here on, as chosen"


@dataclass(frozen=True, slots=True)
class Plan:
    """why is a sentence for the user; a plan comes at the start of a reply and at each change."""

    drafter: str
    mode: Mode
    k: int
    why: str
