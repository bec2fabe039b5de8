"""Reads attached files on a thread of its own, so that a slow disk never holds the window."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.chats.attachments import Attachment
from desktop_app.chats.text_file import TextFileError, read_text_file

_TICK_MS = 20


class AttachmentReader(QObject):
    """done: the file's number as given, and its Attachment or the TextFileError. In the GUI thread."""

    done = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._results: deque[tuple[int, Attachment | TextFileError]] = deque()
        self._waiting = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._take)

    def read(self, files: Sequence[tuple[int, Path]]) -> None:
        self._waiting += len(files)
        # a file on a network that went away must not hold the end of the program
        threading.Thread(target=_read, args=(tuple(files), self._results), daemon=True).start()
        self._timer.start()

    def _take(self) -> None:
        while self._results:
            self._waiting -= 1
            number, result = self._results.popleft()
            self.done.emit(number, result)
        if not self._waiting:
            self._timer.stop()


def _read(files: Sequence[tuple[int, Path]], results: deque[tuple[int, Attachment | TextFileError]]) -> None:
    for number, path in files:
        try:
            results.append((number, read_text_file(path)))
        except TextFileError as error:
            results.append((number, error))
        except Exception as error:
            results.append((number, TextFileError(f"“{path.name}” cannot be read ({type(error).__name__}).")))
