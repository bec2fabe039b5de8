"""The undo key where a text field has nothing to undo."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit


class UndoKey(QObject):
    """Lets the window's undo have the key: a text field takes it even when nothing was typed in it."""

    def watch(self, field: QLineEdit | QPlainTextEdit) -> None:
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() is QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Undo)
            and not _can_undo(watched)
        ):
            event.ignore()
            return True
        return super().eventFilter(watched, event)


def _can_undo(field: QObject) -> bool:
    if isinstance(field, QLineEdit):
        return field.isUndoAvailable()
    return isinstance(field, QPlainTextEdit) and field.document().isUndoAvailable()
