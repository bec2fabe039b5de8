"""A menu of things to choose from under headings; what cannot be chosen says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QPalette
from PySide6.QtWidgets import QLabel, QMenu, QWidgetAction

from desktop_app.ui.controls.menu_entry import add_entry

_SIDE = 12


@dataclass(frozen=True, slots=True)
class PickEntry:
    """A heading where value is "", a submenu where anything is inside. hint: more on it, or why it cannot be
    chosen."""

    text: str
    value: str = ""
    hint: str = ""
    enabled: bool = True
    inside: tuple[PickEntry, ...] = ()


class PickMenu:
    """Fills a menu. choose gets the value of an entry. Of the entries one may be checked."""

    def __init__(self, menu: QMenu, choose: Callable[[str], object]) -> None:
        self._menu = menu
        self._choose = choose
        self._entries: tuple[PickEntry, ...] = ()
        self._actions: dict[str, QAction] = {}
        self._submenus: list[QMenu] = []
        self._checked = ""
        self._group = QActionGroup(menu)
        # what is chosen may be none of these
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.ExclusiveOptional)

    def show_entries(self, entries: Sequence[PickEntry]) -> bool:
        """In place of all that was in the menu; False where they are the same, and nothing was touched."""
        if tuple(entries) == self._entries:
            return False
        self._entries = tuple(entries)
        self._menu.clear()
        self._actions.clear()
        for submenu in self._submenus:
            submenu.deleteLater()
        self._submenus.clear()
        self._fill(self._menu, entries)
        self.check(self._checked)
        return True

    def check(self, value: str) -> None:
        self._checked = value
        for name, action in self._actions.items():
            action.setChecked(name == value)

    def _fill(self, menu: QMenu, entries: Sequence[PickEntry]) -> None:
        menu.setToolTipsVisible(True)
        for entry in entries:
            if entry.inside:
                submenu = QMenu(entry.text, menu)
                menu.addMenu(submenu)
                self._submenus.append(submenu)
                self._fill(submenu, entry.inside)
            elif entry.value:
                self._actions[entry.value] = self._add(menu, entry)
            else:
                add_heading(menu, entry.text)

    def _add(self, menu: QMenu, entry: PickEntry) -> QAction:
        value = entry.value
        action = add_entry(menu, entry.text, lambda: self._choose(value))
        action.setCheckable(True)
        action.setEnabled(entry.enabled)
        action.setToolTip(entry.hint)
        action.setStatusTip(entry.hint)
        action.setWhatsThis(entry.hint)
        self._group.addAction(action)
        return action


def add_heading(menu: QMenu, text: str) -> None:
    """A dim line that cannot be chosen: the style's own is cramped, and as bright as the entries."""
    if not menu.isEmpty():
        menu.addSeparator()
    label = QLabel(text, menu)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    label.setContentsMargins(_SIDE, 5, _SIDE, 3)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * 0.9)
    font.setBold(True)
    label.setFont(font)
    heading = QWidgetAction(menu)
    heading.setText(text)
    heading.setDefaultWidget(label)
    heading.setEnabled(False)
    menu.addAction(heading)
