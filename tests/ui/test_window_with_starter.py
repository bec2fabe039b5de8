"""The real window with the real starter model, from question to reopening."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.rounds import Origin, Round
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow

MINUTES = 240
QUESTION = "Write a Python function that returns the n-th Fibonacci number, then explain each line."


@pytest.fixture
def paths(tmp_path: Path, starter_folder: Path, qapp: QApplication) -> Paths:
    paths = Paths.under(tmp_path)
    paths.models.mkdir(parents=True)
    try:
        (paths.models / starter_folder.name).symlink_to(starter_folder, target_is_directory=True)
    except OSError:  # Windows allows links only to some
        shutil.copytree(starter_folder, paths.models / starter_folder.name)
    paths.config.mkdir(parents=True)
    paths.settings.write_text(
        "[sampling]\ntemperature = 0.0\n[decoding]\nmax_tokens = 120\n", encoding="utf-8"
    )
    return paths


def replies(paths: Paths) -> list[StoredMessage]:
    store = ChatStore(paths.chats)
    (chat,) = store.conversations()
    return [message for message in store.messages(chat.id) if message.role == "assistant"]


def last_word(reply: StoredMessage) -> str:
    """A word, which markdown leaves as it is."""
    return str(re.findall(r"[A-Za-z]{3,}", reply.content)[-1])


@pytest.mark.starter
def test_ask_stream_stop_switch_mode_close_in_mid_stream_and_reopen(paths: Paths) -> None:
    def first(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, QUESTION)
        yield lambda: window.chats.replying
        yield reply_ended(window)
        type_and_send(window, "Explain how photosynthesis works, in three paragraphs.")
        yield lambda: len(replies(paths)) == 2 and len(_rounds(paths, 1)) >= 3
        QTest.keyClick(window.composer, Qt.Key.Key_Escape)
        yield reply_ended(window)
        QTest.mouseClick(window.toolbar.mode.buttons()[1], Qt.MouseButton.LeftButton)
        type_and_send(window, "Explain it again, for a child, in three paragraphs.")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert window.status.text.startswith("plain")
        type_and_send(window, "And now list ten plants, each with a sentence about it.")
        yield lambda: len(replies(paths)) == 4 and len(_rounds(paths, 3)) >= 3

    visit = Visit(paths, first, timeout_s=MINUTES)
    assert visit.code == 0
    spoken, stopped, plain, cut = replies(paths)
    assert (spoken.status, plain.status) == ("complete", "complete")
    assert stopped.status == "cancelled"
    assert cut.status in ("cancelled", "interrupted")
    assert cut.content
    assert all(token.origin is Origin.PLAIN for round_ in _rounds(paths, 2) for token in round_.emitted)

    def second(window: MainWindow) -> Steps:
        yield lambda: ready(window) or window.chat.isVisible()
        window.chats.open(ChatStore(paths.chats).conversations()[0].id)
        yield lambda: last_word(plain) in window.chat.plain_text()
        text = window.chat.plain_text()
        for reply in (spoken, plain, cut):
            assert last_word(reply) in text
        assert QUESTION in text

    assert Visit(paths, second, timeout_s=MINUTES).code == 0


def _rounds(paths: Paths, index: int) -> tuple[Round, ...]:
    store = ChatStore(paths.chats)
    return store.rounds(replies(paths)[index].id)
