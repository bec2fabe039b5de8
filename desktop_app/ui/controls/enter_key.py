"""Enter presses a focused button as the space bar does: Qt leaves it to the default button of a dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton


def enter_clicks(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Whether the key was Enter, which then has clicked the button; once, however long it is held."""
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        return False
    if not event.isAutoRepeat():
        button.click()
    return True


class EnterButton(QAbstractButton):
    """What all buttons are made of that paint themselves."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_clicks(self, event):
            super().keyPressEvent(event)
