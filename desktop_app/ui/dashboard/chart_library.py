"""Loads what draws the charts, in a thread of its own.

pyqtgraph and numpy take a third of a second: the start has no use for them before a reply is shown, and a
window that waited for them would stand still while the text of that reply comes.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable

from PySide6.QtCore import QObject, Qt, QTimer

from desktop_app.ui.dashboard.chart_place import ChartPlace

_log = logging.getLogger(__name__)
_TICK_MS = 20


class ChartLibrary(QObject):
    """Builds the charts of these places once they are seen, one in each turn of the event loop."""

    def __init__(self, places: Iterable[ChartPlace], parent: QObject) -> None:
        super().__init__(parent)
        self._places = tuple(places)
        self._waiting: deque[ChartPlace] = deque()
        self._thread: threading.Thread | None = None
        self._failed = False
        self._is_loaded = False
        # a signal from the thread would find a window that was closed
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._look)
        for place in self._places:
            # not while it is painted
            place.seen.connect(self._build_soon, Qt.ConnectionType.QueuedConnection)

    def load(self) -> None:
        """Returns at once, and does nothing the second time."""
        if self._thread is None:
            # no daemon: the interpreter must not end in the middle of an import
            self._thread = threading.Thread(target=self._import, name="slipstream-charts", daemon=False)
            self._thread.start()
            self._timer.start()

    def _import(self) -> None:
        try:
            import desktop_app.ui.dashboard.column_canvas
            import desktop_app.ui.dashboard.line_canvas  # noqa: F401
        except Exception:
            _log.exception("Charts cannot be drawn")
            self._failed = True

    def _look(self) -> None:
        if self._thread is None or self._thread.is_alive():
            return
        self._timer.stop()
        if self._failed:
            why = self.tr("Charts cannot be drawn: pyqtgraph cannot be loaded. The log says why.")
            for place in self._places:
                place.give_up(why)
            return
        self._is_loaded = True
        self._build_next()

    def _build_soon(self, place: ChartPlace) -> None:
        if place.is_built or place in self._waiting:
            return
        self._waiting.append(place)
        if not self._is_loaded:
            self.load()
        elif len(self._waiting) == 1:
            self._build_next()

    def _build_next(self) -> None:
        if self._waiting:
            self._waiting.popleft().build()
            QTimer.singleShot(0, self, self._build_next)
