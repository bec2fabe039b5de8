"""What is to be seen of a download: how far it is, how fast, and what it waits for. Torch-free."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from desktop_app.models.hub import HubModel
from desktop_app.models.hub_download import DownloadProgress
from desktop_app.models.hub_id import HubId

# asking: the hub is asked what the model consists of
DownloadState = Literal["waiting", "asking", "downloading", "paused", "failed", "done"]

# What a speed is measured over, and the least that says anything, in seconds.
_WINDOW_S = 5.0
_SHORTEST_S = 0.3


@dataclass(frozen=True, slots=True)
class Download:
    """model: once the hub was asked, pinned. done: bytes that are here. speed: bytes a second of the last
    seconds, None while nothing arrives. error: why it failed, in a sentence. place: where it is."""

    id: HubId
    state: DownloadState
    model: HubModel | None = None
    progress: DownloadProgress | None = None
    done: int = 0
    speed: float | None = None
    error: str = ""
    place: Path | None = None

    @property
    def bytes(self) -> int | None:
        return None if self.model is None else self.model.bytes

    @property
    def active(self) -> bool:
        return self.state in ("waiting", "asking", "downloading")

    @property
    def seconds_left(self) -> float | None:
        """At the speed of now."""
        if not self.speed or self.model is None:
            return None
        return max(0, self.model.bytes - self.done) / self.speed


class SpeedMeter:
    """Bytes a second, measured over the last seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, int]] = deque()

    def note(self, done: int) -> None:
        """done: bytes that are here by now."""
        now = self._clock()
        self._seen.append((now, done))
        while len(self._seen) > 2 and self._seen[1][0] < now - _WINDOW_S:
            self._seen.popleft()

    def speed(self) -> float | None:
        """None until there is something to measure. What stalls becomes slower and slower."""
        if not self._seen:
            return None
        (begin, before), (_, after) = self._seen[0], self._seen[-1]
        passed = self._clock() - begin
        return (after - before) / passed if passed >= _SHORTEST_S and len(self._seen) > 1 else None
