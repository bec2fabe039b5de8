"""How long work on many messages says where it is, and is stopped."""

from __future__ import annotations

from typing import Protocol


class Steps(Protocol):
    """One step is a message read or written."""

    def expect(self, more: int) -> None:
        """So many more steps are to be done."""

    def step(self) -> None:
        """Called after each step; may raise Cancelled."""


class NoSteps:
    """For callers that neither show nor stop it."""

    def expect(self, more: int) -> None: ...

    def step(self) -> None: ...
