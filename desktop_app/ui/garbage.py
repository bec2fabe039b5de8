"""Reference cycles are freed in the window's thread only: Qt's objects among them may end in no other."""

from __future__ import annotations

import gc

from PySide6.QtCore import QTimer

_EVERY_MS = 500


class Garbage:
    """Takes Python's collector over from `begin` to `end`.

    By itself it runs in whatever thread happens to make one object too many; there it would destroy a menu or
    an animation that has lost its last user, and the program would crash.
    """

    def __init__(self) -> None:
        self._timer = QTimer()
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(collect_young)
        self._was_on = gc.isenabled()

    def begin(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()
        self._timer.start()

    def end(self) -> None:
        self._timer.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()


def collect_young() -> None:
    """As often as Python would, from the youngest generation up."""
    counts, thresholds = gc.get_count(), gc.get_threshold()
    for generation in range(3):
        if counts[generation] > thresholds[generation] > 0:
            gc.collect(generation)


def leave_out_what_is_loaded() -> None:
    """The libraries that come with a model are 300,000 objects, which take 0.3 s to search."""
    if not gc.isenabled():
        gc.freeze()


def collect_everything() -> None:
    """What was left out since a model was loaded, too."""
    gc.unfreeze()
    gc.collect()
