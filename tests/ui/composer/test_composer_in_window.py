"""Files and what was asked before, in the whole window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextBrowser
from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader, words
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.attachments import Attachment, block, with_attachments
from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.paths import Paths
from desktop_app.ui.composer.attachment_chip import AttachmentChip
from desktop_app.ui.composer.attachment_viewer import AttachmentViewer
from desktop_app.ui.composer.prompt_edit import PromptEdit
from desktop_app.ui.main_window import MainWindow

CODE = Attachment("main.py", "for i in range(3):\n    print(i)\n" * 40 + "print()")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / CODE.name
    path.write_text(CODE.text, encoding="utf-8")
    return path


def chips(window: MainWindow) -> list[AttachmentChip]:
    return [chip for chip in window.composer.findChildren(AttachmentChip) if chip.isVisible()]


def edit_of(window: MainWindow) -> PromptEdit:
    edit = window.composer.findChild(PromptEdit)
    assert edit is not None
    return edit


def drop(window: MainWindow, paths: list[Path]) -> None:
    """On the conversation, as a file manager does it."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    target = window.pages.currentWidget()
    action, button, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(9, 9), action, data, button, keys)
    QApplication.sendEvent(target, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window.centre, QDropEvent(QPointF(9, 9), action, data, button, keys))


def test_a_dropped_file_is_sent_shown_in_one_line_and_kept(
    tmp_path: Path, file: Path, qapp: QApplication
) -> None:
    paths = Paths.under(tmp_path / "data")
    install_starter(paths)
    engine = ScriptedEngine()
    content = with_attachments("What does it print?", [CODE])

    def first(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        drop(window, [file])
        yield lambda: chips(window) and chips(window)[0].size_text == f"{len(words(block(CODE))):,} tokens"
        type_and_send(window, "What does it print?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert engine.seen[-1].messages == (Message("user", content),)
        assert not chips(window)
        assert "main.py · 81 lines" in window.chat.plain_text()
        assert "for i in range" not in window.chat.plain_text()

    assert Visit(paths, first, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher()).code == 0

    def second(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        (chat,) = _chats(paths)
        window.conversations.selected.emit(chat)
        assert "main.py · 81 lines" in window.chat.plain_text()
        window.actions_by_name["edit_last"].trigger()
        assert [chip.text() for chip in chips(window)] == ["main.py"], "an edited message keeps its files"
        assert window.composer.text() == content

    assert Visit(paths, second, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher()).code == 0


def _chats(paths: Paths) -> list[str]:
    store = ChatStore(paths.chats)
    found = [chat.id for chat in store.conversations()]
    store.close()
    return found


def test_the_action_asks_for_files(bench: WindowBench, file: Path) -> None:
    bench.ready()
    bench.dialogs.files = [file]
    bench.window.actions_by_name["attach_files"].trigger()
    bench.until(lambda: bool(chips(bench.window)) and not bench.window.composer.tray.reading)
    assert bench.window.composer.text() == with_attachments("", [CODE])


def test_without_a_model_a_chip_counts_characters_and_with_one_tokens(bench: WindowBench, file: Path) -> None:
    bench.show()
    bench.window.composer.attach([file])
    bench.until(lambda: chips(bench.window)[0].size_text == f"{len(CODE.text):,} characters")
    bench.thread.load("starter")
    bench.until(lambda: chips(bench.window)[0].size_text == f"{len(words(block(CODE))):,} tokens")


def test_a_click_on_its_line_shows_the_file(bench: WindowBench) -> None:
    bench.ready()
    bench.ask(with_attachments("Look", [CODE]))
    bench.answered()
    browser = bench.window.chat.findChild(QTextBrowser)
    browser.anchorClicked.emit(QUrl("attachment:0/0"))
    viewer = bench.window.findChild(AttachmentViewer)
    assert viewer.windowTitle() == "main.py"
    browser.anchorClicked.emit(QUrl("attachment:0/1"))
    browser.anchorClicked.emit(QUrl("attachment:9/0"))
    assert len(bench.window.findChildren(AttachmentViewer)) == 1
    viewer.close()


def test_files_stay_where_sending_fails(bench: WindowBench) -> None:
    bench.ready()
    content = with_attachments("kept", [CODE])
    bench.loader.slow = True
    bench.thread.load("another")
    bench.until(lambda: bench.thread.state.stage == "loading")
    bench.window.composer.set_text(content)
    QTest.keyClick(edit_of(bench.window), Qt.Key.Key_Return)
    assert "still being loaded" in bench.window.status.text
    assert bench.window.composer.text() == content
    assert bench.store.conversations() == []


def test_a_failed_reply_gives_its_files_back(bench: WindowBench) -> None:
    bench.ready()
    content = with_attachments("too long", [CODE])
    bench.engine.failure = SlipstreamError("It does not fit.")
    bench.ask(content)
    bench.answered()
    assert bench.window.status.action is not None
    bench.window.status.action.run()
    assert bench.window.composer.text() == content


def test_up_recalls_what_was_asked_here_and_then_elsewhere(bench: WindowBench) -> None:
    bench.ready()
    bench.ask("in another chat")
    bench.answered()
    bench.window.actions_by_name["new_chat"].trigger()
    for text in ("first", with_attachments("second", [CODE])):
        bench.ask(text)
        bench.answered()
    edit = edit_of(bench.window)
    seen = []
    for _ in range(4):
        QTest.keyClick(edit, Qt.Key.Key_Up)
        seen.append(bench.window.composer.text())
    assert seen == ["second", "first", "in another chat", "in another chat"]
    edit.clear()
    QTest.keyClick(edit, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert bench.window.composer.text() == with_attachments("second", [CODE]), "Ctrl+Up edits the last one"


def test_escape_in_a_composition_does_not_stop_the_reply(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 3
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    edit = edit_of(bench.window)
    QApplication.sendEvent(edit, QInputMethodEvent("ni", []))
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert not edit.composing
    bench.engine.go.set()
    bench.answered()
    reply = bench.store.messages(bench.window.chats.current)[-1]
    assert reply.status == "complete"
