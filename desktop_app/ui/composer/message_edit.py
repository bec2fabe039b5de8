"""The message field while an earlier message is edited in it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.chats.attachments import with_attachments
from desktop_app.ui.composer.attachment_tray import SetAside
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.edit_banner import EditBanner


class MessageEdit(QObject):
    """What was being written before is kept, and comes back when the edit is over."""

    def __init__(self, composer: Composer, banner: EditBanner, parent: QObject) -> None:
        super().__init__(parent)
        self._composer = composer
        self._banner = banner
        self._kept = ""
        self._original = ""
        # files that were being read for what was being written
        self._aside: SetAside | None = None
        self.message_id = ""
        banner.cancelled.connect(self.cancel)

    def begin(self, message_id: str, text: str, *, of_user: bool) -> None:
        """Where another message was edited, what became of it there is kept, too."""
        if message_id == self.message_id:
            self._composer.take_focus()
            return
        self._kept = self._texts()
        self._aside = self._composer.tray.set_aside(self._aside)
        self.message_id = message_id
        if of_user:
            words = self.tr("Editing an earlier message · sending it begins a new version")
        else:
            words = self.tr("Editing a reply · sending it keeps a new version")
        self._banner.show_text(words)
        self._composer.set_text(text)
        self._original = self._composer.text()
        self._composer.take_focus()

    def unsent_text(self) -> str:
        """All that would be lost if the window closed now."""
        return with_attachments(self._texts(), self._aside.attachments() if self._aside else ())

    def _texts(self) -> str:
        text = self._composer.text()
        texts = (self._kept, text if text != self._original else "")
        return "\n\n".join(text for text in texts if text)

    def leave(self) -> None:
        """Ends the edit because something else is shown; what was typed in it stays in the field."""
        if self.message_id:
            self._kept = self._texts()
            self.cancel()

    def cancel(self) -> None:
        """Without effect when nothing is edited."""
        if self.message_id:
            kept, self._kept = self._kept, ""
            self.message_id = self._original = ""
            self._banner.hide()
            self._composer.set_text(kept)
            if self._aside is not None:
                aside, self._aside = self._aside, None
                self._composer.tray.take_back(aside)
