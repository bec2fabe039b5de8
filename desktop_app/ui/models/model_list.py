"""The list of models: headings by place, two lines a model, three where it can be nothing here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.conversations.row_view import RowView
from desktop_app.ui.models.model_delegate import IN_USE_ROLE, ROW_ROLE, ModelDelegate
from desktop_app.ui.models.model_rows import Row
from desktop_app.ui.models.model_words import can_be, in_short, size, why_not
from desktop_app.ui.theme import ThemeManager

_Index = QModelIndex | QPersistentModelIndex


class ModelListModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._target: Path | None = None
        self._draft: Path | None = None

    def show_rows(self, rows: list[Row]) -> None:
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def show_in_use(self, target: Path | None, draft: Path | None) -> None:
        """Which models are the target and the draft now."""
        self._target, self._draft = target, draft
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def model_at(self, index: _Index) -> LocalModel | None:
        return self._rows[index.row()].model if index.isValid() else None

    def index_of(self, path: Path) -> QModelIndex:
        for row, entry in enumerate(self._rows):
            if entry.model is not None and entry.model.path == path:
                return self.index(row)
        return QModelIndex()

    def first(self, target: bool) -> QModelIndex:
        """The first row that is a model. target: the one of the target, where it is there."""
        if target and self._target is not None and (row := self.index_of(self._target)).isValid():
            return row
        return next((self.index(r) for r, row in enumerate(self._rows) if row.model), QModelIndex())

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if self.model_at(index) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.title
            case Qt.ItemDataRole.AccessibleTextRole if row.model is not None:
                return self._spoken(row.model)
            case Qt.ItemDataRole.ToolTipRole if row.model is not None:
                return why_not(row.model) or str(row.model.path)
        if role == ROW_ROLE:
            return row
        if role == IN_USE_ROLE and row.model is not None:
            return self._in_use(row.model)
        return None

    def _in_use(self, model: LocalModel) -> str:
        if model.path == self._target:
            return self.tr("Target now")
        return self.tr("Draft now") if model.path == self._draft else ""

    def _spoken(self, model: LocalModel) -> str:
        said = (
            model.name,
            self._in_use(model),
            can_be(model),
            why_not(model),
            in_short(model),
            size(model.bytes),
        )
        return ", ".join(part for part in said if part)


class ModelList(RowView):
    """chosen: the model under the cursor, or None. activated by Enter or a double click."""

    chosen = Signal(object)
    delete_pressed = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(themes, parent)
        self.rows = ModelListModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(ModelDelegate(themes, self))
        self.setAccessibleName(self.tr("Models"))
        self.selectionModel().currentChanged.connect(self._current_changed)

    @property
    def current(self) -> LocalModel | None:
        return self.rows.model_at(self.currentIndex())

    def show_rows(self, rows: Sequence[Row]) -> None:
        """What is chosen stays so; where it went, the first model is; at first the target."""
        before = self.current
        place = self.verticalScrollBar().value()
        self.rows.show_rows(list(rows))
        index = self.rows.index_of(before.path) if before is not None else QModelIndex()
        self.setCurrentIndex(index if index.isValid() else self.rows.first(before is None))
        if index.isValid():
            self.verticalScrollBar().setValue(place)
        self.chosen.emit(self.current)

    def choose(self, path: Path) -> None:
        index = self.rows.index_of(path)
        if index.isValid():
            self.setCurrentIndex(index)

    def step(self, rows: int) -> None:
        """Moves that many models up or down, over headings; stops at either end."""
        row = self.currentIndex().row()
        for _ in range(abs(rows)):
            row = self._beside(row, 1 if rows > 0 else -1)
        if row >= 0:
            self.setCurrentIndex(self.rows.index(row))

    def _beside(self, row: int, way: int) -> int:
        place = row + way
        while 0 <= place < self.rows.rowCount():
            if self.rows.model_at(self.rows.index(place)) is not None:
                return place
            place += way
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _current_changed(self, current: QModelIndex) -> None:
        self.chosen.emit(self.rows.model_at(current))
