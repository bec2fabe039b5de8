"""Select All of the context menu, in the real window: what was not written yet is taken as well."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from scripted_engine import ScriptedEngine, ScriptedLoader
from window_bench import install_starter
from window_visit import Steps, Visit, ready

from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.message_hand import MenuPlace
from desktop_app.ui.main_window import MainWindow

TURNS = 60


def long_chat(paths: Paths) -> str:
    store = ChatStore(paths.chats)
    chat = store.create_conversation("Long").id
    for number in range(TURNS):
        store.add_user_message(chat, f"Question {number}?")
        reply = store.begin_reply(chat).id
        store.finish_reply(reply, "eos", f"Answer {number}.", None)
    store.close()
    return chat


def test_the_menu_selects_older_messages_as_well(tmp_path: Path, qapp: QApplication) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    chat = long_chat(paths)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.chats.open(chat)
        browser = window.chat.findChild(ChatBrowser)
        assert browser is not None
        assert "Question 0?" not in browser.toPlainText(), "it opens at its end"
        place = MenuPlace(QPoint(), "", None, "", selected=False)
        entries = {action.text(): action for action in window.message_menu.menu_for(place).actions()}
        assert "Copy" not in entries
        entries["Select All"].trigger()
        yield lambda: browser.textCursor().hasSelection()
        window.chat.copy_selected()

    Visit(paths, steps, loader=ScriptedLoader(ScriptedEngine()))
    lines = QGuiApplication.clipboard().text().split("\n\n")
    assert lines == [text for number in range(TURNS) for text in (f"Question {number}?", f"Answer {number}.")]
