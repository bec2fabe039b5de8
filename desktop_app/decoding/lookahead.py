"""How many tokens to draft next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

# What lookup drafts when nobody chose: as many as the fixed shape of 8 rows holds beside the pending token.
AUTO_LOOKUP = 7


class Lookahead(Protocol):
    @property
    def why(self) -> str:
        """In words for the user."""

    def k(self) -> int:
        """Drafts wanted for the next round."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """Always the same number."""

    drafts: int
    why: str = "k as chosen"

    def k(self) -> int:
        return self.drafts


@dataclass(frozen=True, slots=True)
class Off:
    """Plain decoding."""

    why: str = "plain decoding"

    def k(self) -> int:
        return 0
