"""The way from the user to a running reply."""

from __future__ import annotations

import threading

from desktop_app.decoding.errors import Cancelled


class ReplyControl:
    """Asks a running reply to stop. Safe to use from any thread; one control serves one reply."""

    def __init__(self) -> None:
        self._stop = threading.Event()

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
