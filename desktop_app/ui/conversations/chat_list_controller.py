"""What the list of chats and the menus do to stored conversations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from desktop_app.chats.store import ChatStore
from desktop_app.chats.trash import KEPT_DAYS
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.controls.undo_key import UndoKey
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.conversations.store_thread import StoreJob, StoreThread
from desktop_app.ui.guarded import guarded
from desktop_app.ui.status_line import StatusAction, StatusLine


@dataclass(frozen=True, slots=True)
class ListParts:
    """The widgets it works with."""

    list: ConversationList
    composer: Composer
    status: StatusLine


@dataclass(frozen=True, slots=True)
class _Deleted:
    conversation_id: str
    title: str
    was_open: bool


class ChatListController(QObject):
    """Keeps the list in step with the store. Undo brings back what was deleted since the window opened."""

    undo_changed = Signal(bool)
    refreshed = Signal()

    def __init__(
        self, store: ChatStore, thread: StoreThread, parts: ListParts, chats: ChatController, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._chats = chats
        self._deleted: list[_Deleted] = []
        self._undo_key = UndoKey(self)
        for field in (parts.composer.focusProxy(), parts.list.search):
            if isinstance(field, QLineEdit | QPlainTextEdit):
                self._undo_key.watch(field)
        parts.list.new_requested.connect(self.new_chat)
        parts.list.selected.connect(chats.open)
        parts.list.renamed.connect(chats.rename)
        parts.list.delete_requested.connect(self.delete)
        parts.list.title_closed.connect(parts.composer.take_focus)
        parts.list.found.connect(chats.show_message)
        parts.list.search.left.connect(parts.composer.take_focus)
        chats.conversations_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Shows what is stored."""
        try:
            self._parts.list.set_conversations(self._store.conversations())
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
        self._parts.list.select(self._chats.current)
        self.refreshed.emit()

    def new_chat(self) -> None:
        self._chats.new_chat()
        self._parts.list.select("")
        self._parts.composer.take_focus()

    def rename_current(self) -> None:
        """Opens the title for editing in its row."""
        self._parts.list.edit_title(self._chats.current)

    def search(self) -> None:
        """Puts the cursor into the search field, what is in it marked."""
        self._parts.list.search.setFocus()
        self._parts.list.search.selectAll()

    # -- deleting -----------------------------------------------------------------------------------------

    def delete_current(self) -> None:
        if self._chats.current:
            self.delete(self._chats.current)

    def delete(self, conversation_id: str) -> None:
        """At once and without a question: the status line offers the way back."""
        deleted = _Deleted(conversation_id, self._title(conversation_id), self._is_open(conversation_id))
        if self._chats.delete(conversation_id):
            self._deleted.append(deleted)
            self._say_deleted(deleted)

    def undo_delete(self) -> None:
        """Brings the chat back that was deleted last."""
        if self._deleted:
            self._restore(self._deleted[-1])

    def _restore(self, deleted: _Deleted) -> None:
        if deleted not in self._deleted:
            return
        self._deleted.remove(deleted)
        if self._chats.restore(deleted.conversation_id):
            if deleted.was_open:
                self._chats.open(deleted.conversation_id)
            self.refresh()
            self._parts.status.show_text(self.tr("Brought back “{title}”.").format(title=deleted.title))
        self.undo_changed.emit(bool(self._deleted))

    def bring_back(self, conversation_ids: Sequence[str]) -> bool:
        """Takes chats out of the trash, all or none; whether that worked."""

        def restore() -> None:
            with self._store.together():
                for conversation_id in conversation_ids:
                    self._store.trash.restore(conversation_id)

        if not guarded(restore, self._parts.status.show_error):
            return False
        self.no_more_undo(conversation_ids)
        self.refresh()
        return True

    def no_more_undo(self, conversation_ids: Collection[str]) -> None:
        """These are back, or gone for good."""
        self._deleted = [d for d in self._deleted if d.conversation_id not in conversation_ids]
        self.undo_changed.emit(bool(self._deleted))

    def _say_deleted(self, deleted: _Deleted) -> None:
        self._parts.status.show_text(
            self.tr("Deleted “{title}”.").format(title=deleted.title),
            StatusAction(self.tr("Undo"), lambda: self._restore(deleted)),
        )
        self.undo_changed.emit(True)

    def _is_open(self, conversation_id: str) -> bool:
        return conversation_id == self._chats.current

    def _title(self, conversation_id: str) -> str:
        try:
            title = self._store.conversation(conversation_id).title
        except SlipstreamError:
            title = ""
        return title or self.tr("New chat")

    def purge(self) -> None:
        """Removes for good what was deleted long ago; in the thread, because that may take a while."""
        try:
            if self._store.trash.expired(KEPT_DAYS):
                self._thread.submit(_purge, failed=self._parts.status.show_error)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))


def _purge(store: ChatStore, job: StoreJob) -> None:
    # one by one: who wants to write waits for one only
    for conversation_id in store.trash.expired(KEPT_DAYS):
        job.step()
        store.trash.erase(conversation_id)
