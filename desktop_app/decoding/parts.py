"""The parts of a reply that was switched between speculative and plain, each with figures of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.decoding.plan import Mode, other
from desktop_app.decoding.rounds import Round


@dataclass(frozen=True, slots=True)
class Part:
    """start: tokens of the reply before it. decode_tokens_per_s: from the end of the part's first round, in
    which the drafter catches up, to its end; None where it has no other round that took time."""

    mode: Mode
    start: int
    tokens: int
    decode_tokens_per_s: float | None

    @property
    def end(self) -> int:
        return self.start + self.tokens


class Parts:
    """Takes the rounds of one reply in their order; costs the same however long the reply is.

    mode: how the reply began, where that is known. A reply that was switched tells it by itself.
    """

    def __init__(self, mode: Mode = "speculative") -> None:
        self._parts = [_Open(mode, 0)]

    @classmethod
    def of(cls, rounds: Iterable[Round], mode: Mode = "speculative") -> Parts:
        parts = cls(mode)
        for round_ in rounds:
            parts.add(round_)
        return parts

    def add(self, round_: Round) -> None:
        last = self._parts[-1]
        if round_.switched is not None:
            last.mode = other(round_.switched)
            last = _Open(round_.switched, last.start + last.tokens)
            self._parts.append(last)
        last.add(round_)

    @property
    def switched(self) -> bool:
        return len(self._parts) > 1

    def all(self) -> list[Part]:
        """Always one at least."""
        return [part.closed() for part in self._parts]

    def boundaries(self) -> list[Part]:
        """The parts that a switch began."""
        return self.all()[1:]


@dataclass(slots=True)
class _Open:
    mode: Mode
    start: int
    tokens: int = 0
    first_tokens: int = 0
    first_at: float | None = None
    last_at: float = 0.0

    def add(self, round_: Round) -> None:
        self.tokens += len(round_.emitted)
        self.last_at = round_.at
        if self.first_at is None:
            self.first_at, self.first_tokens = round_.at, self.tokens

    def closed(self) -> Part:
        rate = None
        if self.first_at is not None and self.last_at > self.first_at:
            rate = (self.tokens - self.first_tokens) / (self.last_at - self.first_at)
        return Part(self.mode, self.start, self.tokens, rate)
