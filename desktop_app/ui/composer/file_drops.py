"""Files dropped anywhere on the chat go to the composer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


def local_files(data: QMimeData) -> list[Path]:
    """The files on this machine among what was pasted or dropped."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class FileDrops(QObject):
    """Takes files dropped on a widget or on any child that does not take them itself."""

    def __init__(self, target: QWidget, take: Callable[[Sequence[Path]], None]) -> None:
        super().__init__(target)
        self._take = take
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        # the event of a drop is one of an enter by its class, too
        if isinstance(event, QDragEnterEvent):
            if local_files(event.mimeData()):
                event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            files = local_files(event.mimeData())
            if files:
                event.acceptProposedAction()
                self._take(files)
            return True
        return False
