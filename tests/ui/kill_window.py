"""kill -9 at random moments, again and again: what the real window had shown is in the database.

    python tests/ui/kill_window.py --runs 100 --seed 7

Each run opens the window over the same data, chats with a scripted engine, says on its standard output what
it has shown, and is killed. `check` then looks into the database.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from desktop_app.chats.store import ChatStore  # noqa: E402
from desktop_app.decoding.rounds import round_from_json, round_to_json  # noqa: E402
from desktop_app.paths import Paths  # noqa: E402

WORDS = " ".join(f"word{index}" for index in range(150))
Shown = dict[str, Any]


# -- the program that is killed ---------------------------------------------------------------------------


def chat_without_end(data: Path, seed: int) -> int:
    """Opens the window and does what a user does; each line it prints is on the screen."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader, speculative_rounds

    from desktop_app.application import run_window
    from desktop_app.decoding.rounds import Round
    from desktop_app.engines.base import Finished
    from desktop_app.ui.main_window import MainWindow

    rng = random.Random(seed)

    class Engine(ScriptedEngine):
        def _wait(self, index: int, control: object) -> None:
            time.sleep(0.002)

    def say(**what: Any) -> None:
        print(json.dumps(what), flush=True)

    def shown(message_id: str, events: list[Any]) -> None:
        for event in events:
            if isinstance(event, Round):
                say(what="round", message=message_id, round=round_to_json(event))
            elif isinstance(event, Finished):
                say(what="end", message=message_id, text=event.text)

    def act(window: MainWindow) -> None:
        if window.chats.replying:
            if rng.random() < 0.01:
                window.chats.stop()
            return
        if window.chats.current and rng.random() < 0.3:
            window.chats.rename(window.chats.current, title := f"title {rng.random()}")
            say(what="title", chat=window.chats.current, title=title)
        if rng.random() < 0.3:
            window.actions_by_name["new_chat"].trigger()
        window.chats.submit(question := f"question {rng.random()}")
        if window.chats.replying:
            say(what="question", chat=window.chats.current, text=question)

    def step() -> None:
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()]
        if windows and not started:
            started.append(True)
            windows[0]._services.thread.events.connect(shown)
        if windows and windows[0].pages.currentWidget() is not windows[0].welcome:
            act(windows[0])

    started: list[bool] = []
    app = QApplication(["t"])
    timer = QTimer(app)
    timer.timeout.connect(step)
    timer.start(3)
    loader = ScriptedLoader(Engine(rounds=speculative_rounds(WORDS)))
    return run_window(
        Paths.under(data), target="starter", loader=loader, fetcher=ScriptedFetcher(), argv=["t"]
    )


# -- who kills it -----------------------------------------------------------------------------------------


def run_and_kill(data: Path, seed: int, lines: int) -> list[Shown]:
    """What was shown until the program was killed, a little after so many lines."""
    command = [sys.executable, __file__, "--child", str(data), "--seed", str(seed)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        said += child.stdout.readlines()
    assert child.returncode in (-signal.SIGKILL, 1), f"it ended by itself: {child.returncode}"
    return [json.loads(line) for line in said if line.endswith("\n")]


def check(chats: Path, everything: list[Shown]) -> int:
    """Compares the database with all that was ever shown; returns how many replies were cut short.

    Raises:
        AssertionError: something is missing.
    """
    with closing(sqlite3.connect(chats)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    store = ChatStore(chats)
    assert store.notice == ""
    cut = store.recover()
    assert cut <= 1
    rounds: dict[str, list[Any]] = defaultdict(list)
    titles: dict[str, str] = {}
    for shown in everything:
        match shown["what"]:
            case "round":
                rounds[shown["message"]].append(round_from_json(shown["round"]))
            case "end":
                message = store.tree.path_to(shown["message"])[-1]
                assert message.content == shown["text"]
                assert message.status in ("complete", "cancelled")
            case "question":
                assert shown["text"] in [m.content for m in store.tree.all_messages(shown["chat"])]
            case "title":
                titles[shown["chat"]] = shown["title"]
    for message_id, seen in rounds.items():
        assert list(store.rounds(message_id)[: len(seen)]) == seen
        text = "".join(round_.text for round_ in store.rounds(message_id))
        assert store.tree.path_to(message_id)[-1].content == text
    for chat, title in titles.items():
        # one more may have been stored that was not said any more
        assert store.conversation(chat).title.startswith("title ")
        assert title
    store.close()
    return cut


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return chat_without_end(arguments.child, arguments.seed)
    from window_bench import install_starter

    rng = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(Path(folder))
        install_starter(paths)
        everything: list[Shown] = []
        cut = 0
        for run in range(arguments.runs):
            everything += run_and_kill(paths.data, arguments.seed * 1000 + run, rng.randrange(1, 300))
            cut += check(paths.chats, everything)
            print(f"run {run + 1}: {len(everything)} lines shown, {cut} replies cut short, nothing lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
