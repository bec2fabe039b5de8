"""What is written but not sent: kept for each conversation, and there again when it is opened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from desktop_app.chats.attachments import with_attachments
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.composer.attachment_tray import SetAside
from desktop_app.ui.composer.composer import Composer

_WAIT_MS = 400


class UnsentText(QObject):
    """Writes a moment after the last key, when another chat is opened, and when the window closes.

    A file that is still being read then goes to the text of the chat in which it was attached.
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
        # by conversation: files that are still being read
        self._aside: dict[str, SetAside] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self.save)
        composer.changed.connect(self._timer.start)
        composer.tray.read_aside.connect(self._read_aside)
        self._load()

    def show(self, conversation_id: str) -> None:
        """Another conversation is open, "" for the new chat: its text stands in the composer."""
        if conversation_id != self._conversation:
            self.save()
            aside = self._composer.tray.set_aside()
            if aside.files:
                self._aside[self._conversation] = aside
            self._conversation = conversation_id
            self._load()
            if conversation_id in self._aside:
                self._composer.tray.take_back(self._aside.pop(conversation_id))

    def move_to(self, conversation_id: str) -> None:
        """The new chat has been stored under this id; what is in the composer goes with it."""
        self._write("", self._conversation)
        self._conversation = conversation_id
        self._saved = ""
        self.save()

    def save(self) -> None:
        self._timer.stop()
        text = self._text()
        if text != self._saved and self._write(text, self._conversation):
            self._saved = text

    def _read_aside(self, aside: SetAside) -> None:
        found = [conversation for conversation, kept in self._aside.items() if kept is aside]
        if not found or aside.reading:
            return
        (conversation,) = found
        del self._aside[conversation]
        self._composer.tray.leave_out(aside)
        written = self._unwritten.get(conversation)
        written = self._stored(conversation) if written is None else written
        self._write(with_attachments(written, aside.attachments()), conversation)

    def _load(self) -> None:
        self._saved = self._stored(self._conversation)
        self._composer.set_text(self._unwritten.get(self._conversation, self._saved))
        if self._conversation not in self._unwritten:
            self._timer.stop()

    def _stored(self, conversation: str) -> str:
        try:
            return self._store.options.unsent(conversation)
        except SlipstreamError as error:
            self._complain(str(error))
            return ""

    def _write(self, text: str, conversation: str) -> bool:
        try:
            self._store.options.set_unsent(conversation, text)
        except SlipstreamError as error:
            self._unwritten[conversation] = text
            self._complain(str(error))
            return False
        self._unwritten.pop(conversation, None)
        return True
