"""The conversations of the left pane as rows: sections, folders that fold, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from PySide6.QtCore import (
    QAbstractListModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from desktop_app.chats.store import Conversation
from desktop_app.chats.text import one_line
from desktop_app.ui.conversations.conversation_sections import Section, folders, sections

_Index = QModelIndex | QPersistentModelIndex
RowKind = Literal["chat", "folder", "heading"]

ID_ROLE = Qt.ItemDataRole.UserRole + 1
ROW_ROLE = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Row:
    """key: a conversation's id, a folder's name, or what the heading says. title: as stored.

    inside: in a folder. count: of a folder's conversations.
    """

    kind: RowKind
    key: str
    title: str
    inside: bool = False
    pinned: bool = False
    count: int = 0
    folded: bool = False


class ConversationModel(QAbstractListModel):
    """Rows change by insertion and removal, never by reset, so that views keep what they can."""

    renamed = Signal(str, str)
    folder_renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None, now: Callable[[], datetime] = datetime.now) -> None:
        super().__init__(parent)
        self._now = now
        self._conversations: list[Conversation] = []
        self._folded: set[str] = set()
        self._rows: list[Row] = []
        self._wanted: list[Row] | None = None
        self._replacing = False

    # Content

    @property
    def conversations(self) -> Sequence[Conversation]:
        return self._conversations

    def set_conversations(self, conversations: Sequence[Conversation]) -> None:
        self._conversations = list(conversations)
        self.regroup()

    def regroup(self) -> None:
        """Puts the rows where they belong by now."""
        self._replace(self._grouped())

    def update_title(self, conversation_id: str, title: str) -> None:
        self._conversations = [
            replace(c, title=title) if c.id == conversation_id else c for c in self._conversations
        ]
        self.regroup()

    def conversation(self, conversation_id: str) -> Conversation | None:
        return next((c for c in self._conversations if c.id == conversation_id), None)

    def folders(self) -> list[str]:
        return folders(self._conversations)

    @property
    def folded(self) -> frozenset[str]:
        """Names of the folders that show their name only."""
        return frozenset(self._folded)

    def fold(self, names: Iterable[str]) -> None:
        """Exactly these folders are folded."""
        self._folded = set(names)
        self.regroup()

    def unfold_for(self, conversation_id: str) -> None:
        """Unfolds the folder that hides this conversation."""
        found = self.conversation(conversation_id)
        if found is not None and found.folder in self._folded and not found.pinned:
            self.fold(self._folded - {found.folder})

    def index_of(self, conversation_id: str) -> QModelIndex:
        """The index of a conversation, invalid when it is folded away or unknown."""
        return self._index("chat", conversation_id)

    def index_of_folder(self, name: str) -> QModelIndex:
        return self._index("folder", name)

    def _index(self, kind: RowKind, key: str) -> QModelIndex:
        rows = (i for i, row in enumerate(self._rows) if (row.kind, row.key) == (kind, key))
        position = next(rows, None)
        return QModelIndex() if position is None else self.index(position)

    def id_at(self, index: _Index) -> str:
        return self._key("chat", index)

    def folder_at(self, index: _Index) -> str:
        return self._key("folder", index)

    def _key(self, kind: RowKind, index: _Index) -> str:
        row = self._rows[index.row()] if index.isValid() else None
        return row.key if row is not None and row.kind == kind else ""

    def _grouped(self) -> list[Row]:
        rows: list[Row] = []
        shelf = self.tr("Folders")
        for section in sections(self._conversations, self._now()):
            if section.kind == "folder" and not any(row.kind == "folder" for row in rows):
                rows.append(Row("heading", shelf, shelf))
            rows += self._section_rows(section)
        return rows

    def _section_rows(self, section: Section) -> list[Row]:
        inside = section.kind == "folder"
        chats = [Row("chat", c.id, c.title, inside, c.pinned) for c in section.conversations]
        if not inside:
            heading = self._heading(section)
            return [Row("heading", heading, heading), *chats]
        folded = section.name in self._folded
        head = Row("folder", section.name, section.name, count=len(chats), folded=folded)
        return [head] if folded else [head, *chats]

    def _heading(self, section: Section) -> str:
        match section.kind:
            case "pinned":
                return self.tr("Pinned")
            case "today":
                return self.tr("Today")
            case "yesterday":
                return self.tr("Yesterday")
            case "week":
                return self.tr("Previous 7 days")
        year, month = section.name.split("-")
        name = QLocale().standaloneMonthName(int(month))
        if int(year) == self._now().year:
            return name
        return self.tr("{month} {year}").format(month=name, year=year)

    def _replace(self, rows: list[Row]) -> None:
        # a title that is edited is kept when its row goes: another change in the middle of one
        self._wanted = rows
        if self._replacing:
            return
        self._replacing = True
        try:
            while self._wanted is not None:
                rows, self._wanted = self._wanted, None
                self._turn_into(rows)
        finally:
            self._replacing = False

    def _turn_into(self, rows: list[Row]) -> None:
        """Turns the old rows into the new ones by one removal and one insertion at most."""
        old = self._rows
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
        for i, row in enumerate(rows):
            if row != old[i]:
                old[i] = row
                self.dataChanged.emit(self.index(i), self.index(i))

    def _shown_title(self, title: str) -> str:
        return one_line(title) or self.tr("New chat")

    # The model as views see it

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown_title(row.title)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        if role == Qt.ItemDataRole.EditRole:
            return row.title
        if role == ROW_ROLE:
            return row
        return self.id_at(index) if role == ID_ROLE else None

    def _spoken(self, row: Row) -> str:
        if row.kind != "folder":
            return self._shown_title(row.title)
        state = self.tr("folded") if row.folded else self.tr("unfolded")
        return self.tr("Folder {name}, {state}").format(name=row.title, state=state)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid() or self._rows[index.row()].kind == "heading":
            return Qt.ItemFlag.NoItemFlags
        flag = Qt.ItemFlag
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable | flag.ItemNeverHasChildren

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Renames a conversation or a folder; an empty name and one that is no other are refused."""
        title = one_line(str(value))
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or not title:
            return False
        row = self._rows[index.row()]
        if row.kind == "heading" or title == row.title:
            return False
        if row.kind == "folder":
            self.folder_renamed.emit(row.key, title)
            return True
        self.update_title(row.key, title)
        self.renamed.emit(row.key, title)
        return True


def _common(a: Sequence[Row], b: Sequence[Row]) -> int:
    """How many rows both begin with, whatever their titles are."""
    pairs = zip(a, b, strict=False)
    return next(
        (i for i, (x, y) in enumerate(pairs) if (x.kind, x.key) != (y.kind, y.key)), min(len(a), len(b))
    )
