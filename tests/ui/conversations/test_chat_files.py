"""Exports and imports in the window: what is chosen is written, in the thread, and can be stopped."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from scripted_engine import REPLY
from window_bench import WindowBench

from desktop_app.chats.store import ChatStore
from desktop_app.chats.transfer import ExportFormat
from desktop_app.decoding.rounds import Origin
from desktop_app.ui.conversations.export_words import export_words
from desktop_app.ui.conversations.store_thread import StoreJob
from desktop_app.ui.dialogs import ExportChoice


def asked(bench: WindowBench) -> str:
    bench.ready()
    bench.ask("How: does/it work?")
    bench.answered()
    return bench.window.chats.current


def idle(bench: WindowBench) -> None:
    bench.until(lambda: not bench.window.library.store_thread.busy)


@pytest.mark.parametrize(
    ("kind", "inside"),
    [
        ("slipstream", '"format":"slipstream-chats"'),
        ("messages", '"role": "assistant"'),
        ("markdown", "## Assistant"),
        ("html", 'class="corrected"'),
    ],
)
def test_the_open_chat_is_exported(
    bench: WindowBench, tmp_path: Path, kind: ExportFormat, inside: str
) -> None:
    asked(bench)
    path = tmp_path / "out.file"
    bench.dialogs.export = ExportChoice(path, kind)
    bench.window.actions_by_name["export_chat"].trigger()
    idle(bench)
    assert bench.dialogs.asked == ["How does it work"]
    assert inside in path.read_text(encoding="utf-8")
    assert bench.window.status.text == f"Exported to {path}."
    assert bench.window.status.action is None


def test_all_chats_go_out_and_come_back(bench: WindowBench, tmp_path: Path) -> None:
    chat = asked(bench)
    bench.store.options.move_to_folder(chat, "Plants")
    path = bench.dialogs.export_all = tmp_path / "all.json"
    bench.window.actions_by_name["export_all"].trigger()
    idle(bench)
    assert bench.window.status.text == f"Exported 1 chat(s) to {path}."
    bench.window.library.list.new_chat()
    bench.dialogs.imports = [path]
    bench.window.actions_by_name["import_chats"].trigger()
    idle(bench)
    assert bench.window.status.text == "Imported 1 chat(s)."
    assert bench.window.chats.current not in ("", chat)
    assert REPLY in bench.window.chat.plain_text()
    assert bench.store.conversation(bench.window.chats.current).folder == "Plants"
    assert bench.window.conversations.selected_id == bench.window.chats.current


def test_a_cancelled_dialog_does_nothing(bench: WindowBench) -> None:
    asked(bench)
    before = bench.window.status.text
    for name in ("export_chat", "export_all", "import_chats"):
        bench.window.actions_by_name[name].trigger()
    assert not bench.window.library.store_thread.busy
    assert bench.window.status.text == before


def test_a_file_that_holds_no_chats_is_one_sentence(bench: WindowBench, tmp_path: Path) -> None:
    asked(bench)
    bad = tmp_path / "bad.json"
    bad.write_text("[]")
    bench.dialogs.imports = [bad]
    bench.window.actions_by_name["import_chats"].trigger()
    idle(bench)
    assert bench.window.status.is_error
    assert bench.window.status.text == "There are no messages in the file, so there is nothing to import."
    assert len(bench.store.conversations()) == 1


def test_progress_is_shown_and_an_export_can_be_stopped(
    bench: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(bench)
    go = threading.Event()
    step = StoreJob.step

    def slow(job: StoreJob) -> None:
        step(job)
        while not go.wait(0.002):
            job.control.check()

    monkeypatch.setattr(StoreJob, "step", slow)
    path = tmp_path / "out.md"
    bench.dialogs.export = ExportChoice(path, "markdown")
    bench.window.actions_by_name["export_chat"].trigger()
    status = bench.window.status
    bench.until(lambda: status.text == "Exporting the chat · 33 %")
    assert status.action is not None
    assert status.action.text == "Cancel"
    status.action.run()
    idle(bench)
    assert status.text == "Exporting the chat: stopped."
    assert not path.exists()


def test_closing_stops_an_import_and_leaves_nothing_of_it(
    bench: WindowBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(bench)
    path = bench.dialogs.export_all = tmp_path / "all.json"
    bench.window.actions_by_name["export_all"].trigger()
    idle(bench)
    begun = threading.Event()

    def endless(job: StoreJob) -> None:
        job.done_steps += 1
        if job.done_steps == 3:
            begun.set()
            while True:
                job.control.check()

    monkeypatch.setattr(StoreJob, "step", endless)
    bench.dialogs.imports = [path]
    bench.window.actions_by_name["import_chats"].trigger()
    bench.until(begun.is_set)
    with bench.qtbot.waitSignal(bench.window.closed, timeout=10_000):
        bench.window.close()
    store = ChatStore(bench.paths.chats)
    assert (len(store.conversations()), store.trash.conversations()) == (1, [])
    store.close()


def test_every_word_of_an_export_can_be_translated(qapp: object) -> None:
    words = export_words()
    assert set(words.origins) == set(Origin)
    assert words.interrupted
    assert all(words.reasons.values())
    assert words.drafter("lookup") == "prompt lookup"
