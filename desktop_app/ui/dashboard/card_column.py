"""The cards under each other, in the order and with the choice that the user made."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop_app.ui.dashboard.arrangement import Arrangement
from desktop_app.ui.dashboard.card import Card


class CardColumn(QWidget):
    """`rearranged` is emitted when the user hid, brought back or moved a card."""

    rearranged = Signal()

    def __init__(self, cards: Sequence[Card], default: Arrangement) -> None:
        """cards: in the order of the default arrangement."""
        super().__init__()
        self.cards = {card.id: card for card in cards}
        self.default = default
        self._arrangement = default
        self._nothing = QLabel(self.tr("All cards are hidden. Menu, View, Cards brings them back."))
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._box = QVBoxLayout(self)
        # the margin at the right is in the cards
        self._box.setContentsMargins(16, 12, 0, 16)
        self._box.setSpacing(16)
        self._box.addWidget(self._nothing)
        for card in cards:
            self._box.addWidget(card)
            card.hide_asked.connect(self._hide)
            card.move_asked.connect(self._move)
            card.pulled.connect(self._pull)
        self._box.addStretch(1)
        self.arrange(default)

    @property
    def arrangement(self) -> Arrangement:
        return self._arrangement

    def arrange(self, arrangement: Arrangement) -> None:
        """Places the cards; says nothing of it."""
        self._arrangement = arrangement
        for place, name in enumerate(arrangement.order):
            card = self.cards[name]
            card.setVisible(name not in arrangement.hidden)
            if self._box.indexOf(card) != place + 1:
                self._box.insertWidget(place + 1, card)
        self._nothing.setVisible(not arrangement.shown)
        stops = [stop for name in arrangement.order for stop in self.cards[name].tab_stops()]
        for first, second in pairwise(stops):
            QWidget.setTabOrder(first, second)

    def least_width(self) -> int:
        """Logical pixels that the widest card needs, shown or not."""
        margins = self._box.contentsMargins()
        widest = max(card.minimumSizeHint().width() for card in self.cards.values())
        return widest + margins.left() + margins.right()

    def change(self, arrangement: Arrangement) -> None:
        if arrangement != self._arrangement:
            self.arrange(arrangement)
            self.rearranged.emit()

    def _hide(self, name: str) -> None:
        self.change(self._arrangement.with_hidden(name, True))

    def _move(self, name: str, steps: int) -> None:
        self.change(self._arrangement.moved_by(name, steps))

    def _pull(self, name: str, where: QPoint) -> None:
        """The card takes the place under the mouse."""
        y = self.mapFromGlobal(where).y()
        others = (self.cards[other] for other in self._arrangement.shown if other != name)
        self.change(self._arrangement.moved(name, sum(card.geometry().center().y() < y for card in others)))
