"""The list of what a search has found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop_app.chats.search_text import Snippet
from desktop_app.ui.chat.rendering.utf16 import units
from desktop_app.ui.conversations.conversation_delegate import paint_ground
from desktop_app.ui.conversations.found_rows import FoundRow
from desktop_app.ui.conversations.row_view import RowView
from desktop_app.ui.theme import ThemeManager

_Index = QModelIndex | QPersistentModelIndex
FOUND_ROLE = Qt.ItemDataRole.UserRole + 1
_SIDE = 12
_ABOVE = 8
_GAP = 2
_LINES = 2
_SMALLER = 0.92


class FoundList(RowView):
    """chosen: the conversation and message of the row that was clicked; message "" for a title."""

    chosen = Signal(str, str)

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, parent)
        self._rows = _FoundModel(self)
        self.setModel(self._rows)
        self.setItemDelegate(_FoundDelegate(self))
        self.setAccessibleName(self.tr("Found"))
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_rows(self, rows: Sequence[FoundRow]) -> None:
        """The row that was marked stays so where it is still there, else the first one is."""
        kept = self.currentIndex().data(FOUND_ROLE)
        self._rows.set_rows(rows)
        same = (
            i
            for i, row in enumerate(rows)
            if isinstance(kept, FoundRow)
            and (row.conversation_id, row.message_id) == (kept.conversation_id, kept.message_id)
        )
        self.setCurrentIndex(self._rows.index(next(same, 0)))

    @property
    def count(self) -> int:
        return self._rows.rowCount()

    def step(self, by: int) -> None:
        """Marks a row so many below, at most the last."""
        row = max(0, min(self.count - 1, self.currentIndex().row() + by))
        self.setCurrentIndex(self._rows.index(row))

    def choose_current(self) -> None:
        self._choose(self.currentIndex())

    def _choose(self, index: QModelIndex) -> None:
        row = index.data(FOUND_ROLE)
        if isinstance(row, FoundRow):
            self.chosen.emit(row.conversation_id, row.message_id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # how many lines a snippet takes depends on the width
        self.scheduleDelayedItemsLayout()


class _FoundModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[FoundRow] = []

    def set_rows(self, rows: Sequence[FoundRow]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.text
        return row if role == FOUND_ROLE else None


class _FoundDelegate(QStyledItemDelegate):
    """A title, and under it at most two lines around the words that were found."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        view = self.parent()
        width = view.viewport().width() if isinstance(view, RowView) else option.rect.width()
        height = sum(part.boundingRect().height() + _GAP for part in _parts(option, index, width))
        return QSize(0, round(height) - _GAP + 2 * _ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, option)
        top = float(option.rect.top() + _ABOVE)
        roles = QPalette.ColorRole
        for place, part in enumerate(_parts(option, index, option.rect.width())):
            is_title = place == 0 and bool(_found(index).title)
            painter.setPen(option.palette.color(roles.WindowText if is_title else roles.PlaceholderText))
            part.draw(painter, QPointF(option.rect.left() + _SIDE, top))
            top += part.boundingRect().height() + _GAP
        painter.restore()


def _found(index: _Index) -> FoundRow:
    # a list asks for the size of a row even while it has none
    row = index.data(FOUND_ROLE)
    return row if isinstance(row, FoundRow) else FoundRow("")


def _parts(option: QStyleOptionViewItem, index: _Index, width: int) -> list[QTextLayout]:
    row = _found(index)
    small = QFont(option.font)
    small.setPointSizeF(small.pointSizeF() * _SMALLER)
    accent = option.palette.color(QPalette.ColorRole.Accent)
    inner = max(40, width - 2 * _SIDE)
    parts = []
    if row.title:
        parts.append(_laid_out(_elided(row.title, option.font, inner), option.font, accent, inner, 1))
    if row.snippet:
        parts.append(_laid_out(row.snippet, small, accent, inner, _LINES))
    return parts


def _elided(pieces: Snippet, font: QFont, width: int) -> Snippet:
    """The pieces cut to one line; the marks stay on what is left of them."""
    whole = "".join(text for text, _ in pieces)
    shown = QFontMetrics(font).elidedText(whole, Qt.TextElideMode.ElideRight, width - 4)
    if shown == whole:
        return pieces
    left, result = len(shown) - 1, []
    for text, is_match in pieces:
        if left > 0:
            result.append((text[:left], is_match))
        left -= len(text)
    return (*result, ("…", False))


def _laid_out(pieces: Snippet, font: QFont, accent: QColor, width: int, lines: int) -> QTextLayout:
    layout = QTextLayout("".join(text for text, _ in pieces), font)
    layout.setFormats(_formats(pieces, accent))
    layout.setCacheEnabled(True)
    layout.beginLayout()
    height = 0.0
    for _ in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout


def _formats(pieces: Snippet, accent: QColor) -> list[QTextLayout.FormatRange]:
    formats, start = [], 0
    for text, is_match in pieces:
        length = units(text)
        if is_match:
            mark = QTextCharFormat()
            mark.setForeground(accent)
            mark.setFontWeight(QFont.Weight.DemiBold)
            formats.append(_range(start, length, mark))
        start += length
    return formats


def _range(start: int, length: int, characters: QTextCharFormat) -> QTextLayout.FormatRange:
    result = QTextLayout.FormatRange()
    result.start, result.length, result.format = start, length, characters
    return result
