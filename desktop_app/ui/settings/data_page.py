"""Where the user's data lies, and the way to be rid of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_app.chats.schema import backups
from desktop_app.paths import Paths
from desktop_app.set_aside import set_aside_before
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.settings.section_page import heading
from desktop_app.ui.settings.setting_row import dim_label, translate
from desktop_app.ui.theme import ThemeManager


class DataPage(QWidget):
    """Emits `forget_requested`; it asks nothing itself."""

    forget_requested = Signal()

    def __init__(self, paths: Paths, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = translate("Settings", "Your Data")
        self._explained = translate(
            "Settings", "Everything stays on this machine. Nothing is sent anywhere; models are only fetched."
        )
        self._said = translate(
            "Settings",
            "Forget Everything deletes all chats, settings and what the window remembers, after asking once "
            "more. The program then is as at its first start.",
        )
        self.forget = PushButton(translate("Settings", "Forget Everything…"), themes, self)
        self.forget.setAccessibleDescription(self._said)
        self.forget.clicked.connect(self.forget_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(heading(self.title, self))
        column.addWidget(dim_label(self._explained, self))
        for name, folder in (
            (translate("Settings", "Chats"), paths.chats),
            (translate("Settings", "Settings"), paths.settings),
            (translate("Settings", "Models"), paths.models),
        ):
            column.addLayout(self._place(name, str(folder)))
        copies = _copies(paths)
        if copies:
            name = translate("Settings", "Copies from before an update, and damaged files that were kept")
            column.addLayout(self._place(name, "\n".join(str(copy) for copy in copies)))
        column.addSpacing(8)
        column.addWidget(dim_label(self._said, self))
        column.addWidget(self.forget, 0, Qt.AlignmentFlag.AlignLeft)

    def show_matching(self, words: list[str]) -> bool:
        text = f"{self.title} {self._explained} {self._said}".casefold()
        return all(word in text for word in words)

    def _place(self, name: str, place: str) -> QVBoxLayout:
        path = dim_label(place, self)
        path.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        both = QVBoxLayout()
        both.setSpacing(2)
        both.addWidget(QLabel(name, self))
        both.addWidget(path)
        return both


def _copies(paths: Paths) -> list[Path]:
    damaged = [*set_aside_before(paths.chats), *set_aside_before(paths.settings)]
    return [*backups(paths.chats), *damaged]
