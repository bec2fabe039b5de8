"""All that is done with stored chats as a whole: the list, folders, search, titles, text not sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.unsent_text import UnsentText
from desktop_app.ui.conversations.chat_files import ChatFiles, FileParts
from desktop_app.ui.conversations.chat_folders import ChatFolders, FolderParts
from desktop_app.ui.conversations.chat_list_controller import ChatListController, ListParts
from desktop_app.ui.conversations.chat_search import ChatSearch
from desktop_app.ui.conversations.chat_titles import ChatTitles
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.conversations.store_thread import StoreThread
from desktop_app.ui.conversations.trash_controller import TrashController, TrashParts
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.window_services import WindowServices

# what can be done with a chat that is stored
_OF_A_CHAT = ("rename_chat", "pin_chat", "move_chat", "duplicate_chat", "export_chat", "delete_chat")


class ChatLibrary(QObject):
    """Builds the parts and joins them; has the threads in which long work on the chats is done."""

    def __init__(
        self,
        services: WindowServices,
        pane: ConversationList,
        composer: Composer,
        status: StatusLine,
        chats: ChatController,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        store, preferences = services.store, services.preferences
        self._pane = pane
        self._chats = chats
        self._actions: Mapping[str, QAction] = {}
        self.store_thread = StoreThread(services.paths.chats, self)
        self.list = ChatListController(
            store, self.store_thread, ListParts(pane, composer, status), chats, self
        )
        folder_parts = FolderParts(pane, status, services.dialogs, services.state, window)
        self.folders = ChatFolders(store, self.store_thread, folder_parts, chats, self.list.refresh)
        file_parts = FileParts(status, services.dialogs, window)
        self.files = ChatFiles(store, self.store_thread, file_parts, chats, self.list.refresh)
        trash_parts = TrashParts(self.list, status, services.dialogs, services.themes, window)
        self.trash = TrashController(store, self.store_thread, trash_parts)
        self.search = ChatSearch(services.paths.chats, pane, status.show_error, self)
        self.titles = ChatTitles(store, services.thread, lambda: preferences.settings.titles_by_model, self)
        unsent = chats.messages.edit_state.unsent_text
        self.unsent = UnsentText(store, composer, status.show_error, self, unsent)
        pane.export_requested.connect(self.files.export)
        chats.opened.connect(self.unsent.show)
        chats.opened.connect(self._show_state)
        chats.stored.connect(self.unsent.move_to)
        chats.reply_ended.connect(self.titles.reply_ended)
        chats.conversations_changed.connect(self._show_state)
        self.titles.titled.connect(self.list.refresh)
        self.list.refreshed.connect(self._show_state)

    def handlers(self) -> dict[str, Callable[[], object]]:
        """What its actions do, by name."""
        return {
            "new_chat": self.list.new_chat,
            "search_chats": self._in_pane(self.list.search),
            "rename_chat": self._in_pane(self.list.rename_current),
            "pin_chat": self.folders.toggle_pin,
            "move_chat": self.folders.move_current,
            "duplicate_chat": self.folders.duplicate_current,
            "export_chat": self.files.export_current,
            "export_all": self.files.export_all,
            "import_chats": self.files.import_files,
            "delete_chat": self.list.delete_current,
            "undo_delete": self.list.undo_delete,
            "open_trash": self.trash.open,
        }

    def attach(self, actions: Mapping[str, QAction]) -> None:
        """From now on the actions show what can be done."""
        self._actions = actions
        actions["undo_delete"].setEnabled(False)
        self.list.undo_changed.connect(actions["undo_delete"].setEnabled)
        self._show_state()

    def shut_down(self) -> None:
        """Writes what is not written yet and stops long work, without waiting for it."""
        self.unsent.save()
        self.trash.close()
        for thread in (self.store_thread, self.search.store_thread):
            thread.shut_down()

    def close(self, timeout_s: float) -> bool:
        """Waits at most so long for each thread; returns whether both have ended."""
        ended = [thread.close(timeout_s) for thread in (self.store_thread, self.search.store_thread)]
        return all(ended)

    def _in_pane(self, act: Callable[[], None]) -> Callable[[], None]:
        """The pane is shown first where it is hidden."""

        def run() -> None:
            if self._pane.isHidden():
                self._actions["show_chats"].trigger()
            act()

        return run

    def _show_state(self) -> None:
        for name in _OF_A_CHAT:
            if name in self._actions:
                self._actions[name].setEnabled(bool(self._chats.current))
        if "pin_chat" in self._actions:
            self._actions["pin_chat"].setChecked(self.folders.is_pinned())
