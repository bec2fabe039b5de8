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
    assert bench.store.conversations() == [], "no chat is begun with half of what belongs to it"
    bench.until(lambda: bench.store.options.unsent("") == "a question")


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


def test_a_disk_that_does_not_write_costs_no_text_when_another_chat_is_opened(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.ready()
    window = bench.window
    bench.ask("first")
    bench.answered()
    first = window.chats.current

    def fails(*_: object) -> None:
        raise ChatStoreError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(bench.store.options, "set_unsent", fails)
        window.composer.set_text("typed")
        window.library.list.new_chat()
        assert window.composer.text() == ""
        window.chats.open(first)
        assert window.composer.text() == "typed"
    bench.until(lambda: bench.store.options.unsent(first) == "typed")
    window.composer.set_text("")
    window.library.list.new_chat()
    window.chats.open(first)
    assert window.composer.text() == ""


def test_what_was_typed_into_an_edit_stays_with_its_chat(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    bench.ask("first")
    bench.answered()
    first = window.chats.current
    window.composer.set_text("half a thought")
    window.chats.edit_last()
    window.composer.set_text("first, in better words")
    window.library.list.new_chat()
    assert window.composer.text() == ""
    assert window.banner.text == ""
    window.chats.open(first)
    assert window.composer.text() == "half a thought\n\nfirst, in better words"


def test_an_edit_in_which_nothing_was_typed_leaves_nothing(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    bench.ask("first")
    bench.answered()
    first = window.chats.current
    window.chats.edit_last()
    window.library.unsent.save()
    assert bench.store.options.unsent(first) == ""
    window.library.list.new_chat()
    window.chats.open(first)
    assert window.composer.text() == ""


def test_another_message_to_edit_keeps_what_was_typed_into_the_first(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    bench.ask("first")
    bench.answered()
    window.chats.edit_last()
    window.composer.set_text("first, in better words")
    window.chats.edit_last()
    assert window.composer.text() == "first, in better words", "it is edited already"
    reply = window.chats.messages.find("", "assistant")
    assert reply is not None
    window.chats.messages.edit(reply.id)
    assert window.composer.text() == reply.content
    window.actions_by_name["stop"].trigger()
    assert window.composer.text() == "first, in better words"


def test_an_edit_of_a_version_that_is_not_shown_says_so_and_stays(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    bench.ask("first")
    bench.answered()
    window.chats.edit_last()
    window.composer.set_text("second")
    window.composer.submitted.emit("second")
    bench.answered()
    window.composer.set_text("half a thought")
    window.chats.edit_last()
    window.chats.messages.step(-1)
    window.composer.set_text("third")
    window.composer.submitted.emit("third")
    assert "is not shown here" in window.status.text
    assert window.composer.text() == "third"
    assert window.banner.text
    assert len(bench.engine.seen) == 2
    window.actions_by_name["stop"].trigger()
    assert window.composer.text() == "half a thought"


def test_an_example_that_is_sent_costs_nothing_of_what_is_written(bench: WindowBench) -> None:
    bench.ready()
    window = bench.window
    window.composer.set_text("half a thought")
    window.empty.example_chosen.emit("An example?")
    bench.answered()
    assert [m.content for m in bench.engine.seen[0].messages] == ["An example?"]
    assert window.composer.text() == "half a thought"
    bench.until(lambda: bench.store.options.unsent(window.chats.current) == "half a thought")


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
