"""The conversations of the left pane as a list: filtered, grouped by day, newest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop_app.chats.store import Conversation

Group = Literal["today", "yesterday", "earlier"]
_Index = QModelIndex | QPersistentModelIndex

ID_ROLE = Qt.ItemDataRole.UserRole + 1
HEADER_ROLE = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Row:
    """A conversation, or the header of a group when id is empty; title is as stored."""

    id: str
    title: str


def group_of(updated: float, now: datetime) -> Group:
    """The group by local calendar day; a time in the future counts as today."""
    day = datetime.fromtimestamp(updated).date()
    if day >= now.date():
        return "today"
    return "yesterday" if day == now.date() - timedelta(days=1) else "earlier"


class ConversationModel(QAbstractListModel):
    """Rows change by insertion and removal, never by reset, so that views keep what they can."""

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None, now: Callable[[], datetime] = datetime.now) -> None:
        super().__init__(parent)
        self._now = now
        self._conversations: list[Conversation] = []
        self._filter = ""
        self._rows: list[Row] = []

    # Content

    def set_conversations(self, conversations: Sequence[Conversation]) -> None:
        self._conversations = list(conversations)
        self._rebuild()

    def set_filter(self, text: str) -> None:
        """Keeps the titles that contain the text, in whatever case."""
        self._filter = text.strip().casefold()
        self._rebuild()

    def update_title(self, conversation_id: str, title: str) -> None:
        self._conversations = [
            replace(c, title=title) if c.id == conversation_id else c for c in self._conversations
        ]
        self._rebuild()

    def index_of(self, conversation_id: str) -> QModelIndex:
        """The index of a conversation, invalid when it is filtered out or unknown."""
        rows = (i for i, row in enumerate(self._rows) if row.id and row.id == conversation_id)
        position = next(rows, None)
        return QModelIndex() if position is None else self.index(position)

    def id_at(self, index: _Index) -> str:
        return self._rows[index.row()].id if index.isValid() else ""

    def _rebuild(self) -> None:
        self._replace(self._grouped())

    def _grouped(self) -> list[Row]:
        names = {"today": self.tr("Today"), "yesterday": self.tr("Yesterday"), "earlier": self.tr("Earlier")}
        now = self._now()
        rows: list[Row] = []
        group = ""
        for conversation in sorted(self._conversations, key=lambda c: c.updated, reverse=True):
            if self._filter not in self._shown_title(conversation.title).casefold():
                continue
            if (its_group := group_of(conversation.updated, now)) != group:
                group = its_group
                rows.append(Row("", names[group]))
            rows.append(Row(conversation.id, conversation.title))
        return rows

    def _replace(self, rows: list[Row]) -> None:
        """Turns the old rows into the new ones by one removal and one insertion at most."""
        old = self._rows
        if [row.id or row.title for row in rows] == [row.id or row.title for row in old]:
            self._retitle(rows)
            return
        start = _common(old, rows)
        end = _common(old[start:][::-1], rows[start:][::-1])
        if (last := len(old) - end) > start:
            self.beginRemoveRows(QModelIndex(), start, last - 1)
            del old[start:last]
            self.endRemoveRows()
        if (last := len(rows) - end) > start:
            self.beginInsertRows(QModelIndex(), start, last - 1)
            old[start:start] = rows[start:last]
            self.endInsertRows()

    def _retitle(self, rows: list[Row]) -> None:
        for i, row in enumerate(rows):
            if row != self._rows[i]:
                self._rows[i] = row
                index = self.index(i)
                self.dataChanged.emit(index, index, [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole])

    def _shown_title(self, title: str) -> str:
        return " ".join(title.split()) or self.tr("New chat")

    # The model as views see it

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._shown_title(row.title)
        if role == Qt.ItemDataRole.EditRole:
            return row.title
        if role == HEADER_ROLE:
            return not row.id
        return row.id if role == ID_ROLE else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid() or not self._rows[index.row()].id:
            return Qt.ItemFlag.NoItemFlags
        flag = Qt.ItemFlag
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable | flag.ItemNeverHasChildren

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Renames; an empty title and one that is no other are refused."""
        title = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not self.id_at(index) or not title:
            return False
        conversation_id, old = self._rows[index.row()].id, self._rows[index.row()].title
        if title == old:
            return False
        self.update_title(conversation_id, title)
        self.renamed.emit(conversation_id, title)
        return True


def _common(a: Sequence[Row], b: Sequence[Row]) -> int:
    """How many rows both begin with."""
    pairs = zip(a, b, strict=False)
    return next((i for i, (x, y) in enumerate(pairs) if x != y), min(len(a), len(b)))
