"""Pins, folders and copies of chats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.chats.store import ChatStore, Conversation
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.conversations.store_thread import StoreJob, StoreThread
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.guarded import guarded
from desktop_app.ui.status_line import StatusAction, StatusLine
from desktop_app.ui.window_state import WindowState


@dataclass(frozen=True, slots=True)
class FolderParts:
    """What it works with. window: in front of which questions are asked."""

    list: ConversationList
    status: StatusLine
    dialogs: Dialogs
    state: WindowState
    window: QWidget


class ChatFolders(QObject):
    """Says so only where the list does not show it; which folders are folded outlasts the window."""

    def __init__(
        self,
        store: ChatStore,
        thread: StoreThread,
        parts: FolderParts,
        chats: ChatController,
        refresh: Callable[[], None],
    ) -> None:
        super().__init__(parts.window)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._chats = chats
        self._refresh = refresh
        parts.list.fold(parts.state.folded())
        parts.list.pin_requested.connect(self.pin)
        parts.list.move_requested.connect(self.move)
        parts.list.new_folder_requested.connect(self.ask_folder)
        parts.list.duplicate_requested.connect(self.duplicate)
        parts.list.folder_renamed.connect(self.rename_folder)
        parts.list.folder_dissolved.connect(self.dissolve)
        parts.list.folded.connect(self._keep_folded)

    # -- the open chat, from the menu ---------------------------------------------------------------------

    def toggle_pin(self) -> None:
        chat = self._current()
        if chat is not None:
            self.pin(chat.id, not chat.pinned)

    def move_current(self) -> None:
        if self._chats.current:
            self.ask_folder(self._chats.current)

    def duplicate_current(self) -> None:
        if self._chats.current:
            self.duplicate(self._chats.current)

    def is_pinned(self) -> bool:
        chat = self._current()
        return chat is not None and chat.pinned

    def _current(self) -> Conversation | None:
        return self._parts.list.model.conversation(self._chats.current)

    # -- any chat -----------------------------------------------------------------------------------------

    def pin(self, conversation_id: str, pinned: bool) -> None:
        self._do(lambda: self._store.options.pin(conversation_id, pinned))

    def move(self, conversation_id: str, folder: str) -> None:
        """folder "" takes it out of the one it is in."""
        self._do(lambda: self._store.options.move_to_folder(conversation_id, folder))

    def ask_folder(self, conversation_id: str) -> None:
        """Asks for a folder, an existing one or a new name."""
        chat = self._parts.list.model.conversation(conversation_id)
        folders = self._parts.list.model.folders()
        folder = self._parts.dialogs.chat_folder(self._parts.window, folders, chat.folder if chat else "")
        if folder:
            self.move(conversation_id, folder)

    def duplicate(self, conversation_id: str) -> None:
        """Copies a chat with all its versions and opens the copy; in the thread, for it may be a long one."""
        chat = self._parts.list.model.conversation(conversation_id)
        if chat is not None:
            title = self.tr("{title} (copy)").format(title=chat.title or self.tr("New chat"))
            work = partial(_duplicate, conversation_id, title)
            self._thread.submit(work, self._show_copy, self._failed)

    def _show_copy(self, copy: Conversation) -> None:
        self._chats.open(copy.id)
        self._refresh()
        self._parts.status.show_text(self.tr("This is the copy, “{title}”.").format(title=copy.title))

    def _failed(self, sentence: str) -> None:
        if sentence:
            self._parts.status.show_error(sentence)

    # -- folders ------------------------------------------------------------------------------------------

    def rename_folder(self, folder: str, name: str) -> None:
        """Onto the name of another folder joins the two."""
        if self._do(lambda: self._store.options.rename_folder(folder, name)):
            folded = self._parts.list.model.folded
            if folder in folded:
                self._parts.list.fold([*(folded - {folder}), name])
            self._keep_folded()

    def dissolve(self, folder: str) -> None:
        """Its chats go back among the others; the status line offers the way back."""
        inside = [c.id for c in self._parts.list.model.conversations if c.folder == folder]
        if self._do(lambda: self._store.options.rename_folder(folder, "")):
            self._parts.status.show_text(
                self.tr("Dissolved the folder “{name}”; its chats are kept.").format(name=folder),
                StatusAction(self.tr("Undo"), lambda: self._gather(inside, folder)),
            )

    def _gather(self, conversations: list[str], folder: str) -> None:
        def move_all() -> None:
            there = {chat.id for chat in self._store.conversations()}
            for conversation_id in conversations:
                if conversation_id in there:
                    self._store.options.move_to_folder(conversation_id, folder)

        self._parts.status.show_text("")
        self._do(move_all)

    def _keep_folded(self) -> None:
        # names of folders that are gone are not kept
        names = set(self._parts.list.model.folders()) & self._parts.list.model.folded
        self._parts.state.keep_folded(sorted(names))

    def _do(self, act: Callable[[], None]) -> bool:
        worked = guarded(act, self._parts.status.show_error)
        if worked:
            self._refresh()
        return worked


def _duplicate(conversation_id: str, title: str, store: ChatStore, _job: StoreJob) -> Conversation:
    return store.duplicate(conversation_id, title)
