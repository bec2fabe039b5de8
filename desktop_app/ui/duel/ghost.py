"""The recorded run of one lane, played beside the lane that runs now. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.decoding.rounds import Round


class Ghost:
    """Gives each round when its time has come: `at` seconds after both replies were asked for."""

    def __init__(self, rounds: Sequence[Round]) -> None:
        self._rounds = tuple(rounds)
        self._next = 0

    @property
    def over(self) -> bool:
        return self._next == len(self._rounds)

    def due(self, elapsed_s: float) -> list[Round]:
        """What became due since the last call."""
        start = self._next
        while self._next < len(self._rounds) and self._rounds[self._next].at <= elapsed_s:
            self._next += 1
        return list(self._rounds[start : self._next])
