"""What stands inside a chat view."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.chat_browser import ChatBrowser


def browser_of(view: QWidget) -> ChatBrowser:
    browser = view.findChild(ChatBrowser)
    assert isinstance(browser, ChatBrowser)
    return browser
