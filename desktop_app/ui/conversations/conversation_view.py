"""The list of conversations: a click opens a chat or folds a folder, and the keys do the same."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QLineEdit, QListView, QWidget

from desktop_app.ui.conversations.conversation_delegate import ConversationDelegate
from desktop_app.ui.conversations.conversation_model import ConversationModel
from desktop_app.ui.conversations.row_view import RowView
from desktop_app.ui.theme import ThemeManager

_ENTER = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_End)
_FOLD = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class ConversationView(RowView):
    """fold_requested: of this folder, to be folded or not. title_closed: no title is edited any more."""

    fold_requested = Signal(str, bool)
    title_closed = Signal()

    def __init__(self, model: ConversationModel, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, parent)
        self._model = model
        self.setModel(model)
        delegate = ConversationDelegate(self)
        delegate.closeEditor.connect(self.title_closed)
        self.setItemDelegate(delegate)
        self.setAccessibleName(self.tr("Chats"))
        triggers = QListView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.clicked.connect(self._clicked)

    def edit_title(self, index: QModelIndex) -> None:
        """Opens a title for editing; one that is open already is kept as far as it was typed."""
        editors = self.viewport().findChildren(QLineEdit)
        if (here := self.indexWidget(index)) in editors:
            here.setFocus()
            return
        # what is kept may move the rows
        place = QPersistentModelIndex(index)
        if self.state() is QListView.State.EditingState:
            for editor in editors:
                self.commitData(editor)
                self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        if place.isValid():
            self.edit(self._model.index(place.row()))

    def _clicked(self, index: QModelIndex) -> None:
        folder = self._model.folder_at(index)
        if folder:
            self.fold_requested.emit(folder, folder not in self._model.folded)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.currentIndex().isValid():
            super().focusInEvent(event)
            return
        # Qt goes to the first row by itself, which would open a chat
        with QSignalBlocker(self.selectionModel()):
            super().focusInEvent(event)
            self.selectionModel().clearCurrentIndex()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        folder = self._model.folder_at(self.currentIndex())
        key = event.key()
        if not self.currentIndex().isValid() and key in _ENTER:
            self.setCurrentIndex(self._first())
        elif folder and key in _FOLD:
            self.fold_requested.emit(folder, folder not in self._model.folded)
        elif folder and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.fold_requested.emit(folder, key == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    def _first(self) -> QModelIndex:
        """The first row that is no heading: on a heading Qt would stay for ever."""
        rows = (self._model.index(row) for row in range(self._model.rowCount()))
        return next((row for row in rows if self._model.flags(row)), QModelIndex())
