"""The disk fills up while a reply streams: the real window, the real SQLite, which may grow no further."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from scripted_engine import REPLY, ScriptedFetcher, ScriptedLoader, plain_rounds
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore, ChatStoreError
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow

FULL = "The disk is full."
LONG = " ".join(f"word{index}" for index in range(400))


@dataclass
class Disk:
    full: bool = False


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    disk = Disk()

    class Connection(sqlite3.Connection):
        full = False

        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if self.full != disk.full and not self.in_transaction:
                self.full = disk.full
                (pages,) = super().execute("PRAGMA page_count").fetchone()
                super().execute(f"PRAGMA max_page_count = {pages if self.full else 2**30}")
            return super().execute(statement, *values)

    monkeypatch.setattr(sqlite3, "connect", functools.partial(sqlite3.connect, factory=Connection))
    yield disk
    monkeypatch.undo()


@pytest.fixture
def paths(tmp_path: Path, qapp: QApplication) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


def test_the_reply_stops_and_everything_goes_on_when_there_is_room(paths: Paths, disk: Disk) -> None:
    loader = ScriptedLoader()
    engine = loader.engine
    engine.rounds = plain_rounds(LONG)
    engine.pause_at = 5

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield engine.paused.is_set
        window.composer.set_text("typed meanwhile")
        disk.full = True
        engine.go.set()
        yield reply_ended(window)
        assert "disk is full" not in window.status.text, "said once, under the reply"
        assert "disk is full" in window.chat.plain_text()
        assert str(paths.chats) in window.chat.plain_text()
        assert window.composer.text() == "typed meanwhile"
        shown = window.chat.plain_text()
        with closing(ChatStore(paths.chats)) as store:
            (chat,) = store.conversations()
            reply = store.messages(chat.id)[-1]
            rounds = store.rounds(reply.id)
        assert 5 <= len(rounds) < 400
        assert list(rounds) == plain_rounds(LONG)[: len(rounds)]
        text = "".join(round_.text for round_ in rounds)
        assert text in shown
        assert f"word{len(rounds)}" not in shown

        # a question that cannot be stored stays where it was typed
        question = "and why? " * 2000
        window.composer.set_text(question)
        window.composer._send()
        yield lambda: "disk is full" in window.status.text
        assert not window.chats.replying
        assert window.composer.text().strip() == question.strip()
        window.composer.set_text("")
        before = window.chats.current
        window.chats.new_chat()
        window.composer.set_text(question)
        window.composer._send()
        assert window.chats.current == ""
        assert window.composer.text().strip() == question.strip()
        window.composer.set_text("")
        window.chats.open(before)

        disk.full = False
        type_and_send(window, "Again")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert not window.status.is_error
        said = [(message.role, message.content) for message in engine.seen[-1].messages]
        assert said == [("user", "How does it work?"), ("assistant", text), ("user", "Again")]

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    with closing(ChatStore(paths.chats)) as store:
        (chat,) = store.conversations()
        statuses = [message.status for message in store.messages(chat.id)]
        assert statuses[0::2] == ["complete", "complete"]
        assert statuses[1] in ("failed", "interrupted")
        assert statuses[3] == "complete"
        assert store.recover() == 0
    log = (paths.logs / "slipstream.log").read_text(encoding="utf-8")
    assert "Unexpected" not in log


def test_a_reply_that_was_cut_short_can_be_gone_on_with(paths: Paths, disk: Disk) -> None:
    loader = ScriptedLoader()
    engine = loader.engine
    engine.rounds = plain_rounds(LONG)
    engine.pause_at = 5

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield engine.paused.is_set
        disk.full = True
        engine.go.set()
        yield reply_ended(window)
        disk.full = False
        engine.rounds = plain_rounds(" and so on")
        window.chats.messages.go_on()
        yield lambda: len(engine.seen) == 2
        yield reply_ended(window)
        assert engine.seen[1].continues
        assert window.chat.plain_text().count("and so on") == 1

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    with closing(ChatStore(paths.chats)) as store:
        statuses = [message.status for message in store.messages(store.conversations()[0].id)]
        assert statuses[0::2] == ["complete", "complete"]
        assert statuses[1] in ("failed", "interrupted")


def test_a_window_closed_while_the_disk_is_full_ends_well(paths: Paths, disk: Disk) -> None:
    loader = ScriptedLoader()
    loader.engine.rounds = plain_rounds(LONG)
    loader.engine.pause_at = 5

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield loader.engine.paused.is_set
        disk.full = True

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    disk.full = False
    with closing(ChatStore(paths.chats)) as store:
        store.recover()
        reply = store.messages(store.conversations()[0].id)[-1]
        assert store.rounds(reply.id) == tuple(plain_rounds(LONG)[:5])
        assert reply.content == "".join(round_.text for round_ in plain_rounds(LONG)[:5])


@pytest.mark.parametrize("fails", ["set_settings", "path_to"])
def test_a_new_chat_is_stored_whole_or_not_at_all(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    bench.ready()
    window = bench.window
    window.chat_settings.chat.set("system", "Be brief.")
    said: list[str] = []
    window.status.error_shown.connect(said.append)
    with monkeypatch.context() as full:
        part = bench.store.options if fails == "set_settings" else bench.store.tree
        full.setattr(part, fails, _full_disk)
        type_and_send(window, "How does it work?")
        assert said == [FULL]
        assert not window.chats.replying
        assert window.chats.current == ""
        assert bench.store.conversations() == []
        assert window.composer.text() == "How does it work?"
        assert window.chat_settings.chat.system == "Be brief."
    type_and_send(window, "")
    bench.until(lambda: len(bench.engine.seen) == 1)
    bench.answered()
    (chat,) = bench.store.conversations()
    assert bench.store.options.settings(chat.id)["system"] == "Be brief."
    assert [message.content for message in bench.store.messages(chat.id)] == ["How does it work?", REPLY]
    assert window.composer.text() == ""


@pytest.mark.parametrize("name", ["regenerate", "continue_reply", "edit"])
def test_a_reply_is_begun_whole_or_not_at_all(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    bench.ready()
    window = bench.window
    bench.ask("a question")
    bench.answered()
    chat = window.chats.current
    before = bench.store.tree.all_messages(chat)
    path_to = bench.store.tree.path_to

    def fails_where_it_is_begun(message_id: str) -> object:
        if message_id not in [message.id for message in before]:
            _full_disk()
        return path_to(message_id)

    monkeypatch.setattr(bench.store.tree, "path_to", fails_where_it_is_begun)
    if name == "edit":
        window.chats.messages.edit()
        type_and_send(window, " and more")
        assert window.composer.text() == "a question and more"
    else:
        window.actions_by_name[name].trigger()
    assert window.status.text == FULL
    assert not window.chats.replying
    assert bench.store.tree.all_messages(chat) == before
    assert bench.store.recover() == 0
    assert len(bench.engine.seen) == 1


def _full_disk(*_: object) -> None:
    raise ChatStoreError(FULL)
