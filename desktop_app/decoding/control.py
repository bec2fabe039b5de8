"""The way from the user to a running reply."""

from __future__ import annotations

import threading

from desktop_app.decoding.errors import Cancelled
from desktop_app.decoding.plan import Mode


class ReplyControl:
    """Asks a running reply to stop or to change its mode. Safe to use from any thread; serves one reply.

    mode is read before each round; None leaves it as the reply began.
    """

    def __init__(self) -> None:
        self._stop = threading.Event()
        self.mode: Mode | None = None

    def stop(self) -> None:
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    def check(self) -> None:
        """Called before every forward pass.

        Raises:
            Cancelled: the user asked to stop.
        """
        if self._stop.is_set():
            raise Cancelled
