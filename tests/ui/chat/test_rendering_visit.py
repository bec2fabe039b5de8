"""Formulas, thoughts and long chats through the real `run_window`, as a user meets them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader, speculative_rounds
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.main_window import MainWindow

TEXT = (
    "<think>\nThe user wants the roots.\n</think>\n\nThe roots are\n\n\\[\nx = \\frac{-b}{2a}\n\\]\n\n"
    "| a | b |\n|---|---|\n| $x$ | 2 |\n\n```python\nx = 1\n```\n\nand that is all."
)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


def browser_of(window: MainWindow) -> ChatBrowser:
    browser = window.chat.findChild(ChatBrowser)
    assert browser is not None
    return browser


def shown(window: MainWindow) -> str:
    return browser_of(window).toPlainText()


def visit(paths: Paths, engine: ScriptedEngine, steps: object) -> None:
    Visit(paths, steps, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher())  # type: ignore[arg-type]


def test_a_reasoning_reply_is_folded_drawn_and_copied(qapp: QApplication, paths: Paths) -> None:
    engine = ScriptedEngine(text=TEXT, pause_at=1)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "What are the roots?")
        yield lambda: "Thinking…" in shown(window)
        engine.go.set()
        yield reply_ended(window)
        assert "Thought for" in shown(window)
        assert "wants the roots" not in shown(window)
        yield lambda: bool(window.chat._pictures._drawings) and not window.chat._pictures._waiting
        assert all(drawing is not None for drawing in window.chat._pictures._drawings.values())
        copied = window.chat.plain_text()
        assert "\\[\nx = \\frac{-b}{2a}\n\\]" in copied
        assert "Thought" not in copied
        window.chat.focusProxy().setFocus()
        QTest.keyClick(browser_of(window), Qt.Key.Key_Tab)
        QTest.keyClick(browser_of(window), Qt.Key.Key_Return)
        assert "wants the roots" in shown(window)

    visit(paths, engine, steps)


def test_a_selection_and_the_place_are_kept_while_a_reply_streams(qapp: QApplication, paths: Paths) -> None:
    engine = ScriptedEngine(rounds=speculative_rounds("Word by word. **More** of it.\n\n" * 60), pause_at=30)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "Tell me more.")
        yield lambda: engine.paused.is_set() and "Word" in shown(window)
        browser = browser_of(window)
        bar = browser.verticalScrollBar()
        yield lambda: bar.maximum() > 0
        bar.setValue(0)
        cursor = browser.textCursor()
        cursor.setPosition(20)
        cursor.setPosition(40, cursor.MoveMode.KeepAnchor)
        browser.setTextCursor(cursor)
        text, place = cursor.selectedText(), bar.value()
        length = len(shown(window))
        engine.go.set()
        yield reply_ended(window)
        assert len(shown(window)) > length
        assert browser.textCursor().selectedText() == text
        assert bar.value() == place
        assert window.chat._latest.isVisible()
        window.chat._latest.click()
        assert bar.value() == bar.maximum()

    visit(paths, engine, steps)


def test_a_long_conversation_opens_at_its_end_and_home_leads_to_its_beginning(
    qapp: QApplication, paths: Paths
) -> None:
    store = ChatStore(paths.chats)
    chat = store.create_conversation("Long").id
    for number in range(150):
        store.add_user_message(chat, f"Question {number}?")
        reply = store.begin_reply(chat).id
        store.finish_reply(
            reply, "eos", f"Answer {number} with \\(x_{{{number % 3}}}\\) in it.\n\n- item", None
        )
    store.close()

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.chats.open(chat)
        assert "Question 149?" in shown(window)
        assert "Question 0?" not in shown(window)
        bar = browser_of(window).verticalScrollBar()
        assert bar.value() == bar.maximum()
        QTest.keyClick(browser_of(window), Qt.Key.Key_Home)
        yield lambda: "Question 0?" in shown(window)
        assert bar.value() == 0
        assert [f"Question {n}?" in shown(window) for n in range(150)] == [True] * 150

    visit(paths, ScriptedEngine(), steps)
