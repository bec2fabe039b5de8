"""What a drafter must do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop_app.decoding.verification import Drafts


class Drafter(Protocol):
    """Guesses how the committed tokens go on."""

    name: str

    def start(self, tokens: Sequence[int]) -> None:
        """Begins a reply after these tokens (the whole prompt)."""

    def propose(self, k: int) -> Drafts:
        """At most k drafts after the committed tokens; none when it has no guess."""

    def commit(self, tokens: Sequence[int]) -> None:
        """Tells what the target emitted."""


class NoDrafter:
    """Plain decoding."""

    name = "none"

    def start(self, tokens: Sequence[int]) -> None: ...

    def propose(self, k: int) -> Drafts:  # noqa: ARG002
        return Drafts(())

    def commit(self, tokens: Sequence[int]) -> None: ...
