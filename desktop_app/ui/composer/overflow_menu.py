"""The choice for a full context as a menu at the meter; the same actions stand in the window's menu."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.ui.composer.context_meter import ContextMeter
from desktop_app.ui.composer.overflow_controller import CHOICES, OverflowController

# choice -> action
ACTION_OF = {choice: f"overflow_{choice}" for choice in CHOICES}


class OverflowMenu(QObject):
    """Keeps the actions' check marks at the open chat's choice."""

    def __init__(
        self, overflow: OverflowController, actions: Mapping[str, QAction], meter: ContextMeter
    ) -> None:
        super().__init__(meter)
        self._overflow = overflow
        self._actions = {choice: actions[name] for choice, name in ACTION_OF.items()}
        self._meter = meter
        self.menu = QMenu(meter)
        self.menu.addSection(self.tr("When the context is full"))
        self.menu.addActions(list(self._actions.values()))
        meter.clicked.connect(self._open)
        overflow.choice_changed.connect(self._check)
        self._check()

    def _check(self) -> None:
        self._actions[self._overflow.choice].setChecked(True)

    def _open(self) -> None:
        self._check()
        above = self._meter.mapToGlobal(QPoint(0, -self.menu.sizeHint().height() - 4))
        self.menu.popup(above)
