"""When a window has been painted: only then may work begin that would hold it up."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

# A window that starts minimized or covered may not be painted at all.
_AT_LATEST_MS = 1_000


class FirstPaint(QObject):
    """Calls `then` once, in the event loop, after the first paint of the window or at the latest a second on.

    Loading torch holds Python's lock for half a second at a time. A screen asks for the first paint some time
    after `show`, so whatever starts in the first turn of the event loop comes before it.
    """

    def __init__(self, window: QWidget, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._then = then
        self._timer = QTimer(self, singleShot=True, interval=_AT_LATEST_MS)
        self._timer.timeout.connect(self._done)
        self._timer.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            # what stands in the window is painted after it, in the same go
            self._window.removeEventFilter(self)
            self._timer.start(0)
        return super().eventFilter(watched, event)

    def _done(self) -> None:
        self._window.removeEventFilter(self)
        self._then()
