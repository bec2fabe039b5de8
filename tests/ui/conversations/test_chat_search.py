"""The search over all chats in the window: as it is typed, down to the message, on whatever branch."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTextBrowser
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready

from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow


def exchange(store: ChatStore, chat: str, question: str, answer: str) -> str:
    """Returns the id of the reply."""
    store.add_user_message(chat, question)
    reply = store.begin_reply(chat)
    store.add_text(reply.id, answer)
    store.finish_reply(reply.id, "eos", answer, None)
    return reply.id


def filled(store: ChatStore) -> dict[str, str]:
    """A short chat, and a long one with a reply on another branch; ids by name."""
    ids = {"short": store.create_conversation("Wakes").id, "long": store.create_conversation("A walk").id}
    exchange(store, ids["short"], "What is a slipstream?", "The wake behind a racing car.")
    for i in range(30):
        exchange(store, ids["long"], f"Question {i}?", f"Answer {i}.\n\n" + "A line of words.\n\n" * 5)
    ids["hidden"] = exchange(store, ids["long"], "And the birds?", "A wagtail was there.")
    store.tree.regenerate(ids["hidden"])
    ids["deep"] = store.messages(ids["long"])[21].id
    return ids


def search(bench: WindowBench, text: str) -> None:
    bench.window.actions_by_name["search_chats"].trigger()
    field = bench.window.focusWidget()
    assert field is bench.window.conversations.search
    bench.qtbot.keyClicks(field, text)
    bench.until(lambda: bench.window.library.search.idle)


def found(bench: WindowBench) -> list[str]:
    model = bench.window.conversations.found_list.model()
    return [str(model.index(i, 0).data()) for i in range(model.rowCount())]


def test_contents_and_titles_are_found_and_opened(bench: WindowBench) -> None:
    ids = filled(bench.store)
    bench.ready()
    search(bench, "racing ca")
    assert found(bench) == ["Wakes. The wake behind a racing car."]
    bench.qtbot.keyClick(bench.window.conversations.search, Qt.Key.Key_Return)
    assert bench.window.chats.current == ids["short"]
    assert "racing car" in bench.window.chat.plain_text()
    assert bench.window.conversations.found_list.isVisible(), "the next hit is one key away"
    bench.qtbot.keyClick(bench.window.conversations.search, Qt.Key.Key_Escape)
    assert bench.window.conversations.selected_id == ids["short"]
    bench.qtbot.keyClick(bench.window.conversations.search, Qt.Key.Key_Escape)
    assert bench.window.composer.isAncestorOf(bench.window.focusWidget())
    search(bench, "nowhere")
    assert found(bench) == []
    assert bench.window.conversations._nothing.isVisible()


def test_a_message_is_scrolled_to(bench: WindowBench) -> None:
    ids = filled(bench.store)
    bench.ready()
    bench.window.resize(1100, 700)
    bench.window.chats.show_message(ids["long"], ids["deep"])
    bench.until(lambda: top_line(bench) == "Answer 10.")
    bench.window.chats.show_message(ids["long"], bench.store.messages(ids["long"])[0].id)
    bench.until(lambda: top_line(bench) == "Question 0?")
    bench.window.chats.show_message(ids["long"], "")
    assert top_line(bench) not in ("Answer 10.", "Question 0?"), "at its end"


def top_line(bench: WindowBench) -> str:
    """The first line of text in the view."""
    browser = bench.window.chat.focusProxy()
    assert isinstance(browser, QTextBrowser)
    layout, block = browser.document().documentLayout(), browser.document().begin()
    while block.isValid() and layout.blockBoundingRect(block).top() < browser.verticalScrollBar().value():
        block = block.next()
    return block.text()


def test_a_hit_on_another_branch_is_shown_there(bench: WindowBench) -> None:
    ids = filled(bench.store)
    assert ids["hidden"] not in [m.id for m in bench.store.messages(ids["long"])]
    bench.ready()
    search(bench, "wagtail")
    assert found(bench) == ["A walk. A wagtail was there."]
    bench.qtbot.keyClick(bench.window.conversations.search, Qt.Key.Key_Return)
    assert "A wagtail was there." in bench.window.chat.plain_text()
    assert [m.id for m in bench.store.messages(ids["long"])][-1] == ids["hidden"]


def test_what_is_typed_on_is_searched_for_and_no_older_answer_is_shown(bench: WindowBench) -> None:
    filled(bench.store)
    bench.ready()
    search(bench, "wagtail")
    bench.window.conversations.search.setText("racing")
    assert found(bench) == []
    bench.until(lambda: bench.window.library.search.idle)
    assert found(bench) == ["Wakes. The wake behind a racing car."]


def test_an_error_is_told_once(bench: WindowBench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.ready()

    def fails(*_: object) -> None:
        raise ChatStoreError("The chats cannot be read.")

    monkeypatch.setattr(ChatStore, "search", fails)
    search(bench, "word")
    bench.until(lambda: bench.window.status.text == "The chats cannot be read.")


def test_in_the_real_program(tmp_path: Path, qapp: object) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    store = ChatStore(paths.chats)
    filled(store)
    store.close()

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.composer.take_focus()
        composer = window.focusWidget()
        assert composer is not None
        QTest.keyClick(composer, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        field = window.focusWidget()
        assert field is window.conversations.search
        QTest.keyClicks(field, "wagtail")
        yield lambda: window.conversations.found_list.count == 1
        QTest.keyClick(field, Qt.Key.Key_Return)
        yield lambda: "A wagtail was there." in window.chat.plain_text()
        QTest.keyClick(field, Qt.Key.Key_Escape)
        assert window.conversations.view.isVisible()

    assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
