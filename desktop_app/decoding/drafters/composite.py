"""Several drafters in order: the first that has a guess drafts the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.decoding.drafters.base import DraftContext, Drafter
from desktop_app.decoding.drafts import Drafts


class Composite:
    """most: the longest drafts wanted of each part; None leaves that to the round.

    Cheap searches belong before drafters with forward passes. A part that gives up is passed over; only when
    all have does drafting end.
    """

    name = "composite"

    def __init__(self, parts: Sequence[Drafter], most: Sequence[int] | None = None) -> None:
        if most is not None and len(most) != len(parts):
            raise ValueError("a longest draft for each part, or for none")
        self._parts = tuple(parts)
        self._most = most
        self._length = 0

    @property
    def problem(self) -> str:
        problems = [part.problem for part in self._parts]
        return " ".join(dict.fromkeys(problems)) if all(problems) else ""

    @property
    def limit(self) -> int | None:
        limits = [part.limit for part in self._parts]
        known = [limit for limit in limits if limit is not None]
        return max(known) if len(known) == len(limits) else None

    def start(self, tokens: Sequence[int], context: DraftContext) -> None:
        self._length = len(tokens)
        for part in self._parts:
            part.start(tokens, context)

    def commit(self, tokens: Sequence[int]) -> None:
        self._length += len(tokens)
        for part in self._parts:
            part.commit(tokens)

    def propose(self, k: int) -> Drafts:
        for index, part in enumerate(self._parts):
            room = self._room(index, k)
            drafts = part.propose(room) if room > 0 and not part.problem else Drafts(())
            if drafts.tokens:
                return replace(drafts, drafter=drafts.drafter or part.name)
        return Drafts(())

    def _room(self, index: int, k: int) -> int:
        limit = self._parts[index].limit
        rooms = [k] if limit is None else [k, limit - self._length]
        return min(rooms if self._most is None else [*rooms, self._most[index]])
