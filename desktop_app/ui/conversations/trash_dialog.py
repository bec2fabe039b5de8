"""The chats that were deleted lately, and how long each is kept."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.chats.records import Conversation
from desktop_app.chats.text import one_line
from desktop_app.chats.trash import DAY_S, KEPT_DAYS
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import Theme, ThemeManager

_SIZE = QSize(560, 480)
_SMALLEST = QSize(420, 280)
_ROW_PAD = 14
_ID = Qt.ItemDataRole.UserRole


class TrashDialog(QDialog):
    """Modeless. restore_requested and erase_requested: with a list of conversation ids."""

    restore_requested = Signal(list)
    erase_requested = Signal(list)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setWindowTitle(self.tr("Recently Deleted"))
        self.list = _TrashList(self)
        self.nothing = dim_label(self.tr("No chat was deleted lately."), self)
        self.restore = PushButton(self.tr("Bring Back"), themes, self, primary=True)
        self.erase = PushButton(self.tr("Delete for Good…"), themes, self)
        self.empty = PushButton(self.tr("Empty…"), themes, self)
        self._build()
        self.restore.clicked.connect(lambda: self.restore_requested.emit(self.chosen()))
        self.erase.clicked.connect(lambda: self.erase_requested.emit(self.chosen()))
        self.empty.clicked.connect(lambda: self.erase_requested.emit(self._all()))
        self.list.itemActivated.connect(lambda item: self.restore_requested.emit([item.data(0, _ID)]))
        self.list.erase_pressed.connect(lambda: self.erase_requested.emit(self.chosen()))
        self.list.itemSelectionChanged.connect(self._show_state)
        themes.changed.connect(self._recolour)
        self.setMinimumSize(_SMALLEST)
        self.resize(_SIZE)

    def show_chats(self, chats: Sequence[Conversation], now: float) -> None:
        """now: seconds since 1970. What was marked stays so; where that went, its neighbour is."""
        marked, row = set(self.chosen()), self.list.currentIndex().row()
        self.list.clear()
        for chat in chats:
            self.list.addTopLevelItem(self._item(chat, now))
        items = self.list.items()
        kept = [item for item in items if item.data(0, _ID) in marked]
        if items:
            self.list.setCurrentItem(kept[0] if kept else items[max(0, min(row, len(items) - 1))])
        for item in kept:
            item.setSelected(True)
        self._pages.setCurrentWidget(self.list if items else self.nothing)
        self._recolour(self._themes.current)
        self._show_state()

    def chosen(self) -> list[str]:
        return [item.data(0, _ID) for item in self.list.selectedItems()]

    def _all(self) -> list[str]:
        return [item.data(0, _ID) for item in self.list.items()]

    # -- building -----------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.list.setAccessibleName(self.windowTitle())
        self.list.setVerticalScrollBar(ThinScrollBar(self._themes, "panel", self.list))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.nothing)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.empty)
        foot.addStretch(1)
        foot.addWidget(self.erase)
        foot.addWidget(self.restore)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 16, 16, 16)
        rows.setSpacing(12)
        kept = self.tr(
            "A deleted chat can be brought back for %n day(s); then it goes for good.", "", int(KEPT_DAYS)
        )
        rows.addWidget(dim_label(kept, self))
        rows.addWidget(self._pages, 1)
        rows.addLayout(foot)

    def _item(self, chat: Conversation, now: float) -> QTreeWidgetItem:
        title = one_line(chat.title) or self.tr("New chat")
        item = QTreeWidgetItem([title, self._left(chat, now)])
        item.setData(0, _ID, chat.id)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{title}: {item.text(1)}")
        item.setSizeHint(0, QSize(0, self.fontMetrics().height() + _ROW_PAD))
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        deleted = chat.deleted_at or 0.0
        dates = self.tr("Deleted on {deleted}, gone for good on {gone}")
        item.setToolTip(1, dates.format(deleted=_date(deleted), gone=_date(deleted + KEPT_DAYS * DAY_S)))
        item.setToolTip(0, title)
        return item

    def _left(self, chat: Conversation, now: float) -> str:
        days = math.ceil(((chat.deleted_at or 0.0) + KEPT_DAYS * DAY_S - now) / DAY_S)
        if days <= 0:
            return self.tr("goes at the next start")
        # a clock that was set back must not promise more
        return self.tr("%n day(s) left", "", min(days, int(KEPT_DAYS)))

    def _show_state(self) -> None:
        for button in (self.restore, self.erase):
            button.setEnabled(bool(self.chosen()))
        self.empty.setEnabled(self.list.topLevelItemCount() > 0)

    def _recolour(self, theme: Theme) -> None:
        palette = self.list.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.color("panel"))
        self.list.setPalette(palette)
        for item in self.list.items():
            item.setForeground(1, theme.color("dim"))


class _TrashList(QTreeWidget):
    erase_pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setRootIsDecorated(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def items(self) -> list[QTreeWidgetItem]:
        """From top to bottom."""
        found = (self.topLevelItem(i) for i in range(self.topLevelItemCount()))
        return [item for item in found if item is not None]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Delete):
            self.erase_pressed.emit()
        else:
            super().keyPressEvent(event)


def _date(seconds: float) -> str:
    return QLocale().toString(
        QDateTime.fromSecsSinceEpoch(round(seconds)).date(), QLocale.FormatType.LongFormat
    )
