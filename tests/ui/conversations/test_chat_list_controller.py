"""Deleting and renaming chats in the window, and bringing them back."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from scripted_engine import REPLY, ScriptedFetcher, ScriptedLoader, speculative_rounds
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow

DAY_S = 86_400.0


def titles(store: ChatStore) -> list[str]:
    return [chat.title for chat in store.conversations()]


def undo_by_key(bench: WindowBench) -> None:
    field = bench.window.focusWidget()
    assert field is not None
    bench.qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


# -- deleting ---------------------------------------------------------------------------------------------


def test_deleting_asks_nothing_and_offers_the_way_back(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("short lived")
    bench.answered()
    doomed = bench.window.chats.current
    bench.window.actions_by_name["delete_chat"].trigger()
    assert bench.dialogs.asked == []
    assert bench.store.conversations() == []
    assert [chat.id for chat in bench.store.trash.conversations()] == [doomed]
    assert bench.window.pages.currentWidget() is bench.window.empty
    bench.until(lambda: bench.engine.forgotten == [doomed])
    status = bench.window.status
    assert status.text == "Deleted “short lived”."
    assert status.action is not None
    assert status.action.text == "Undo"
    status.action.run()
    assert titles(bench.store) == ["short lived"]
    assert bench.window.chats.current == doomed
    assert REPLY in bench.window.chat.plain_text()
    assert bench.window.conversations.selected_id == doomed
    assert status.text == "Brought back “short lived”."


def test_the_undo_key_brings_back_the_last_one_first(bench: WindowBench) -> None:
    bench.ready()
    undo = bench.window.actions_by_name["undo_delete"]
    assert not undo.isEnabled()
    for text in ("first", "second"):
        bench.window.library.list.new_chat()
        bench.ask(text)
        bench.answered()
    for chat in bench.store.conversations():
        bench.window.conversations.delete_requested.emit(chat.id)
    assert titles(bench.store) == []
    undo_by_key(bench)
    assert titles(bench.store) == ["first"]
    undo_by_key(bench)
    assert titles(bench.store) == ["second", "first"]
    assert not undo.isEnabled()
    undo_by_key(bench)
    assert titles(bench.store) == ["second", "first"]


def test_the_undo_key_belongs_to_what_was_typed(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("a chat")
    bench.answered()
    bench.window.actions_by_name["delete_chat"].trigger()
    field = bench.window.focusWidget()
    assert field is not None
    for target in (field, bench.window.conversations.search):
        target.setFocus()
        bench.qtbot.keyClicks(target, "words")
        undo_by_key(bench)
        assert titles(bench.store) == []
    bench.window.composer.take_focus()
    assert bench.window.composer.text() == ""
    undo_by_key(bench)
    assert titles(bench.store) == ["a chat"]


def test_deleting_the_chat_that_streams_stops_it_and_keeps_what_was_shown(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 2
    bench.ask("streams")
    doomed = bench.window.chats.current
    bench.until(bench.engine.paused.is_set)
    bench.window.actions_by_name["delete_chat"].trigger()
    assert bench.store.conversations() == []
    assert not bench.window.chats.has_messages
    assert bench.window.status.text == "Deleted “streams”."
    bench.answered()
    assert bench.window.status.text == "Deleted “streams”."
    bench.engine.pause_at = None
    bench.ask("next")
    bench.answered()
    assert bench.store.messages(bench.window.chats.current)[-1].status == "complete"
    bench.window.actions_by_name["undo_delete"].trigger()
    assert bench.window.chats.current == doomed
    reply = bench.store.messages(doomed)[-1]
    assert (reply.status, reply.content) == ("cancelled", "".join(r.text for r in speculative_rounds()[:2]))


def test_bringing_back_another_chat_leaves_the_open_one(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("other")
    bench.answered()
    other = bench.window.chats.current
    bench.window.library.list.new_chat()
    bench.ask("open")
    bench.answered()
    shown = bench.window.chats.current
    bench.window.conversations.delete_requested.emit(other)
    assert bench.window.chats.current == shown
    bench.window.actions_by_name["undo_delete"].trigger()
    assert bench.window.chats.current == bench.window.conversations.selected_id == shown
    assert bench.window.conversations.model.index_of(other).isValid()


def test_what_was_deleted_long_ago_is_gone_after_a_start(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    ids = {}
    for name, days in (("old", 31), ("young", 29)):
        store = ChatStore(paths.chats, clock=lambda days=days: time.time() - days * DAY_S)
        ids[name] = store.create_conversation(name).id
        store.delete(ids[name])
        store.close()
    bench: WindowBench = request.getfixturevalue("bench")
    assert bench.paths == paths
    bench.ready()
    bench.until(lambda: [chat.id for chat in bench.store.trash.conversations()] == [ids["young"]])


# -- renaming ---------------------------------------------------------------------------------------------


def test_renaming_in_the_row_from_the_composer(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("How?")
    bench.answered()
    bench.window.actions_by_name["show_chats"].trigger()
    bench.window.composer.take_focus()
    before = bench.window.focusWidget()
    assert before is not None
    bench.qtbot.keyClick(before, Qt.Key.Key_F2)
    assert bench.window.conversations.isVisible()
    field = bench.window.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.selectedText() == "How?"
    bench.qtbot.keyClicks(field, "Leaves")
    bench.qtbot.keyClick(field, Qt.Key.Key_Return)
    bench.until(lambda: titles(bench.store) == ["Leaves"])
    bench.until(lambda: bench.window.focusWidget() is before)


def test_there_is_nothing_to_rename_or_delete_in_a_new_chat(bench: WindowBench) -> None:
    bench.ready()
    before = bench.window.focusWidget()
    for name in ("rename_chat", "delete_chat"):
        bench.window.actions_by_name[name].trigger()
    assert bench.window.focusWidget() is before
    assert bench.window.status.action is None


# -- as a user --------------------------------------------------------------------------------------------


def test_delete_and_undo_in_the_real_program(tmp_path: Path, qapp: object) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        window.conversations.view.setFocus()
        QTest.keyClick(window.conversations.view, Qt.Key.Key_Delete)
        yield lambda: not window.chats.has_messages
        field = window.focusWidget()
        assert field is not None
        QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        yield lambda: window.chats.has_messages
        assert REPLY in window.chat.plain_text()

    assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
    store = ChatStore(paths.chats)
    assert titles(store) == ["How does it work?"]
    store.close()
