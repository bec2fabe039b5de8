"""Prints the longest gaps of the window's event loop while it loads, prefills, streams and stops.

    python tests/ui/print_stalls.py [TARGET] [--data-dir DIR] [--prompt TEXT]

TARGET is "starter", a model folder or a .gguf file; "scripted" (the default) needs no model. A 16 ms timer
looks at the clock; a gap is the time between two of its ticks less those 16 ms.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from PySide6.QtCore import QTimer  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from scripted_engine import REPLY, ScriptedEngine, ScriptedFetcher, ScriptedLoader  # noqa: E402

from desktop_app.application import run_window  # noqa: E402
from desktop_app.paths import Paths  # noqa: E402
from desktop_app.ui.main_window import MainWindow  # noqa: E402

TICK_S = 0.016
GOAL_MS = 100.0
LONG_PROMPT = "Summarise this text. " + "The leaf takes in light and the root takes in water. " * 60
QUESTION = "Write a long story about a river, then repeat it."


class Watchdog:
    """Remembers the gaps of each phase, longest first."""

    def __init__(self) -> None:
        self.phase = "start"
        self.gaps: dict[str, list[float]] = {}
        self._last = time.perf_counter()

    def tick(self) -> None:
        now = time.perf_counter()
        self.gaps.setdefault(self.phase, []).append(max(0.0, now - self._last - TICK_S))
        self._last = now

    def enter(self, phase: str) -> None:
        self.tick()
        self.phase = phase

    def report(self) -> bool:
        good = True
        for phase, gaps in self.gaps.items():
            worst = sorted(gaps, reverse=True)[:3]
            shown = ", ".join(f"{1000 * gap:.0f}" for gap in worst)
            good = good and 1000 * worst[0] <= GOAL_MS
            print(f"{phase:8} longest gaps {shown} ms of {len(gaps)} ticks")
        return good


def visit(window: MainWindow, dog: Watchdog, prompt: str, seconds: float) -> Iterator[Callable[[], object]]:
    thread = window.chats._thread
    dog.enter("load")
    yield lambda: thread.state.stage in ("ready", "failed")
    if thread.state.stage == "failed":
        raise SystemExit(thread.state.detail)
    window.toolbar.seed.edit.setText("1")
    dog.enter("ask")
    window.chats.submit(prompt)
    dog.enter("prefill")
    yield lambda: window.chats._live is None or window.chats._live.prefilled is not None
    dog.enter("new chat")
    window.chats.stop()
    yield lambda: not window.chats.replying
    window.actions_by_name["new_chat"].trigger()
    window.chats.submit(QUESTION)
    yield lambda: window.chats._live is None or window.chats._live.prefilled is not None
    dog.enter("stream")
    until = time.perf_counter() + seconds
    yield lambda: time.perf_counter() > until or not window.chats.replying
    dog.enter("stop")
    window.chats.stop()
    yield lambda: not window.chats.replying
    dog.enter("close")


class Driver:
    """Takes the visit one step further whenever what it waits for has come."""

    def __init__(self, prompt: str, seconds: float) -> None:
        self.dog = Watchdog()
        self._prompt, self._seconds = prompt, seconds
        self._steps: Iterator[Callable[[], object]] | None = None
        self._wait: Callable[[], object] = lambda: True
        self._timer = QTimer()
        self._timer.setInterval(int(1000 * TICK_S))
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        self.dog.tick()
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()]
        if not windows:
            return
        if self._steps is None:
            self._steps = visit(windows[0], self.dog, self._prompt, self._seconds)
        try:
            if self._wait():
                self._wait = next(self._steps)
        except (StopIteration, SystemExit) as end:
            if end.args and end.args[0]:
                print(end.args[0])
            windows[0].close()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="?", default="scripted")
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--prompt", default=LONG_PROMPT)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long the reply streams")
    arguments = parser.parse_args()
    paths = Paths.under(arguments.data_dir or Path(tempfile.mkdtemp(prefix="slipstream-stalls-")))
    scripted = arguments.target == "scripted"
    loader = ScriptedLoader(ScriptedEngine(text=f"{REPLY}\n\n" * 200)) if scripted else None
    app = QApplication(sys.argv[:1])
    driver = Driver(arguments.prompt, arguments.seconds)
    fetcher = ScriptedFetcher() if scripted else None
    code = run_window(paths, target=arguments.target, loader=loader, fetcher=fetcher, argv=sys.argv[:1])
    good = driver.dog.report()
    del app
    return code or (0 if good else 1)


if __name__ == "__main__":
    sys.exit(main())
