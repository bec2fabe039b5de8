"""Chats that were deleted: seen, brought back and removed for good, also after a restart."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.records import Conversation
from desktop_app.chats.store import ChatStore
from desktop_app.chats.trash import DAY_S
from desktop_app.paths import Paths
from desktop_app.ui.conversations.trash_dialog import TrashDialog
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.theme import ThemeManager

NOW = 1_800_000_000.0


def dialog_of(window: MainWindow) -> TrashDialog:
    (dialog,) = window.findChildren(TrashDialog)
    return dialog


def rows(dialog: TrashDialog) -> list[str]:
    return [item.text(0) for item in dialog.list.items()]


def deleted(bench: WindowBench, *titles: str) -> list[str]:
    ids = [bench.store.create_conversation(title).id for title in titles]
    for chat in ids:
        bench.store.delete(chat)
    return ids


def test_it_says_how_long_each_is_kept(themes: ThemeManager, bench: WindowBench) -> None:
    dialog = TrashDialog(themes, bench.window)

    def chat(age_days: float) -> Conversation:
        return Conversation("id", "", 0.0, 0.0, deleted_at=NOW - age_days * DAY_S)

    # the last one comes of a clock that was set back
    dialog.show_chats([chat(age) for age in (0, 0.5, 28.5, 29.5, 30, 300, -400)], NOW)
    assert [item.text(1) for item in dialog.list.items()] == [
        "30 day(s) left",
        "30 day(s) left",
        "2 day(s) left",
        "1 day(s) left",
        "goes at the next start",
        "goes at the next start",
        "30 day(s) left",
    ]
    assert rows(dialog)[0] == "New chat"


def test_what_was_deleted_can_be_brought_back_or_not(bench: WindowBench) -> None:
    bench.ready()
    one, two, three = deleted(bench, "one", "two", "three")
    bench.window.actions_by_name["open_trash"].trigger()
    dialog = dialog_of(bench.window)
    assert rows(dialog) == ["three", "two", "one"]
    assert dialog.chosen() == [three]
    dialog.list.setCurrentItem(dialog.list.items()[1])
    dialog.restore.click()
    assert rows(dialog) == ["three", "one"]
    assert [chat.id for chat in bench.store.conversations()] == [two]
    assert bench.window.conversations.model.index_of(two).isValid()
    assert bench.window.status.text == "Brought back “two”."
    assert dialog.chosen() == [one]

    bench.dialogs.agree = False
    dialog.erase.click()
    assert bench.dialogs.asked == ["Delete “one” for good? This cannot be undone."]
    assert rows(dialog) == ["three", "one"]
    bench.dialogs.agree = True
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    assert rows(dialog) == ["three"]
    bench.until(lambda: [chat.id for chat in bench.store.trash.conversations()] == [three])
    bench.until(lambda: bench.window.status.text == "1 chat(s) deleted for good.")


def test_emptying_takes_all_that_is_seen_and_nothing_else(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("kept")
    bench.answered()
    deleted(bench, *(f"chat {number}" for number in range(5)))
    bench.window.actions_by_name["open_trash"].trigger()
    dialog = dialog_of(bench.window)
    dialog.empty.click()
    assert bench.dialogs.asked == ["Delete 5 chat(s) for good? This cannot be undone."]
    assert rows(dialog) == []
    assert [b.isEnabled() for b in (dialog.empty, dialog.erase, dialog.restore)] == [False] * 3
    bench.until(lambda: bench.store.trash.conversations() == [])
    assert [chat.title for chat in bench.store.conversations()] == ["kept"]
    bench.until(lambda: not bench.window.library.store_thread.busy)


def test_undo_does_not_speak_of_what_is_back_or_gone(bench: WindowBench) -> None:
    bench.ready()
    for text in ("first", "second", "third"):
        bench.window.library.list.new_chat()
        bench.ask(text)
        bench.answered()
    bench.window.actions_by_name["open_trash"].trigger()
    dialog, undo = dialog_of(bench.window), bench.window.actions_by_name["undo_delete"]
    for chat in bench.store.conversations():
        bench.window.conversations.delete_requested.emit(chat.id)
    # the dialog follows
    assert rows(dialog) == ["first", "second", "third"]
    dialog.list.setCurrentItem(dialog.list.items()[0])
    dialog.erase.click()
    dialog.list.setCurrentItem(dialog.list.items()[0])
    dialog.restore.click()
    undo.trigger()
    assert {chat.title for chat in bench.store.conversations()} == {"second", "third"}
    assert not undo.isEnabled()
    bench.until(lambda: not bench.window.library.store_thread.busy)


def test_what_cannot_be_removed_is_there_again(bench: WindowBench) -> None:
    bench.ready()
    deleted(bench, "stays")
    bench.window.actions_by_name["open_trash"].trigger()
    dialog = dialog_of(bench.window)
    bench.window.library.store_thread.shut_down()
    bench.window.library.trash._erased(["nothing"], "The disk is full.")
    assert bench.window.status.text == "The disk is full."
    assert rows(dialog) == ["stays"]


def test_after_a_restart_in_the_real_program(tmp_path: Path, qapp: object) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)

    def delete_it(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        window.actions_by_name["delete_chat"].trigger()

    def bring_it_back(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["open_trash"].trigger()
        dialog = dialog_of(window)
        yield lambda: dialog.isVisible() and rows(dialog) == ["How does it work?"]
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        yield lambda: rows(dialog) == []
        (row,) = window.conversations.model.conversations
        window.conversations.selected.emit(row.id)
        assert window.chats.has_messages
        assert "Photosynthesis" in window.chat.plain_text()

    for steps in (delete_it, bring_it_back):
        assert Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher()).code == 0
    store = ChatStore(paths.chats)
    assert [chat.title for chat in store.conversations()] == ["How does it work?"]
    store.close()
