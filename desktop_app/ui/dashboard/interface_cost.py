"""What the window itself costs while a reply runs. Free of Qt."""

from __future__ import annotations

import time

# over less than this a share says more about the first paint than about the reply
_SHORTEST_S = 0.5


class InterfaceCost:
    """CPU seconds of the thread that made it, per second by the clock, from then until `end`.

    Everything the window does is in it: text, marks, instruments, typing. Ask it in that same thread.
    """

    def __init__(self) -> None:
        self._cpu = time.thread_time()
        self._clock = time.perf_counter()
        self._final: tuple[float, float] | None = None

    def end(self) -> None:
        """The reply is over; what the thread does from now on does not count."""
        if self._final is None:
            self._final = self._spent()

    def share(self) -> float | None:
        """1.0 is one core; None before it means something."""
        cpu, seconds = self._spent() if self._final is None else self._final
        return cpu / seconds if seconds >= _SHORTEST_S else None

    def _spent(self) -> tuple[float, float]:
        return time.thread_time() - self._cpu, time.perf_counter() - self._clock
