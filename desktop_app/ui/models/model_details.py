"""All that is known of the model that is chosen in the library, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.models.local_model import LocalModel
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.models.model_facts import facts_of, roles_of
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class DetailsPart(Protocol):
    """A widget that says more of the chosen model, such as whether it fits; it hides itself for None."""

    def show_model(self, model: LocalModel | None) -> None: ...


@dataclass(frozen=True, slots=True)
class Standing:
    """What the rest of the window does with a model. own: the program may delete it."""

    is_target: bool = False
    is_draft: bool = False
    own: bool = False


class ModelDetails(QWidget):
    """Every signal is for the model that is shown."""

    load_requested = Signal()
    draft_requested = Signal()
    show_requested = Signal()
    delete_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts: list[DetailsPart] = []
        self.load = PushButton(self.tr("Load as Target"), themes, self, primary=True)
        self.draft = PushButton(self.tr("Use as Draft"), themes, self)
        self.open_place = PushButton(self.tr("Show in File Manager"), themes, self)
        self.delete = PushButton(self.tr("Delete…"), themes, self)
        self._inside = QWidget(self)
        self.name = QLabel("", self._inside)
        self.roles = QLabel("", self._inside)
        self._grid = QGridLayout()
        self._more = QVBoxLayout()
        self.area = self._scroll_area(themes)
        self._build()
        self.load.clicked.connect(self.load_requested)
        self.draft.clicked.connect(self.draft_requested)
        self.open_place.clicked.connect(self.show_requested)
        self.delete.clicked.connect(self.delete_requested)
        self.show_model(None, (), Standing())

    def add_part(self, part: DetailsPart) -> None:
        """Under the model's name and what it can be; the part must be a widget."""
        assert isinstance(part, QWidget)
        self._parts.append(part)
        self._more.addWidget(part)

    def show_model(self, model: LocalModel | None, models: Sequence[LocalModel], standing: Standing) -> None:
        """models: all there are, for those that share its tokenizer."""
        self._inside.setVisible(model is not None)
        for button in (self.load, self.draft, self.open_place, self.delete):
            button.setVisible(model is not None)
        for part in self._parts:
            part.show_model(model)
        if model is None:
            return
        self.name.setText(model.name)
        self.roles.setText("\n".join(roles_of(model)))
        self._show_facts(facts_of(model, models))
        self._enable(model, standing)

    # -- building -----------------------------------------------------------------------------------------

    def _scroll_area(self, themes: ThemeManager) -> QScrollArea:
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setVerticalScrollBar(ThinScrollBar(themes, "panel", area))
        area.setWidget(self._inside)
        area.setAccessibleName(self.tr("About the model"))
        return area

    def _build(self) -> None:
        font = self.name.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self.name.setFont(font)
        for label in (self.name, self.roles):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(7)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 4, 8, 4)
        column.setSpacing(10)
        column.addWidget(self.name)
        column.addWidget(self.roles)
        column.addLayout(self._more)
        column.addLayout(self._grid)
        column.addStretch(1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(8)
        rows.addWidget(self.area, 1)
        for pair in ((self.load, self.draft), (self.open_place, self.delete)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for button in pair:
                row.addWidget(button)
            row.addStretch(1)
            rows.addLayout(row)

    def _show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, (name, value) in enumerate(facts):
            label = dim_label(name, self._inside)
            label.setWordWrap(False)
            self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            said = _Value(value, self._inside)
            said.setAccessibleName(f"{name}: {value}")
            self._grid.addWidget(said, row, 1)

    def _enable(self, model: LocalModel, standing: Standing) -> None:
        used = standing.is_target or standing.is_draft
        _offer(self.load, model.facts.target.usable and not standing.is_target, roles_of(model)[0])
        _offer(self.draft, model.facts.draft.usable and not standing.is_draft, roles_of(model)[-1])
        if not standing.own:
            why = self.tr("It belongs to another program, or to this one’s installation: delete it there.")
        else:
            why = self.tr("It is in use: load another model, or choose another draft, first.") if used else ""
        _offer(self.delete, standing.own and not used, why)


class _Value(QLabel):
    """May be marked with the mouse; a path breaks anywhere."""

    def __init__(self, text: str, parent: QWidget) -> None:
        # a zero-width space lets a long name break where a reader would break it
        super().__init__(
            text.replace("/", "/\u200b").replace("\\", "\\\u200b").replace("_", "_\u200b"), parent
        )
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)


def _offer(button: PushButton, possible: bool, why_not: str) -> None:
    button.setEnabled(possible)
    button.setToolTip("" if possible else why_not)
    button.setAccessibleDescription("" if possible else why_not)
