"""Prints what long chats cost: opening, scrolling, streaming, typing, and opening one after another.

    python tests/ui/print_chat_figures.py [--turns N] [--tokens N] [--rate TOKENS_PER_S] [--only NAME ...]

The real window over the scripted engine. All times are CPU time of the thread of the window, so that other
programs on the machine do not count; a turn is what the event loop does between two ticks of a timer of 4 ms.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "chat"), str(HERE.parents[1])]

from chat_rounds import REPLY, cut, rounds_of  # noqa: E402
from PySide6.QtCore import Qt, QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader, words  # noqa: E402
from window_bench import install_starter  # noqa: E402
from window_visit import Visit, ready  # noqa: E402

from desktop_app.chats.store import ChatStore  # noqa: E402
from desktop_app.decoding.control import ReplyControl  # noqa: E402
from desktop_app.paths import Paths  # noqa: E402
from desktop_app.ui.chat.chat_browser import ChatBrowser  # noqa: E402
from desktop_app.ui.chat.chat_view import ChatView  # noqa: E402
from desktop_app.ui.main_window import MainWindow  # noqa: E402

TEXTS = {
    "reply": REPLY,
    "paragraph": "The leaf takes in **light** and water goes up. ",
    "code": "value = compute(1)  # note\n",
    "table": "| one value | two **values** | `three` |\n",
    "list": "- item with **bold** words\n",
    "panels": "Some words here.\n\n```python\nvalue = compute(1)  # note\nreturn value\n```\n\n",
    "endless": "abcdefghij",
    "json": '{"key": [1, 2, 3], "other": "value"}, ',
    "chinese": "叶子吸收光，水从根部上升。光合作用把光变成化学能。",
    "quote": "> | one value | two **values** | `three` |\n",
    "math": "Then \\(x_i^2 + y^2 = r\\) holds, and\n\n\\[ \\frac{a}{b} = \\sqrt{c} \\]\n\n",
}
HEADS = {
    "code": "```python\n",
    "table": "| a | b | c |\n|---|---|---|\n",
    "quote": "> | a | b | c |\n> |---|---|---|\n",
}
FEW_BLANKS = ("endless", "json", "chinese")
CHARACTERS_PER_TOKEN = 4


class PacedEngine(ScriptedEngine):
    """Gives so many rounds a second."""

    rate: float = 100.0
    began: float = 0.0

    def _wait(self, index: int, control: ReplyControl) -> None:
        if index == 0:
            self.began = time.perf_counter()
        while not control.stopped and time.perf_counter() < self.began + index / self.rate:
            time.sleep(0.001)


def text_of(kind: str, tokens: int) -> str:
    unit = TEXTS[kind]
    of_unit = len(unit) / CHARACTERS_PER_TOKEN if kind in FEW_BLANKS else len(words(unit))
    return HEADS.get(kind, "") + unit * int(tokens / of_unit + 1)


class Turns:
    """CPU time of each turn of the event loop, in seconds."""

    def __init__(self) -> None:
        self.turns: list[float] = []
        self._last = time.thread_time()
        self._timer = QTimer()
        self._timer.setInterval(4)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.thread_time()
        self.turns.append(now - self._last)
        self._last = now

    def stop(self) -> None:
        self._timer.stop()


@dataclass
class Watched:
    """CPU time of each call of a method, in seconds."""

    times: list[float]

    @classmethod
    def method(cls, owner: type, name: str) -> Watched:
        original, watched = getattr(owner, name), cls([])

        def timed(*arguments: object) -> object:
            began = time.thread_time()
            try:
                return original(*arguments)
            finally:
                watched.times.append(time.thread_time() - began)

        setattr(owner, name, timed)
        return watched


def line(name: str, times: list[float], goal_ms: float = 0) -> None:
    times = sorted(times) or [0.0]
    shown = f"median {1000 * times[len(times) // 2]:6.1f}  95 % {1000 * times[int(len(times) * 0.95)]:6.1f}"
    over = f"  over {goal_ms:g} ms: {sum(1000 * t > goal_ms for t in times)}" if goal_ms else ""
    print(f"  {name:24} {shown}  longest {1000 * times[-1]:6.1f} ms of {len(times)}{over}", flush=True)


def fill(store: ChatStore, turns: int) -> str:
    rounds = rounds_of(REPLY)
    chat = store.create_conversation("Long").id
    for number in range(turns):
        store.add_user_message(chat, f"Question {number}: how does photosynthesis work?")
        reply = store.begin_reply(chat).id
        for round_ in rounds:
            store.add_round(reply, round_)
        store.finish_reply(reply, "eos", REPLY, None)
    return chat


Steps = Iterator[Callable[[], object]]


def open_and_scroll(window: MainWindow, chat: str) -> Steps:
    browser = window.chat.findChild(ChatBrowser)
    assert browser is not None
    bar = browser.verticalScrollBar()
    began, wall = time.thread_time(), time.perf_counter()
    window.chats.open(chat)
    browser.viewport().repaint()
    print(f"  {'until it is usable':24} {1000 * (time.thread_time() - began):.0f} ms CPU, "
          f"{1000 * (time.perf_counter() - wall):.0f} ms by the clock")  # fmt: skip
    turns = Turns()
    until = time.perf_counter() + 5
    yield lambda: time.perf_counter() > until
    turns.stop()
    line("filling while idle", turns.turns, 50)
    frames = []
    while bar.value() > 0 and len(frames) < 1500:
        began = time.thread_time()
        bar.setValue(bar.value() - 240)
        QApplication.processEvents()
        frames.append(time.thread_time() - began)
    line("frames of scrolling up", frames, 16)


def open_often(window: MainWindow, chats: list[str]) -> Steps:
    browser = window.chat.findChild(ChatBrowser)
    assert browser is not None
    times: list[float] = []
    for number in range(50):
        began = time.thread_time()
        window.chats.open(chats[number % len(chats)])
        browser.viewport().repaint()
        times.append(time.thread_time() - began)
        until = time.perf_counter() + 0.2
        yield lambda until=until: time.perf_counter() > until
        if number % 10 == 9:
            line(f"opened, to {number + 1}", times[-10:], 200)
            print(f"  {'resident memory':24} {resident_mb():.0f} MB", flush=True)


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def stream(window: MainWindow, kind: str, seconds: float) -> Steps:
    window.actions_by_name["new_chat"].trigger()
    flushes, paints = Watched.method(ChatView, "append"), Watched.method(ChatBrowser, "paintEvent")
    ends, keys = Watched.method(ChatView, "end_reply"), []
    turns = Turns()
    cpu, wall = time.thread_time(), time.perf_counter()
    window.chats.submit(kind)
    ends.times.clear()
    window.composer.take_focus()
    edit = window.focusWidget()
    assert edit is not None
    next_key = wall
    while window.chats.replying:
        yield lambda until=next_key: time.perf_counter() > until or not window.chats.replying
        next_key = time.perf_counter() + 0.1
        began = time.thread_time()
        QTest.keyClick(edit, Qt.Key.Key_A)
        edit.repaint()
        keys.append(time.thread_time() - began)
    share = (time.thread_time() - cpu) / (time.perf_counter() - wall)
    until = time.perf_counter() + 1
    yield lambda: time.perf_counter() > until
    turns.stop()
    line("flush", flushes.times, 50)
    line("end of the reply", ends.times, 50)
    line("paint", paints.times, 50)
    line("turn of the event loop", turns.turns, 50)
    line("key press to paint", keys, 16)
    print(f"  {'share of one core':24} {100 * share:.0f} %")
    window.composer.set_text("")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=500, help="questions with replies of 225 tokens")
    parser.add_argument("--tokens", type=int, default=6000)
    parser.add_argument("--rate", type=float, default=200.0, help="tokens a second")
    parser.add_argument("--only", nargs="*", default=["open", "often", *TEXTS])
    arguments = parser.parse_args()
    paths = Paths.under(Path(tempfile.mkdtemp(prefix="slipstream-chat-")))
    install_starter(paths)
    store = ChatStore(paths.chats)
    needed = 3 if "often" in arguments.only else int("open" in arguments.only)
    chats = [fill(store, arguments.turns) for _ in range(needed)]
    store.close()
    engine = PacedEngine(context_limit=1_000_000)
    # scripted rounds emit three tokens on average
    engine.rate = arguments.rate / 3

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        for kind in arguments.only:
            print(f"{kind}:", flush=True)
            if kind == "open":
                yield from open_and_scroll(window, chats[0])
                continue
            if kind == "often":
                yield from open_often(window, chats)
                continue
            engine.text = text_of(kind, arguments.tokens)
            pieces = cut(engine.text, [CHARACTERS_PER_TOKEN])
            engine.rounds = rounds_of(engine.text, pieces) if kind in FEW_BLANKS else None
            yield from stream(window, kind, 60)

    app = QApplication(sys.argv[:1])
    Visit(paths, steps, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher(), timeout_s=1800)
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
