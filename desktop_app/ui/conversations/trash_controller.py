"""What is done with chats that were deleted: brought back, or removed for good."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.chats.records import Conversation
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.conversations.chat_list_controller import ChatListController
from desktop_app.ui.conversations.store_thread import StoreJob, StoreThread
from desktop_app.ui.conversations.trash_dialog import TrashDialog
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.theme import ThemeManager


@dataclass(frozen=True, slots=True)
class TrashParts:
    """list: of the chats that are not deleted."""

    list: ChatListController
    status: StatusLine
    dialogs: Dialogs
    themes: ThemeManager
    window: QWidget


class TrashController(QObject):
    """Owns the dialog, which is made when it is first opened and follows the store while it is open."""

    def __init__(self, store: ChatStore, thread: StoreThread, parts: TrashParts) -> None:
        super().__init__(parts.window)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._dialog: TrashDialog | None = None
        # being removed in the thread, and out of sight from the start
        self._going: set[str] = set()
        parts.list.refreshed.connect(self._show_stored)

    def open(self) -> None:
        if self._dialog is None:
            self._dialog = TrashDialog(self._parts.themes, self._parts.window)
            self._dialog.restore_requested.connect(self._restore)
            self._dialog.erase_requested.connect(self._erase)
        self._dialog.show()
        self._show_stored()
        self._dialog.raise_()
        self._dialog.activateWindow()
        self._dialog.list.setFocus()

    def close(self) -> None:
        if self._dialog is not None:
            self._dialog.close()

    def _show_stored(self) -> None:
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.show_chats(self._deleted(), time.time())

    def _deleted(self) -> list[Conversation]:
        try:
            deleted = self._store.trash.conversations()
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return []
        return [chat for chat in deleted if chat.id not in self._going]

    def _titles(self, conversation_ids: Sequence[str]) -> list[str]:
        titles = {chat.id: chat.title or self.tr("New chat") for chat in self._deleted()}
        return [titles[found] for found in conversation_ids if found in titles]

    def _restore(self, conversation_ids: Sequence[str]) -> None:
        titles = self._titles(conversation_ids)
        if not titles or not self._parts.list.bring_back(conversation_ids):
            return
        if len(titles) == 1:
            text = self.tr("Brought back “{title}”.").format(title=titles[0])
        else:
            text = self.tr("Brought back %n chat(s).", "", len(titles))
        self._parts.status.show_text(text)

    def _erase(self, conversation_ids: Sequence[str]) -> None:
        titles = self._titles(conversation_ids)
        if not titles or self._dialog is None:
            return
        if len(titles) == 1:
            question = self.tr("Delete “{title}” for good? This cannot be undone.").format(title=titles[0])
        else:
            question = self.tr("Delete %n chat(s) for good? This cannot be undone.", "", len(titles))
        if not self._parts.dialogs.really_erase_chats(self._dialog, question):
            return
        going = list(conversation_ids)
        self._going.update(going)
        self._parts.list.no_more_undo(going)
        self._show_stored()

        def work(store: ChatStore, job: StoreJob) -> None:
            for conversation_id in going:
                job.step()
                store.trash.erase(conversation_id)

        self._thread.submit(work, lambda _: self._erased(going), lambda why: self._erased(going, why))

    def _erased(self, going: Sequence[str], why: str = "") -> None:
        """why: what went wrong, "" for nothing."""
        self._going.difference_update(going)
        self._show_stored()
        if why:
            self._parts.status.show_error(why)
        else:
            self._parts.status.show_text(self.tr("%n chat(s) deleted for good.", "", len(going)))
