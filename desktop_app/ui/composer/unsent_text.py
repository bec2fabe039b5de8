"""What is written but not sent: kept for each conversation, and there again when it is opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.composer.composer import Composer

_WAIT_MS = 400


class UnsentText(QObject):
    """Writes a moment after the last key, when another chat is opened, and when the window closes.

    text: what is not sent; what stands in the composer when None.
    """

    def __init__(
        self,
        store: ChatStore,
        composer: Composer,
        complain: Callable[[str], object],
        parent: QObject,
        text: Callable[[], str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._composer = composer
        self._complain = complain
        self._text = text or composer.text
        self._conversation = ""
        self._saved = ""
        # by conversation: what the disk did not take
        self._unwritten: dict[str, str] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self.save)
        composer.changed.connect(self._timer.start)
        self._load()

    def show(self, conversation_id: str) -> None:
        """Another conversation is open, "" for the new chat: its text stands in the composer."""
        if conversation_id != self._conversation:
            self.save()
            self._conversation = conversation_id
            self._load()

    def move_to(self, conversation_id: str) -> None:
        """The new chat has been stored under this id; what is in the composer goes with it."""
        self._write("")
        self._conversation = conversation_id
        self._saved = ""
        self.save()

    def save(self) -> None:
        self._timer.stop()
        text = self._text()
        if text != self._saved and self._write(text):
            self._saved = text

    def _load(self) -> None:
        try:
            self._saved = self._store.options.unsent(self._conversation)
        except SlipstreamError as error:
            self._saved = ""
            self._complain(str(error))
        self._composer.set_text(self._unwritten.get(self._conversation, self._saved))
        if self._conversation not in self._unwritten:
            self._timer.stop()

    def _write(self, text: str) -> bool:
        try:
            self._store.options.set_unsent(self._conversation, text)
        except SlipstreamError as error:
            self._unwritten[self._conversation] = text
            self._complain(str(error))
            return False
        self._unwritten.pop(self._conversation, None)
        return True
