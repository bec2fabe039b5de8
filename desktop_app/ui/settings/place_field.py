"""A line for a folder or file, with a button to look for one."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QWidget

from desktop_app.ui.controls.buttons import IconButton
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.theme import ThemeManager


class PlaceField(QWidget):
    """Emits `chosen` when a line was typed to its end or a place was picked."""

    chosen = Signal(str)

    def __init__(self, themes: ThemeManager, dialogs: Dialogs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dialogs = dialogs
        self.edit = QLineEdit(self)
        self.button = IconButton("folder", self.tr("Look for a folder or file"), themes, self)
        self.menu = QMenu(self)
        self.menu.addAction(self.tr("Model Folder…"), self._pick_folder)
        self.menu.addAction(self.tr("GGUF File…"), self._pick_file)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.button)
        self.setFocusProxy(self.edit)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.edit.editingFinished.connect(self._finished)
        self.button.clicked.connect(self._open_menu)

    def show_place(self, place: str) -> None:
        self.edit.setText(place)
        self.edit.setToolTip(place)

    def _open_menu(self) -> None:
        self.menu.popup(self.button.mapToGlobal(QPoint(0, self.button.height())))

    def _pick_folder(self) -> None:
        self._picked(self._dialogs.model_folder(self))

    def _pick_file(self) -> None:
        self._picked(self._dialogs.gguf_file(self))

    def _picked(self, place: str) -> None:
        if place:
            self.show_place(place)
            self.chosen.emit(place)

    def _finished(self) -> None:
        self.chosen.emit(self.edit.text().strip())
