"""Text that was not sent is there again, whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow


def test_each_chat_has_its_own(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    bench.ask("first")
    bench.answered()
    first = window.chats.current
    window.composer.set_text("half a question")
    window.library.list.new_chat()
    assert window.composer.text() == ""
    window.composer.set_text("a new\n  idea ")
    window.chats.open(first)
    assert window.composer.text() == "half a question"
    window.library.list.new_chat()
    assert window.composer.text() == "a new\n  idea "


def test_it_is_written_a_moment_after_the_last_key(bench: WindowBench) -> None:
    bench.ready()
    bench.window.composer.set_text("typed")
    bench.until(lambda: bench.store.options.unsent("") == "typed")
    bench.window.composer.set_text("")
    bench.until(lambda: bench.store.options.unsent("") == "")


def test_what_was_sent_is_unsent_no_more(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    window.composer.set_text("a question")
    window.library.unsent.save()
    bench.ask("a question")
    assert bench.store.options.unsent("") == ""
    bench.answered()
    window.composer.set_text("another")
    window.library.unsent.save()
    bench.ask("another")
    bench.answered()
    bench.until(lambda: bench.store.options.unsent(window.chats.current) == "")
    window.library.list.new_chat()
    assert window.composer.text() == ""


def test_what_could_not_be_sent_stays(bench: WindowBench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.ready()

    def fails(*_: object) -> None:
        raise ChatStoreError("The disk is full.")

    monkeypatch.setattr(bench.store, "add_user_message", fails)
    bench.ask("a question")
    assert bench.window.composer.text() == "a question"
    assert bench.window.chats.current == "", "a chat without its question is not kept"
    bench.window.library.list.new_chat()
    assert bench.window.composer.text() == "a question"


def test_a_chat_that_is_brought_back_has_its_text(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("first")
    bench.answered()
    bench.window.composer.set_text("half")
    bench.window.actions_by_name["delete_chat"].trigger()
    assert bench.window.composer.text() == ""
    bench.window.actions_by_name["undo_delete"].trigger()
    assert bench.window.composer.text() == "half"


def test_a_disk_that_does_not_write_is_told_and_costs_no_text(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.ready()

    def fails(*_: object) -> None:
        raise ChatStoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(bench.store.options, "set_unsent", fails)
        bench.window.composer.set_text("typed")
        bench.until(lambda: bench.window.status.text == "The disk is full.")
    assert bench.window.composer.text() == "typed"
    bench.window.library.unsent.save()
    assert bench.store.options.unsent("") == "typed"


def test_closing_and_starting_again(tmp_path: Path, qapp: object) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)

    def first(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        _type(window, "in the chat")
        window.actions_by_name["new_chat"].trigger()
        _type(window, "in the new one")

    def second(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert window.composer.text() == "in the new one"
        chat = window.conversations.model.index(1)
        window.conversations.view.setCurrentIndex(chat)
        assert window.composer.text() == "in the chat"

    for steps in (first, second):
        assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
    store = ChatStore(paths.chats)
    (chat,) = store.conversations()
    assert store.options.unsent(chat.id) == "in the chat"
    store.close()


def _type(window: MainWindow, text: str) -> None:
    window.composer.take_focus()
    field = window.focusWidget()
    assert field is not None
    QTest.keyClicks(field, text)
