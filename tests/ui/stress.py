"""Random actions in the real window while replies stream; nothing may break, nothing shown may be lost.

    python tests/ui/stress.py                        # 60 s with seed 1
    python tests/ui/stress.py --seed 7 --seconds 300

It ends with an intact database in which everything can be read and everything shown is, without a thread left
over, an error in the log or a warning of Qt. What was done last is printed when it fails.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sqlite3
import sys
import tempfile
import threading
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["HOME"] = tempfile.mkdtemp()
    sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).parent)]

from PySide6.QtCore import QCoreApplication, QEvent, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from scripted_engine import ScriptedFetcher
from stress_actions import Restless, later
from stress_engine import StressEngine, StressLoader
from window_bench import install_starter

from desktop_app.application import run_window
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow

_EVERY_MS = 15
_TOLD = 40
# what the platform without a screen cannot do, as in pyproject.toml; and what the engine's moods are made of
_KNOWN = re.compile(r"^This plugin does not support |QFont::fromString")
_SCRIPTED = "a bug, as scripted"


@dataclass
class Outcome:
    """shown: the parts of each stored reply in the order they were on the screen."""

    done: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    shown: dict[str, list[Round | Text]] = field(default_factory=lambda: defaultdict(list))
    code: int = -1
    threads_left: list[str] = field(default_factory=list)


def stress(paths: Paths, seed: int, seconds: float) -> Outcome:
    """Opens the window, does what a hasty user does for so many seconds, and closes it in mid-action."""
    install_starter(paths)
    outcome = Outcome()
    threads = set(threading.enumerate())
    rng = random.Random(seed)
    people: list[Restless] = []
    # imports and the first window are not what is meant
    began: list[float] = []

    def shown(message_id: str, events: list[Any]) -> None:
        outcome.shown[message_id] += [event for event in events if isinstance(event, Round | Text)]

    def step() -> None:
        window = _window()
        if window is None:
            return
        if not people:
            began.append(time.monotonic())
            people.append(Restless(window, rng))
            window._services.thread.events.connect(shown)
        if time.monotonic() - began[0] > seconds:
            timer.stop()
            _close_everything(window)
        else:
            later(window, people[0].act)

    timer = QTimer()
    timer.setInterval(_EVERY_MS)
    timer.timeout.connect(step)
    timer.start()
    loader = StressLoader(StressEngine(seed=seed), seed=seed)
    fetcher = ScriptedFetcher(on_done=lambda: install_starter(paths))
    with _warnings_into(outcome.warnings), _nothing_opened():
        outcome.code = run_window(paths, target="starter", loader=loader, fetcher=fetcher, argv=["t"])
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    outcome.done = people[0].done if people else []
    outcome.threads_left = [thread.name for thread in threading.enumerate() if thread not in threads]
    return outcome


def _window() -> MainWindow | None:
    shown = (w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible())
    return next(shown, None)


def _close_everything(window: MainWindow) -> None:
    """As a user who must leave: questions and menus first."""
    for _ in range(20):
        in_the_way = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if in_the_way is None:
            break
        in_the_way.close()
    later(window, window.close)


@contextmanager
def _warnings_into(warnings: list[str]) -> Iterator[None]:
    def handle(kind: QtMsgType, _context: object, message: str) -> None:
        if kind is not QtMsgType.QtDebugMsg and not _KNOWN.search(message):
            warnings.append(message)

    before = qInstallMessageHandler(handle)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


@contextmanager
def _nothing_opened() -> Iterator[None]:
    before = QDesktopServices.openUrl
    QDesktopServices.openUrl = lambda _url: True  # type: ignore[method-assign,assignment]
    try:
        yield
    finally:
        QDesktopServices.openUrl = before  # type: ignore[method-assign]


# -- afterwards -------------------------------------------------------------------------------------------


def faults(paths: Paths, outcome: Outcome) -> list[str]:
    """What is wrong after a run, a line each; none when all is well."""
    checks: tuple[Callable[[], None], ...] = (
        lambda: _check_program(paths, outcome),
        lambda: _check_database(paths.chats),
        lambda: _check_chats(paths.chats, outcome),
        lambda: _check_files(paths),
    )
    found = []
    for check in checks:
        try:
            check()
        except Exception as error:
            found.append(f"{type(error).__name__}: {error}")
    return found


def _check_program(paths: Paths, outcome: Outcome) -> None:
    assert outcome.code == 0, f"exit code {outcome.code}"
    assert not outcome.warnings, f"Qt warned: {sorted(set(outcome.warnings))}"
    assert not outcome.threads_left, f"threads left over: {outcome.threads_left}"
    log = "".join(path.read_text(encoding="utf-8") for path in sorted(paths.logs.glob("slipstream.log*")))
    for entry in re.split(r"\n(?=\d{4}-)", log):
        assert " ERROR " not in entry or _SCRIPTED in entry, entry


def _check_database(chats: Path) -> None:
    with closing(sqlite3.connect(chats)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("INSERT INTO search_index(search_index, rank) VALUES ('integrity-check', 1)")


def _check_chats(chats: Path, outcome: Outcome) -> None:
    store = ChatStore(chats)
    assert store.notice == "", store.notice
    stored = set()
    for conversation in [*store.conversations(), *store.trash.conversations()]:
        path = store.messages(conversation.id)
        everything = store.tree.all_messages(conversation.id)
        assert {message.id for message in path} <= {message.id for message in everything}
        store.options.settings(conversation.id)
        store.options.unsent(conversation.id)
        for message in everything:
            stored.add(message.id)
            assert message.status != "streaming", f"{message.id} was never ended"
            rounds = store.rounds(message.id)
            if rounds:
                assert message.content == "".join(round_.text for round_ in rounds)
            seen = outcome.shown[message.id]
            assert list(rounds[: len(seen)]) == [part for part in seen if isinstance(part, Round)]
            assert "".join(part.text for part in seen) in message.content
    purged = outcome.shown.keys() - stored
    with closing(sqlite3.connect(chats)) as connection:
        for (message_id,) in connection.execute("SELECT DISTINCT message_id FROM parts"):
            assert message_id not in purged
    store.close()


def _check_files(paths: Paths) -> None:
    if paths.settings.exists():
        tomllib.loads(paths.settings.read_text(encoding="utf-8"))
    strays = [
        p.name for p in paths.data.rglob("*") if re.search(r"corrupt-|salvag|copying|damaged|\.lock$", p.name)
    ]
    assert not strays, f"left over: {strays}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--keep", type=Path, help="keep the files of the run in this folder")
    arguments = parser.parse_args()
    _app = QApplication(["t"])
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(arguments.keep or Path(folder))
        outcome = stress(paths, arguments.seed, arguments.seconds)
        found = faults(paths, outcome)
        replies = sum(bool(parts) for parts in outcome.shown.values())
        rounds = sum(len(parts) for parts in outcome.shown.values())
    figures = {"seed": arguments.seed, "actions": len(outcome.done), "replies": replies, "rounds": rounds}
    print(json.dumps(figures | {"faults": len(found)}))
    if found:
        print("\n".join(found), *outcome.done[-_TOLD:], sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
