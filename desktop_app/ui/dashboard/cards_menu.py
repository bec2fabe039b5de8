"""The menu of the cards, and the file in which their arrangement is kept."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMenu

from desktop_app.ui.controls.menu_entry import add_entry
from desktop_app.ui.dashboard.arrangement import completed
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.window_state import WindowState


class CardsMenu(QObject):
    """Brings hidden cards back, or all of them to where they were at first."""

    def __init__(self, dashboard: Dashboard, state: WindowState, action: QAction) -> None:
        super().__init__(dashboard)
        self._column = dashboard.column
        self._state = state
        self.menu = QMenu(dashboard)
        self.menu.aboutToShow.connect(self._fill)
        action.setMenu(self.menu)
        order, hidden = state.cards()
        self._column.arrange(completed(order, hidden, self._column.default))
        self._column.rearranged.connect(self._keep)
        self._fill()

    def open(self) -> None:
        self.menu.popup(QCursor.pos())

    def _fill(self) -> None:
        self.menu.clear()
        arrangement = self._column.arrangement
        for name in arrangement.order:
            entry = add_entry(self.menu, self._column.cards[name].title, partial(self._switch, name))
            entry.setCheckable(True)
            entry.setChecked(name not in arrangement.hidden)
        self.menu.addSeparator()
        reset = add_entry(self.menu, self.tr("Reset"), self._reset)
        reset.setEnabled(arrangement != self._column.default)

    def _switch(self, name: str) -> None:
        arrangement = self._column.arrangement
        self._column.change(arrangement.with_hidden(name, name not in arrangement.hidden))

    def _reset(self) -> None:
        self._column.change(self._column.default)

    def _keep(self) -> None:
        arrangement = self._column.arrangement
        self._state.keep_cards(arrangement.order, sorted(arrangement.hidden))
