from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.theme import ThemeManager


@pytest.fixture
def view(themes: ThemeManager, qtbot: QtBot) -> ChatView:
    widget = ChatView(themes)
    qtbot.addWidget(widget)
    widget.resize(700, 500)
    widget.show()
    QApplication.processEvents()
    return widget
