"""Work in the background keeps to its share of the processor: after a stretch of it comes a pause."""

from __future__ import annotations

import time
from collections.abc import Callable

from desktop_app.decoding.control import ReplyControl

# of the time: the fan stays quiet, and what else runs on the machine hardly notices
SHARE = 0.25
# long enough that most passes follow another and find the caches as a reply would
_STRETCH_S = 0.5
# how long a stop may stay unheard
_LOOK_EVERY_S = 0.02


class Pauses:
    """share: of the time that may be worked. paused: whether the work before `after` last returned was
    followed by a pause."""

    def __init__(
        self, share: float = SHARE, stretch_s: float = _STRETCH_S, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        if not 0 < share <= 1:
            raise ValueError(f"a share of {share:g} of the time makes no sense")
        self._share = share
        self._stretch_s = stretch_s
        self._sleep = sleep
        self._worked_s = 0.0
        self.paused = False

    def after(self, worked_s: float, control: ReplyControl) -> None:
        """Told after each piece of work, in seconds; sleeps when a stretch is over.

        Raises:
            Cancelled: it is asked to stop.
        """
        control.check()
        self._worked_s += worked_s
        self.paused = self._worked_s >= self._stretch_s and self._share < 1
        if not self.paused:
            return
        left = self._worked_s * (1 / self._share - 1)
        self._worked_s = 0.0
        while left > 0:
            control.check()
            self._sleep(min(left, _LOOK_EVERY_S))
            left -= _LOOK_EVERY_S
