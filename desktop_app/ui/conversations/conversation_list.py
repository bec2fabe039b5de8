"""The left pane: a new chat, a search, and the chats there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.chats.search import SearchHit
from desktop_app.chats.store import Conversation
from desktop_app.ui.conversations.conversation_menus import chat_menu, folder_menu
from desktop_app.ui.conversations.conversation_model import ConversationModel
from desktop_app.ui.conversations.conversation_view import ConversationView
from desktop_app.ui.conversations.found_list import FoundList
from desktop_app.ui.conversations.found_rows import found_rows
from desktop_app.ui.conversations.new_chat_button import NewChatButton
from desktop_app.ui.conversations.search_field import SearchField
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import Theme, ThemeManager


class ConversationList(QWidget):
    """Signals speak of what the user did; what follows from it is the owner's, who keeps the store.

    A rename is shown at once. `select` and the other methods emit nothing. title_closed: a title that
    `edit_title` opened is no longer edited. found: a conversation and a message in it ("": the title).
    folded: which folders are folded has changed.
    """

    new_requested = Signal()
    selected = Signal(str)
    renamed = Signal(str, str)
    delete_requested = Signal(str)
    pin_requested = Signal(str, bool)
    move_requested = Signal(str, str)
    new_folder_requested = Signal(str)
    duplicate_requested = Signal(str)
    export_requested = Signal(str)
    folder_renamed = Signal(str, str)
    folder_dissolved = Signal(str)
    folded = Signal()
    search_changed = Signal(str)
    found = Signal(str, str)
    title_closed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        parent: QWidget | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._selected = ""
        self._quiet = False
        self._from_elsewhere = False
        self.model = ConversationModel(self, now)
        self.new_button = NewChatButton(self.tr("New chat"))
        self.search = SearchField(themes)
        self.view = ConversationView(self.model, themes)
        self.found_list = FoundList(themes)
        self._nothing = QLabel(self.tr("Nothing was found."))
        self._nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._nothing.hide()
        self._hits: Sequence[SearchHit] = ()
        self._delete = QAction(self.tr("Delete"), self.view)
        self._delete.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        self._delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.view.addAction(self._delete)
        self._lay_out()
        self._connect()
        self.setMinimumWidth(160)
        self._apply_theme(themes.current)
        themes.changed.connect(self._apply_theme)

    def sizeHint(self) -> QSize:
        return QSize(220, 600)

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.found_list)
        box = QVBoxLayout(self)
        box.setContentsMargins(12, 12, 12, 12)
        box.setSpacing(8)
        for part in (self.new_button, self.search, self._nothing):
            box.addWidget(part)
        box.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.new_button.clicked.connect(self.new_requested)
        self.model.renamed.connect(self.renamed)
        self.model.folder_renamed.connect(self.folder_renamed)
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.view.fold_requested.connect(self._fold)
        self.view.title_closed.connect(self._title_closed)
        self._delete.triggered.connect(lambda: self._delete_at(self.view.currentIndex()))
        self.search.textChanged.connect(self._search_changed)
        self.search.stepped.connect(self.found_list.step)
        self.search.entered.connect(self.found_list.choose_current)
        self.found_list.chosen.connect(self.found)

    # What the owner says

    def set_conversations(self, conversations: Sequence[Conversation]) -> None:
        self._change(lambda: self.model.set_conversations(conversations))
        if self.query:
            self._show_found()

    def select(self, conversation_id: str) -> None:
        """Marks a conversation; "" or one that is not there marks none. Its folder is unfolded."""
        if conversation_id != self._selected:
            self._change(lambda: self.model.unfold_for(conversation_id))
        self._selected = conversation_id
        self._change(lambda: None)
        self.view.scrollTo(self.view.currentIndex())

    def update_title(self, conversation_id: str, title: str) -> None:
        self._change(lambda: self.model.update_title(conversation_id, title))

    def fold(self, folders: Sequence[str]) -> None:
        """Exactly these folders are folded."""
        self._change(lambda: self.model.fold(folders))

    def show_hits(self, hits: Sequence[SearchHit]) -> None:
        """What the store has found for what is in the field."""
        self._hits = hits
        self._show_found()
        self._nothing.setVisible(bool(self.query) and self.found_list.count == 0)

    def edit_title(self, conversation_id: str) -> None:
        """Opens a title for editing; `title_closed` follows."""
        self.search.clear()
        self._change(lambda: self.model.unfold_for(conversation_id))
        index = self.model.index_of(conversation_id)
        if index.isValid():
            self._from_elsewhere = not self.view.hasFocus()
            self.view.scrollTo(index)
            self.view.edit_title(index)

    @property
    def selected_id(self) -> str:
        return self._selected

    @property
    def query(self) -> str:
        """What is searched for, "" for nothing."""
        return self.search.text().strip()

    def _change(self, change: Callable[[], None]) -> None:
        """Changes rows and puts the mark back where it was; the view moves it by itself when rows go."""
        self._quiet = True
        folder = self.model.folder_at(self.view.currentIndex())
        try:
            change()
            index = self.model.index_of_folder(folder) if folder else self.model.index_of(self._selected)
            if index.isValid():
                self.view.setCurrentIndex(index)
            else:
                self.view.selectionModel().clear()
        finally:
            self._quiet = False

    # What the user does

    def _search_changed(self) -> None:
        self._hits = ()
        self._nothing.hide()
        self._pages.setCurrentWidget(self.found_list if self.query else self.view)
        self._show_found()
        self.search_changed.emit(self.query)

    def _show_found(self) -> None:
        rows = found_rows(self.query, self.model.conversations, self._hits, self.tr("New chat"))
        self.found_list.show_rows(rows)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        conversation_id = self.model.id_at(current)
        if self._quiet or not conversation_id or conversation_id == self._selected:
            return
        self._selected = conversation_id
        self.selected.emit(conversation_id)

    def _fold(self, folder: str, folded: bool) -> None:
        others = self.model.folded - {folder}
        self.fold([*others, folder] if folded else [*others])
        self.folded.emit()

    def _title_closed(self) -> None:
        if self._from_elsewhere:
            self._from_elsewhere = False
            self.title_closed.emit()

    def _delete_at(self, index: QModelIndex) -> None:
        if conversation_id := self.model.id_at(index):
            self.delete_requested.emit(conversation_id)

    def _open_menu(self, point: QPoint) -> None:
        menu = self.menu_at(self.view.indexAt(point))
        if menu is not None:
            menu.popup(self.view.viewport().mapToGlobal(point))

    def menu_at(self, index: QModelIndex) -> QMenu | None:
        """The context menu of a row, for the row under the mouse, which need not be the marked one."""
        chat = self.model.conversation(self.model.id_at(index))
        folder = self.model.folder_at(index)
        theme = self._themes.current
        if chat is not None:
            return chat_menu(self.view, theme, chat, self.model.folders(), self._deeds(chat.id))
        if not folder:
            return None
        deeds = {
            "rename": lambda: self.view.edit_title(self.model.index_of_folder(folder)),
            "dissolve": lambda: self.folder_dissolved.emit(folder),
        }
        return folder_menu(self.view, theme, deeds)

    def _deeds(self, chat: str) -> dict[str, Callable[..., object]]:
        return {
            "rename": lambda: self.view.edit_title(self.model.index_of(chat)),
            "pin": lambda pinned: self.pin_requested.emit(chat, pinned),
            "move": lambda folder: self.move_requested.emit(chat, folder),
            "new folder": lambda: self.new_folder_requested.emit(chat),
            "duplicate": lambda: self.duplicate_requested.emit(chat),
            "export": lambda: self.export_requested.emit(chat),
            "delete": lambda: self.delete_requested.emit(chat),
        }

    # Looks

    def _apply_theme(self, theme: Theme) -> None:
        self.new_button.setIcon(icon("new-chat", theme.color("text")))
        self._delete.setIcon(icon("delete", theme.color("rejected")))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # "Today" may have become "Yesterday" meanwhile.
        self._change(self.model.regroup)
