"""Where the window was, how wide its panes were and what was opened lately; beside the settings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QSize
from PySide6.QtWidgets import QSplitter, QWidget


class WindowState:
    """One ini file. Nothing in it is worth a message when it cannot be read."""

    def __init__(self, path: Path) -> None:
        self._settings = QSettings(str(path), QSettings.Format.IniFormat)

    def restore(self, window: QWidget, splitter: QSplitter) -> bool:
        """Returns whether there was anything to restore."""
        geometry = self._settings.value("geometry")
        if not isinstance(geometry, QByteArray) or not window.restoreGeometry(geometry):
            return False
        panes = self._settings.value("panes")
        if isinstance(panes, QByteArray):
            splitter.restoreState(panes)
        return True

    def save(self, window: QWidget, splitter: QSplitter) -> None:
        self._settings.setValue("geometry", window.saveGeometry())
        self._settings.setValue("panes", splitter.saveState())
        self._settings.sync()

    def size(self, name: str) -> QSize | None:
        """The size kept for a dialog, in logical pixels."""
        size = self._settings.value(name)
        return size if isinstance(size, QSize) and size.isValid() else None

    def keep_size(self, name: str, size: QSize) -> None:
        self._settings.setValue(name, size)

    def new_chat(self) -> dict[str, Any] | None:
        """What was set for the chat that is not stored yet; None where nothing was touched."""
        try:
            kept = json.loads(str(self._settings.value("new_chat", "")))
        except ValueError:
            return None
        return kept if isinstance(kept, dict) else None

    def keep_new_chat(self, settings: str) -> None:
        """settings: a JSON object, or "" for none."""
        self._settings.setValue("new_chat", settings)

    def clear(self) -> None:
        """Nothing is left, and nothing will be written to the file when the program ends."""
        self._settings.clear()
        self._settings.sync()

    def recent(self) -> list[str]:
        """Targets used lately, newest first."""
        return self._lines("recent")

    def keep_recent(self, targets: Sequence[str]) -> None:
        self._keep_lines("recent", targets)

    def folded(self) -> list[str]:
        """Names of the folders of chats that are folded."""
        return self._lines("folded")

    def keep_folded(self, folders: Sequence[str]) -> None:
        self._keep_lines("folded", folders)

    def cards(self) -> tuple[list[str], list[str]]:
        """The cards of the dashboard from the top, and which are hidden; nothing where none is kept."""
        return self._lines("cards"), self._lines("hidden_cards")

    def keep_cards(self, order: Sequence[str], hidden: Sequence[str]) -> None:
        self._keep_lines("cards", order)
        self._keep_lines("hidden_cards", hidden)

    def _lines(self, name: str) -> list[str]:
        # an ini file gives a list of one back as a text, so all of them are one text
        text = self._settings.value(name, "")
        return [line for line in text.split("\n") if line] if isinstance(text, str) else []

    def _keep_lines(self, name: str, lines: Sequence[str]) -> None:
        self._settings.setValue(name, "\n".join(lines))
