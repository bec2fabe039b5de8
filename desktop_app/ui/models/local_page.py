"""The library's first page: every model on this machine, and the details of the one that is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.column import Panes
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.fields import PickButton
from desktop_app.ui.controls.menu_entry import add_entry
from desktop_app.ui.models.empty_library import EmptyLibrary
from desktop_app.ui.models.model_details import ModelDetails, Standing
from desktop_app.ui.models.model_list import ModelList
from desktop_app.ui.models.model_rows import Order, rows
from desktop_app.ui.models.model_search import ModelSearch
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class LocalPage(QWidget):
    """Asks for everything and does nothing itself: the signals are for a model, or a folder's name."""

    load_requested = Signal(object)
    draft_requested = Signal(object)
    show_requested = Signal(object)
    delete_requested = Signal(object)
    add_requested = Signal()
    remove_requested = Signal(str)
    starter_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._models: Sequence[LocalModel] = ()
        self._order: Order = "name"
        self._said = ""
        self._reading = ""
        self._standing: Callable[[LocalModel], Standing] = lambda _model: Standing()
        self.search = ModelSearch(themes)
        self.sort = PickButton(self.tr("Sort"), themes, self)
        self.folders = PickButton(self.tr("Folders"), themes, self)
        self.list = ModelList(themes, self)
        self.details = ModelDetails(themes, self)
        self.empty = EmptyLibrary(themes, self)
        self.note = dim_label("", self)
        self._build(themes)
        self._connect()
        self.setFocusProxy(self.search)
        self._show_note()

    @property
    def chosen(self) -> LocalModel | None:
        return self.list.current

    # -- what the owner says ------------------------------------------------------------------------------

    def show_models(self, models: Sequence[LocalModel], *, looked: bool, reading: str) -> None:
        """looked: these are all. reading: the name of the one that is being read, "" for none."""
        self._models = models
        self.empty.show_state(looked=looked, reading=reading)
        self._reading = self.tr("Reading {name}…").format(name=reading) if reading else ""
        self._show_note()
        self._show_rows()

    def show_standing(
        self,
        standing: Callable[[LocalModel], Standing],
        target: Path | None,
        draft: Path | None,
    ) -> None:
        """standing: of any model, as it is now; target and draft: the models that are in use."""
        self._standing = standing
        self.list.rows.show_in_use(target, draft)
        self._show_details(self.chosen)

    def show_folders(self, folders: Sequence[str]) -> None:
        """Those of the user's settings."""
        self.folders.set_value(str(len(folders)) if folders else "")
        menu = self.folders.menu
        menu.clear()
        add_entry(menu, self.tr("Add Folder…"), self.add_requested.emit)
        if folders:
            menu.addSeparator()
        for folder in folders:
            text = self.tr("Remove {folder}").format(folder=folder)
            add_entry(menu, text, _emitting(self.remove_requested.emit, folder))

    def say(self, sentence: str) -> None:
        """What came of what the user did."""
        self._said = sentence
        self._show_note()

    # -- building -----------------------------------------------------------------------------------------

    def _build(self, themes: ThemeManager) -> None:
        self._fill_sort()
        self.show_folders(())
        self.list.setMinimumWidth(320)
        self.details.setMinimumWidth(300)
        side = QWidget(self)
        beside = QVBoxLayout(side)
        beside.setContentsMargins(16, 0, 0, 0)
        beside.addWidget(self.details)
        self.panes = Panes(themes, self)
        self.panes.addWidget(self.list)
        self.panes.addWidget(side)
        self.panes.setStretchFactor(0, 3)
        self.panes.setStretchFactor(1, 2)
        self._nothing = dim_label("", self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.states = QStackedWidget(self)
        for state in (self.panes, self._nothing, self.empty):
            self.states.addWidget(state)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.search, 1)
        head.addWidget(self.sort)
        head.addWidget(self.folders)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.states, 1)
        column.addWidget(self.note)

    def _fill_sort(self) -> None:
        names: dict[Order, str] = {
            "name": self.tr("Name"),
            "size": self.tr("Size on disk"),
            "parameters": self.tr("Parameters"),
            "context": self.tr("Context"),
        }
        group = QActionGroup(self.sort.menu)
        for order, name in names.items():
            action = add_entry(self.sort.menu, name, _emitting(self._sort, order))
            action.setCheckable(True)
            action.setChecked(order == self._order)
            group.addAction(action)
        self.sort.set_sample(max(names.values(), key=len))
        self._order_names = names
        self.sort.set_value(names[self._order])

    def _connect(self) -> None:
        self.search.textChanged.connect(self._show_rows)
        self.search.stepped.connect(self.list.step)
        self.search.entered.connect(self.list.setFocus)
        self.search.left.connect(lambda: self.window().close())
        self.list.chosen.connect(self._show_details)
        self.list.activated.connect(lambda: self._press(self.details.load))
        self.list.delete_pressed.connect(lambda: self._press(self.details.delete))
        self.details.load_requested.connect(lambda: self.load_requested.emit(self.chosen))
        self.details.draft_requested.connect(lambda: self.draft_requested.emit(self.chosen))
        self.details.show_requested.connect(lambda: self.show_requested.emit(self.chosen))
        self.details.delete_requested.connect(lambda: self.delete_requested.emit(self.chosen))
        self.empty.add_requested.connect(self.add_requested)
        self.empty.starter_requested.connect(self.starter_requested)
        find = QAction(self)
        find.setShortcut(QKeySequence(QKeySequence.StandardKey.Find))
        find.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.triggered.connect(self.search.setFocus)
        self.addAction(find)

    # -- what happens -------------------------------------------------------------------------------------

    def _show_rows(self) -> None:
        query = self.search.text()
        # heads alone are of no use
        none = all(model.source == "shipped" for model in self._models)
        found = [] if none else rows(self._models, query, self._order)
        self.list.show_rows(found)
        if none:
            self.states.setCurrentWidget(self.empty)
        elif not found:
            self._nothing.setText(self.tr("No model matches “{text}”.").format(text=query))
            self.states.setCurrentWidget(self._nothing)
        else:
            self.states.setCurrentWidget(self.panes)

    def _show_note(self) -> None:
        text = self._said or self._reading
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def _show_details(self, model: LocalModel | None) -> None:
        standing = self._standing(model) if model is not None else Standing()
        self.details.show_model(model, self._models, standing)

    def _sort(self, order: Order) -> None:
        self._order = order
        self.sort.set_value(self._order_names[order])
        self._show_rows()

    def _press(self, button: PushButton) -> None:
        """What a key asks for counts only where the button would do it."""
        if self.chosen is not None and button.isEnabled():
            button.click()


def _emitting(emit: Callable[[Any], object], value: Any) -> Callable[[], None]:
    def run() -> None:
        emit(value)

    return run
