"""How much of the context is taken, in tokens as the model's tokenizer counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["unknown", "roomy", "tight", "full"]


@dataclass(frozen=True, slots=True)
class ContextFigures:
    """used: the conversation, None while it is not counted. written: what stands in the message field.

    wanted: what a reply may have at most. limit: prompt and reply together, 0 without a model.
    """

    used: int | None = None
    written: int = 0
    wanted: int = 0
    limit: int = 0

    @property
    def taken(self) -> int:
        return (self.used or 0) + self.written

    @property
    def room(self) -> int:
        """Tokens left for the reply."""
        return max(0, self.limit - self.taken)

    @property
    def level(self) -> Level:
        """tight: a reply could be cut short. full: what is written does not fit."""
        if not self.limit or (self.used is None and not self.written):
            return "unknown"
        if self.taken >= self.limit:
            return "full"
        return "tight" if self.room < self.wanted else "roomy"
