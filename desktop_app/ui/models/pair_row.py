"""One pair of the catalogue: what it is, what it takes, and the button that fetches or uses it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QTextDocumentFragment
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.models.catalogue import CataloguePair
from desktop_app.models.catalogue_fit import PairFit
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.models.pair_words import pair_facts, pair_title, speedup
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager

PairState = Literal["absent", "coming", "here"]

_LINKS = Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard


class PairRow(QWidget):
    """fetch_requested and use_requested carry the pair, link_clicked an address."""

    fetch_requested = Signal(object)
    use_requested = Signal(object)
    link_clicked = Signal(str)

    def __init__(
        self, pair: CataloguePair, fit: PairFit, hub: str, themes: ThemeManager, parent: QWidget
    ) -> None:
        """hub: its address."""
        super().__init__(parent)
        self.pair = pair
        self.state: PairState = "absent"
        self.title = QLabel(pair_title(pair), self)
        self.facts = self._links(pair_facts(pair, fit, hub))
        self.speedup = self._links("" if pair.speedup is None else speedup(pair.speedup))
        self.button = PushButton("", themes, self)
        self._texts: dict[PairState, str] = {
            "absent": self.tr("Get") if pair.draft is None else self.tr("Get Both"),
            "coming": self.tr("Downloading…"),
            "here": self.tr("Use This Pair"),
        }
        self._build()
        self.button.clicked.connect(self._pressed)
        themes.changed.connect(self._recolour)
        self.show_state("absent")

    def show_state(self, state: PairState) -> None:
        if state == self.state and self.button.text() == self._texts[state]:
            return
        self.state = state
        text = self._texts[state]
        self.button.set_text(text)
        self.button.setAccessibleName(f"{text}: {self.title.text()}")
        self.button.setEnabled(state != "coming")

    def _pressed(self) -> None:
        (self.use_requested if self.state == "here" else self.fetch_requested).emit(self.pair)

    def _links(self, html: str) -> QLabel:
        """What it leads to is opened only when it is clicked, or chosen with the keyboard."""
        label = dim_label("", self)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setText(html)
        if html:
            label.setTextInteractionFlags(_LINKS)
            label.setAccessibleName(_plain(html))
        label.linkActivated.connect(self.link_clicked)
        label.setVisible(bool(html))
        return label

    def _build(self) -> None:
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        text = QVBoxLayout()
        text.setSpacing(2)
        for label in (self.title, self.facts, self.speedup):
            text.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 8, 0, 8)
        row.setSpacing(16)
        row.addLayout(text, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.button.setFixedWidth(max(self._width(text) for text in self._texts.values()))

    def _width(self, text: str) -> int:
        """All buttons are as wide as their longest text, so that none moves while it changes."""
        self.button.set_text(text)
        return self.button.sizeHint().width()

    def _recolour(self) -> None:
        """A label's links keep the colour they were laid out with."""
        for label in (self.facts, self.speedup):
            html = label.text()
            label.setText("")
            label.setPalette(QPalette())
            label.setText(html)


def _plain(html: str) -> str:
    return QTextDocumentFragment.fromHtml(html).toPlainText()
