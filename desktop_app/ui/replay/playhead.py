"""Where the replay of a trace stands: how much of it is shown, at which time of the recording. Free of Qt."""

from __future__ import annotations

from bisect import bisect_right

from desktop_app.decoding.rounds import Round
from desktop_app.engines.trace import Trace

# of a key or a menu; 1 is the recorded pace
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


class Playhead:
    """shown: how many of the trace's parts, rounds as a rule, are to be seen. at: seconds since the reply was
    asked for. speed: one of SPEEDS.

    A text that no token is known of has no time of its own: it comes with the round before it.
    """

    def __init__(self, trace: Trace) -> None:
        self._times: list[float] = []
        for part in trace.parts:
            before = self._times[-1] if self._times else 0.0
            self._times.append(part.at if isinstance(part, Round) else before)
        self.shown = 0
        self.at = 0.0
        self.speed = 1.0

    @property
    def count(self) -> int:
        return len(self._times)

    @property
    def length(self) -> float:
        """Seconds of the whole recording."""
        return self._times[-1] if self._times else 0.0

    @property
    def over(self) -> bool:
        return self.shown == self.count

    def advance(self, seconds: float) -> None:
        """So much time went by for the one who looks on."""
        self.at = min(self.length, self.at + seconds * self.speed)
        self.shown = max(self.shown, bisect_right(self._times, self.at))

    def seek(self, shown: int) -> None:
        """To the moment at which so many parts had come, whatever the number."""
        self.shown = max(0, min(self.count, shown))
        self.at = self._times[self.shown - 1] if self.shown else 0.0

    def step(self, by: int) -> None:
        self.seek(self.shown + by)

    def restart(self) -> None:
        self.seek(0)

    def change_speed(self, by: int) -> None:
        """To the next speed, slower where by is negative; nothing past the last."""
        place = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, place))]
