"""How the next rounds are decoded, and why. Free of torch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["speculative", "plain"]


@dataclass(frozen=True, slots=True)
class Plan:
    """why is a sentence for the user; a plan comes at the start of a reply and at each change."""

    drafter: str
    mode: Mode
    k: int
    why: str
