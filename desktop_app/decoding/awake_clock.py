"""Seconds in which the machine was awake: a reply that slept with it has not become slow."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType

BEAT_S = 0.5
# a busy machine may keep a thread waiting for less than this; a sleep that is shorter spoils no figure much
SHORTEST_SLEEP_S = 5.0


class AwakeClock:
    """A clock that stands still while the process does not run: suspended, stopped, its lid closed.

    To be used as a context: a thread marks the time meanwhile, and where nobody marked it for 5 seconds the
    process did not run. What some systems leave out of their clocks by themselves counts neither way.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.perf_counter,
        beat_s: float = BEAT_S,
        shortest_s: float = SHORTEST_SLEEP_S,
    ) -> None:
        self._now = now
        self._beat_s = beat_s
        self._shortest_s = shortest_s
        self._lock = threading.Lock()
        self._slept_s = 0.0
        self._marked_at = now()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="slipstream-clock", daemon=True)

    def __call__(self) -> float:
        """Seconds since some moment, sleep left out."""
        with self._lock:
            now = self._now()
            gap = now - self._marked_at
            if gap > self._shortest_s:
                self._slept_s += gap
            self._marked_at = now
            return now - self._slept_s

    @property
    def slept_s(self) -> float:
        """Seconds left out so far."""
        return self._slept_s

    def __enter__(self) -> AwakeClock:
        self._thread.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._over.wait(self._beat_s):
            self()
