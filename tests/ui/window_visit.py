"""The real window, visited step by step as a user would, through `run_window` as `main()` calls it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.application import run_window
from desktop_app.paths import Paths
from desktop_app.ui.engine.engine_worker import Fetcher, Loader
from desktop_app.ui.main_window import MainWindow

Steps = Iterator[Callable[[], object]]


class Visit:
    """Runs the window; `steps` does something, then yields what to wait for, and so on. Then it closes."""

    def __init__(
        self,
        paths: Paths,
        steps: Callable[[MainWindow], Steps],
        *,
        loader: Loader | None = None,
        fetcher: Fetcher | None = None,
        timeout_s: float = 30,
        look_every_ms: int = 5,
        target: str | None = "starter",
    ) -> None:
        self.error: BaseException | None = None
        self._make_steps = steps
        self._steps: Steps | None = None
        self._wait: Callable[[], object] = lambda: True
        self._deadline = time.monotonic() + timeout_s
        timer = QTimer()
        timer.setInterval(look_every_ms)
        timer.timeout.connect(self._step)
        timer.start()
        self.code = run_window(paths, target=target, loader=loader, fetcher=fetcher, argv=["t"])
        timer.stop()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if self.error is not None:
            raise self.error

    def _step(self) -> None:
        window = _window()
        if window is None:
            return
        try:
            if self._steps is None:
                self._steps = self._make_steps(window)
            if time.monotonic() > self._deadline:
                raise TimeoutError("a step of the visit was never over")
            if self._wait():
                self._wait = next(self._steps)
        except StopIteration:
            window.close()
        except BaseException as error:
            self.error = error
            window.close()


def _window() -> MainWindow | None:
    shown = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())
    return next(shown, None)


def type_and_send(window: MainWindow, text: str) -> None:
    window.composer.take_focus()
    focus = window.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)
    QTest.keyClick(focus, Qt.Key.Key_Return)


def ready(window: MainWindow) -> bool:
    return window.pages.currentWidget() is window.empty


def reply_ended(window: MainWindow) -> Callable[[], bool]:
    return lambda: not window.chats.replying
