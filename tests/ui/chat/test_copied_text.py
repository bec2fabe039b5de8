from __future__ import annotations

import subprocess
import sys

from PySide6.QtWidgets import QApplication

ENDS_WITH_A_COPY = """
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.theme import ThemeManager

app = QApplication([])
view = ChatView(ThemeManager(app, "dark"))
view.add_user_message("u", "question")
view.select_all()
view.copy_selected()
print(QGuiApplication.clipboard().text())
"""


def test_the_program_ends_well_with_copied_text(qapp: QApplication) -> None:
    ended = subprocess.run([sys.executable, "-c", ENDS_WITH_A_COPY], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "question\n")
