"""The left pane: a new chat, and the ones there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QMenu, QVBoxLayout, QWidget

from desktop_app.chats.store import Conversation
from desktop_app.ui.chat.conversation_delegate import ConversationDelegate
from desktop_app.ui.chat.conversation_model import ConversationModel
from desktop_app.ui.chat.new_chat_button import NewChatButton
from desktop_app.ui.fields import draw_field, name_buttons
from desktop_app.ui.icons import icon
from desktop_app.ui.theme import Theme, ThemeManager


class ConversationList(QWidget):
    """Signals speak of what the user did; what follows from it is the owner's, who keeps the store.
    title_closed: a title that `edit_title` opened is no longer edited.

    A rename is shown at once. `select` and the other methods emit nothing.
    """

    new_requested = Signal()
    selected = Signal(str)
    renamed = Signal(str, str)
    delete_requested = Signal(str)
    title_closed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        parent: QWidget | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__(parent)
        self._selected = ""
        self._quiet = False
        self._from_elsewhere = False
        self.model = ConversationModel(self, now)
        self.model.renamed.connect(self.renamed)
        self.new_button = NewChatButton(self.tr("New chat"))
        self.new_button.clicked.connect(self.new_requested)
        self.filter = self._filter_field(themes)
        self._nothing = QLabel(self.tr("No chat has such a title."))
        self._nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._nothing.hide()
        self.view = self._list_view()
        self._rename = QAction(self.tr("Rename"), self)
        self._delete = self._row_action(self.tr("Delete"), Qt.Key.Key_Delete, self._ask_delete)
        box = QVBoxLayout(self)
        box.setContentsMargins(12, 12, 12, 12)
        box.setSpacing(8)
        for part in (self.new_button, self.filter, self._nothing):
            box.addWidget(part)
        box.addWidget(self.view, 1)
        self.setMinimumWidth(160)
        self._apply_theme(themes.current)
        themes.changed.connect(self._apply_theme)

    def sizeHint(self) -> QSize:
        return QSize(220, 600)

    def _filter_field(self, themes: ThemeManager) -> QLineEdit:
        field = _SearchField(themes)
        field.setPlaceholderText(self.tr("Search titles"))
        field.setAccessibleName(self.tr("Search titles"))
        field.setClearButtonEnabled(True)
        field.setMinimumHeight(field.fontMetrics().height() + 16)
        field.textChanged.connect(self._filter_changed)
        self._search = QAction(self)
        field.addAction(self._search, QLineEdit.ActionPosition.LeadingPosition)
        name_buttons(field, self.tr("Search titles"))
        return field

    def _list_view(self) -> _View:
        view = _View()
        view.setModel(self.model)
        delegate = ConversationDelegate(view)
        delegate.closeEditor.connect(self._title_closed)
        view.setItemDelegate(delegate)
        view.setAccessibleName(self.tr("Chats"))
        view.selectionModel().currentChanged.connect(self._current_changed)
        view.customContextMenuRequested.connect(self._open_menu)
        return view

    def _row_action(self, text: str, key: Qt.Key, slot: Callable[[], None]) -> QAction:
        action = QAction(text, self.view)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.view.addAction(action)
        return action

    # What the owner says

    def set_conversations(self, conversations: Sequence[Conversation]) -> None:
        self._change(lambda: self.model.set_conversations(conversations))

    def select(self, conversation_id: str) -> None:
        """Marks a conversation; "" or one that is not there marks none."""
        self._selected = conversation_id
        self._change(lambda: None)
        self.view.scrollTo(self.view.currentIndex())

    def update_title(self, conversation_id: str, title: str) -> None:
        self._change(lambda: self.model.update_title(conversation_id, title))

    def edit_title(self, conversation_id: str) -> None:
        """Opens a title for editing; `title_closed` follows."""
        self.filter.clear()
        index = self.model.index_of(conversation_id)
        if index.isValid():
            self._from_elsewhere = not self.view.hasFocus()
            self.view.scrollTo(index)
            self._edit(index)

    @property
    def selected_id(self) -> str:
        return self._selected

    def _change(self, change: Callable[[], None]) -> None:
        """Changes rows and puts the mark back where it was; the view moves it by itself when rows go."""
        self._quiet = True
        try:
            change()
            index = self.model.index_of(self._selected)
            if index.isValid():
                self.view.setCurrentIndex(index)
            else:
                self.view.selectionModel().clear()
        finally:
            self._quiet = False
        self._nothing.setVisible(bool(self.filter.text().strip()) and self.model.rowCount() == 0)

    # What the user does

    def _filter_changed(self, text: str) -> None:
        self._change(lambda: self.model.set_filter(text))

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        conversation_id = self.model.id_at(current)
        if self._quiet or not conversation_id or conversation_id == self._selected:
            return
        self._selected = conversation_id
        self.selected.emit(conversation_id)

    def _title_closed(self) -> None:
        if self._from_elsewhere:
            self._from_elsewhere = False
            self.title_closed.emit()

    def _edit(self, index: QModelIndex) -> None:
        if index.isValid():
            self.view.edit(index)

    def _ask_delete(self) -> None:
        self._delete_at(self.view.currentIndex())

    def _delete_at(self, index: QModelIndex) -> None:
        if conversation_id := self.model.id_at(index):
            self.delete_requested.emit(conversation_id)

    def _open_menu(self, point: QPoint) -> None:
        menu = self.menu_at(self.view.indexAt(point))
        if menu is not None:
            menu.popup(self.view.viewport().mapToGlobal(point))

    def menu_at(self, index: QModelIndex) -> QMenu | None:
        """The context menu of a row, for the row under the mouse, which need not be the marked one."""
        conversation_id = self.model.id_at(index)
        if not conversation_id:
            return None
        menu = QMenu(self.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = menu.addAction(self._rename.icon(), self._rename.text())
        rename.triggered.connect(lambda: self._edit(self.model.index_of(conversation_id)))
        delete = menu.addAction(self._delete.icon(), self._delete.text())
        delete.triggered.connect(lambda: self._delete_at(self.model.index_of(conversation_id)))
        return menu

    # Looks

    def _apply_theme(self, theme: Theme) -> None:
        self.new_button.setIcon(icon("new-chat", theme.color("text")))
        self._search.setIcon(icon("search", theme.color("dim")))
        self._rename.setIcon(icon("rename", theme.color("text")))
        self._delete.setIcon(icon("delete", theme.color("rejected")))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # "Today" may have become "Yesterday" meanwhile.
        self._change(lambda: self.model.set_filter(self.filter.text()))


class _View(QListView):
    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.DoubleClicked | QListView.EditTrigger.EditKeyPressed)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A menu is asked for; a press beside the rows would unmark the chat that is shown.
        if (
            event.button() is Qt.MouseButton.RightButton
            or not self.indexAt(event.position().toPoint()).isValid()
        ):
            event.accept()
            return
        super().mousePressEvent(event)


class _SearchField(QLineEdit):
    """Framed as the toolbar's fields are: the style's own outline is harsh in the light theme."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__()
        self._themes = themes
        self.setFrame(False)
        themes.changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._themes.current
        painter = QPainter(self)
        draw_field(painter, self, theme.color("background"), theme.color("line"), theme.color("accent"))
        painter.end()
        super().paintEvent(event)
