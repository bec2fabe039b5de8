"""Long thoughts that are being unfolded: what did not fit into the first slice comes in later ones."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.rendering.thought_block import ThoughtBlock

_PAUSE_MS = 10


class ThoughtUnfolding(QObject):
    """due: the next slice is to be written, in an edit of the document."""

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: list[ThoughtBlock] = []
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self.due)

    @property
    def waiting(self) -> bool:
        return bool(self._waiting)

    def clear(self) -> None:
        self._waiting.clear()
        self._timer.stop()

    def watch(self, thought: ThoughtBlock | None) -> None:
        """The thought may have been unfolded just now."""
        if thought is not None and thought.waiting and thought not in self._waiting:
            self._waiting.append(thought)
            self._timer.start()

    def write(self, writer: DocumentWriter) -> None:
        """One slice of each. writer: the one that writes at the end of the document."""
        for thought in self._waiting:
            thought.write_slice(writer)
        self._waiting = [thought for thought in self._waiting if thought.waiting]
        if self._waiting:
            self._timer.start()

    def finish(self, writer: DocumentWriter) -> None:
        while self._waiting:
            self.write(writer)
        self._timer.stop()
