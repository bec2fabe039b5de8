"""The sheet of all shortcuts, made from the actions; a word finds the ones it is about."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHeaderView,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop_app.ui.controls.fields import field_height, name_buttons
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.shortcut_list import Shortcut, ShortcutGroup, shortcut_groups
from desktop_app.ui.theme import ThemeManager

_SIZE = QSize(520, 640)
_ROW_PAD = 8


class ShortcutSheet(QDialog):
    """Modeless, so that a shortcut can be tried while it is read."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.setWindowTitle(self.tr("Keyboard Shortcuts"))
        self.search = QLineEdit(self)
        self.list = QTreeWidget(self)
        self._groups: list[tuple[QTreeWidgetItem, list[QTreeWidgetItem]]] = []
        self._build()
        self._fill(shortcut_groups())
        self.search.textChanged.connect(self._show_matching)
        themes.changed.connect(self._recolour)
        self._recolour()
        self.resize(_SIZE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.search.clear()
        self.search.setFocus()

    def _build(self) -> None:
        self.search.setPlaceholderText(self.tr("Search shortcuts"))
        self.search.setAccessibleName(self.tr("Search shortcuts"))
        self.search.setClearButtonEnabled(True)
        name_buttons(self.search, "")
        self.search.setFixedHeight(field_height(self.search))
        tree = self.list
        tree.setAccessibleName(self.tr("Keyboard shortcuts"))
        tree.setColumnCount(2)
        tree.setHeaderHidden(True)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setStretchLastSection(False)
        tree.setRootIsDecorated(False)
        tree.setIndentation(0)
        tree.setItemsExpandable(False)
        tree.setFrameShape(QFrame.Shape.NoFrame)
        tree.setVerticalScrollBar(ThinScrollBar(self._themes, "panel", tree))
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 16, 16, 16)
        rows.setSpacing(12)
        rows.addWidget(self.search)
        rows.addWidget(tree)

    def _fill(self, groups: tuple[ShortcutGroup, ...]) -> None:
        height = self.fontMetrics().height() + _ROW_PAD
        for group in groups:
            head = QTreeWidgetItem(self.list, [group.title])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setSizeHint(0, QSize(0, height + _ROW_PAD))
            head.setTextAlignment(0, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
            font = self.font()
            font.setBold(True)
            head.setFont(0, font)
            items = [self._item(head, shortcut, height) for shortcut in group.shortcuts]
            head.setExpanded(True)
            self._groups.append((head, items))

    def _item(self, head: QTreeWidgetItem, shortcut: Shortcut, height: int) -> QTreeWidgetItem:
        keys = "   ".join(shortcut.keys)
        item = QTreeWidgetItem(head, [shortcut.text, keys])
        item.setSizeHint(0, QSize(0, height))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{shortcut.text}: {keys}")
        return item

    def _show_matching(self) -> None:
        words = self.search.text().casefold().split()
        for head, items in self._groups:
            found = [_matches(head, item, words) for item in items]
            for item, visible in zip(items, found, strict=True):
                item.setHidden(not visible)
            head.setHidden(not any(found))

    def _recolour(self) -> None:
        theme = self._themes.current
        palette = self.list.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.color("panel"))
        self.list.setPalette(palette)
        for _, items in self._groups:
            for item in items:
                item.setForeground(1, theme.color("dim"))


def _matches(head: QTreeWidgetItem, item: QTreeWidgetItem, words: list[str]) -> bool:
    text = f"{head.text(0)} {item.text(0)} {item.text(1)}".casefold()
    return all(word in text for word in words)
