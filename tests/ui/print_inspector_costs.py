"""Prints what the inspector and the strip in the margin cost the GUI thread, in milliseconds of CPU time.

    QT_QPA_PLATFORM=offscreen python tests/ui/print_inspector_costs.py

Not a test: figures depend on the machine.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE / "chat"), str(HERE / "inspector"), str(HERE.parents[1])]

from chat_rounds import REPLY, cut, rounds_of  # noqa: E402
from inspected_rounds import COUPLED, tree  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from desktop_app.ui.chat.chat_browser import ChatBrowser  # noqa: E402
from desktop_app.ui.chat.chat_view import ChatView  # noqa: E402
from desktop_app.ui.chat.rendering.heat_strip import heat_pieces  # noqa: E402
from desktop_app.ui.chat.shown_message import PastMessage  # noqa: E402
from desktop_app.ui.inspector.round_inspector import Inspected, RoundInspector  # noqa: E402
from desktop_app.ui.theme import ThemeManager  # noqa: E402

REPLIES = 200


def cost(act: Callable[[int], object], times: int = 60) -> float:
    spent = []
    for number in range(times):
        start = time.thread_time()
        act(number)
        spent.append(1000 * (time.thread_time() - start))
    return median(spent)


def main() -> None:
    app = QApplication([])
    themes = ThemeManager(app, "dark")
    inspector = RoundInspector(themes)
    inspector.set_theme(themes.current)
    inspector.resize(290, 900)
    inspector.show()
    app.processEvents()

    def show(number: int) -> None:
        inspector.newest = lambda: Inspected(tree(rows=True), number % 3, COUPLED, str(number))
        inspector.draw()
        app.processEvents()

    print(f"draw and paint a tree of 8 with distributions: {cost(show):.2f} (at most twice a second)")
    print(f"its words for a screen reader: {cost(lambda _: inspector.describe()):.2f}")
    view = ChatView(themes)
    view.resize(800, 800)
    view.show()
    rounds = rounds_of(REPLY, cut(REPLY, [3]))
    past = [PastMessage(f"r{n}", REPLY, rounds=lambda: rounds) for n in range(REPLIES)]
    view.show_past(past)
    view.plain_text()
    app.processEvents()
    browser = view.findChild(ChatBrowser)
    assert isinstance(browser, ChatBrowser)
    placed = browser.visible()
    pieces = cost(lambda _: heat_pieces(placed, view.heat_at, browser.column))
    print(f"figures of the strip for the {len(placed)} blocks in sight: {pieces:.2f}")

    def step(_: int) -> None:
        view.walk.step(-1)
        app.processEvents()

    print(f"a step of the walk in a chat of {REPLIES} replies, painted: {cost(step):.2f}")
    print(f"a step to another round: {cost(lambda _: view.walk.step_round(-1)):.2f}")


if __name__ == "__main__":
    main()
