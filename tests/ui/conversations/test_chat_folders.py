"""Pins, folders and copies in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from scripted_engine import REPLY, ScriptedFetcher, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready

from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow


def rows(bench: WindowBench) -> list[str]:
    model = bench.window.conversations.model
    return [str(model.index(i).data()) for i in range(model.rowCount())]


def chats(bench: WindowBench, *titles: str) -> list[str]:
    ids = [bench.store.create_conversation(title).id for title in titles]
    bench.window.library.list.refresh()
    return ids


def test_pinning_by_menu_and_action(bench: WindowBench) -> None:
    bench.ready()
    first, _ = chats(bench, "first", "second")
    bench.window.conversations.pin_requested.emit(first, True)
    assert rows(bench) == ["Pinned", "first", "Today", "second"]
    pin = bench.window.actions_by_name["pin_chat"]
    assert not pin.isEnabled()
    bench.window.chats.open(first)
    assert pin.isEnabled()
    assert pin.isChecked()
    pin.trigger()
    assert rows(bench) == ["Today", "second", "first"]
    assert not pin.isChecked()
    assert not bench.store.conversation(first).pinned


def test_a_chat_goes_into_a_folder_and_out_again(bench: WindowBench) -> None:
    bench.ready()
    first, second = chats(bench, "first", "second")
    bench.window.chats.open(first)
    bench.dialogs.chosen_folder = "Work"
    bench.window.actions_by_name["move_chat"].trigger()
    bench.window.conversations.new_folder_requested.emit(second)
    assert bench.dialogs.asked == [
        "folder for a chat in “” of []",
        "folder for a chat in “” of ['Work']",
    ]
    assert rows(bench) == ["Folders", "Work", "second", "first"]
    bench.window.conversations.move_requested.emit(second, "")
    assert rows(bench) == ["Folders", "Work", "first", "Today", "second"]
    bench.dialogs.chosen_folder = ""
    bench.window.actions_by_name["move_chat"].trigger()
    assert rows(bench) == ["Folders", "Work", "first", "Today", "second"], "a cancel moves nothing"


def test_a_folder_is_renamed_joined_and_dissolved(bench: WindowBench) -> None:
    bench.ready()
    first, second = chats(bench, "first", "second")
    pane = bench.window.conversations
    pane.move_requested.emit(first, "Work")
    pane.move_requested.emit(second, "Play")
    pane.fold(["Work"])
    assert pane.model.setData(pane.model.index_of_folder("Work"), "Labour")
    assert rows(bench) == ["Folders", "Labour", "Play", "second"]
    assert pane.model.setData(pane.model.index_of_folder("Labour"), "Play")
    assert rows(bench) == ["Folders", "Play"]
    pane.folder_dissolved.emit("Play")
    assert rows(bench) == ["Today", "second", "first"]
    status = bench.window.status
    assert status.text == "Dissolved the folder “Play”; its chats are kept."
    assert status.action is not None
    bench.store.delete(second)
    status.action.run()
    assert bench.window.conversations.model.folders() == ["Play"]
    assert bench.store.conversation(first).folder == "Play"
    assert status.text == ""


def test_a_duplicate_is_opened(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("How?")
    bench.answered()
    original = bench.window.chats.current
    bench.window.actions_by_name["duplicate_chat"].trigger()
    bench.until(lambda: bench.window.chats.current != original)
    assert [chat.title for chat in bench.store.conversations()] == ["How? (copy)", "How?"]
    assert REPLY in bench.window.chat.plain_text()
    assert bench.window.conversations.selected_id == bench.window.chats.current
    assert bench.window.status.text == "This is the copy, “How? (copy)”."


def test_what_the_disk_refuses_is_told(bench: WindowBench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.ready()
    (chat,) = chats(bench, "first")

    def fails(*_: object) -> None:
        raise ChatStoreError("The disk is full.")

    monkeypatch.setattr(bench.store.options, "pin", fails)
    monkeypatch.setattr(ChatStore, "duplicate", fails)
    bench.window.library.folders.pin(chat, True)
    assert bench.window.status.text == "The disk is full."
    bench.window.status.show_text("")
    bench.window.library.folders.duplicate(chat)
    bench.until(lambda: bench.window.status.text == "The disk is full.")


def test_the_real_program_remembers_what_is_folded(tmp_path: Path, qapp: object) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    store = ChatStore(paths.chats)
    chat = store.create_conversation("inside").id
    store.options.move_to_folder(chat, "Work")
    store.close()

    def first(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert window.conversations.model.rowCount() == 3
        window.conversations.view.setFocus()
        QTest.keyClick(window.conversations.view, Qt.Key.Key_Down)
        QTest.keyClick(window.conversations.view, Qt.Key.Key_Left)
        yield lambda: window.conversations.model.rowCount() == 2

    def second(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert window.conversations.model.rowCount() == 2
        window.conversations.view.setFocus()
        QTest.keyClick(window.conversations.view, Qt.Key.Key_Down)
        QTest.keyClick(window.conversations.view, Qt.Key.Key_Return)
        assert window.conversations.model.rowCount() == 3
        assert window.chats.current == ""

    for steps in (first, second):
        assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
