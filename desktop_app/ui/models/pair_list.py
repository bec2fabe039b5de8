"""The pairs of the catalogue: those that this machine can hold, or all of them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.models.catalogue import Catalogue, CataloguePair
from desktop_app.models.catalogue_fit import MachineMemory, PairFit, fit_of
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.controls.tick import Tick
from desktop_app.ui.models.pair_row import PairRow, PairState
from desktop_app.ui.models.pair_words import machine_in_words
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class PairList(QWidget):
    """The signals carry a pair, or an address."""

    fetch_requested = Signal(object)
    use_requested = Signal(object)
    link_clicked = Signal(str)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.rows: list[PairRow] = []
        self.machine = dim_label(machine_in_words(None), self)
        self.all = Tick(self.tr("Show all"), self)
        self._fitting: set[int] = set()
        self._inside = QWidget(self)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 12, 0)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        self._build()
        self.all.toggled.connect(self._filter)

    def show_catalogue(self, catalogue: Catalogue, machine: MachineMemory, hub: str) -> None:
        """hub: its address."""
        self.machine.setText(machine_in_words(machine))
        for pair, fit in _in_order(catalogue, machine):
            if fit.usable:
                self._fitting.add(len(self.rows))
            row = PairRow(pair, fit, hub, self._themes, self._inside)
            row.fetch_requested.connect(self.fetch_requested)
            row.use_requested.connect(self.use_requested)
            row.link_clicked.connect(self.link_clicked)
            self._column.insertWidget(len(self.rows), row)
            self.rows.append(row)
        self.all.setChecked(not self._fitting)
        self._filter()

    def show_states(self, state_of: Callable[[CataloguePair], PairState]) -> None:
        for row in self.rows:
            row.show_state(state_of(row.pair))

    def _filter(self) -> None:
        for place, row in enumerate(self.rows):
            row.setVisible(self.all.isChecked() or place in self._fitting)

    def _build(self) -> None:
        self.machine.setWordWrap(False)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setVerticalScrollBar(ThinScrollBar(self._themes, "panel", scroll))
        scroll.setWidget(self._inside)
        scroll.setAccessibleName(self.tr("Pairs of models"))
        head = QHBoxLayout()
        head.addWidget(self.machine, 1)
        head.addWidget(self.all)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        rows.addLayout(head)
        rows.addWidget(scroll, 1)


def _in_order(catalogue: Catalogue, machine: MachineMemory) -> list[tuple[CataloguePair, PairFit]]:
    """What fits comes first: on a graphics device the largest, which is as quick as can be there, without
    one the smallest."""
    found = [(pair, fit_of(pair, machine)) for pair in catalogue.pairs]
    direction = 1 if machine.graphics is None else -1
    fitting = sorted(
        (entry for entry in found if entry[1].usable), key=lambda entry: direction * entry[1].needed
    )
    return fitting + sorted((e for e in found if not e[1].usable), key=lambda entry: entry[1].needed)
