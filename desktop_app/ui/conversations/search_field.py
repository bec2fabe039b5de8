"""The field above the conversation list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from desktop_app.ui.controls.fields import name_buttons
from desktop_app.ui.controls.framed_line_edit import FramedLineEdit
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import ThemeManager

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}


class SearchField(FramedLineEdit):
    """Up, Down and Enter belong to what was found, and are told; Esc empties the field, or leaves it when it
    is empty."""

    stepped = Signal(int)
    entered = Signal()
    left = Signal()

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.setPlaceholderText(self.tr("Search chats"))
        self.setAccessibleName(self.tr("Search chats"))
        self.setAccessibleDescription(self.tr("Finds words in titles and messages."))
        self.setMinimumHeight(self.fontMetrics().height() + 16)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        name_buttons(self, self.tr("Search chats"))
        themes.changed.connect(self._recolour)
        self._recolour()

    def event(self, event: QEvent) -> bool:
        # the window has Esc for Stop
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _recolour(self) -> None:
        self._glass.setIcon(icon("search", self._themes.current.color("dim")))
