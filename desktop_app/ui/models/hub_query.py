"""Any model of the hub by its name: asked about first, with its size and licence, then fetched."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.models.hub import HubModel
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.models.hub_name_field import HubNameField
from desktop_app.ui.models.model_words import size
from desktop_app.ui.sentences import translated
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class HubQuery(QWidget):
    """asked carries what was typed, wanted the model that the hub described."""

    asked = Signal(str)
    wanted = Signal(object)
    token_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.found: HubModel | None = None
        self.name = HubNameField(themes)
        self.look = PushButton(self.tr("Look Up"), themes, self)
        self.token = PushButton(self.tr("Access Token…"), themes, self)
        self.answer = dim_label("", self)
        self.get = PushButton(self.tr("Download"), themes, self, primary=True, icon_name="download")
        self._build()
        self.name.returnPressed.connect(self._ask)
        self.look.clicked.connect(self._ask)
        self.name.textEdited.connect(lambda _: self._show("", None))
        self.get.clicked.connect(self._take)
        self.token.clicked.connect(self.token_requested)
        self.setFocusProxy(self.name)
        self._show("", None)

    def show_asking(self, host: str) -> None:
        self._show(self.tr("Asking {host}…").format(host=host), None)
        self.look.setEnabled(False)

    def show_found(self, model: HubModel) -> None:
        """What it is, before anything is fetched."""
        known = [
            str(model.id),
            size(model.bytes),
            self.tr("%n file(s)", "", len(model.files)),
            self.tr("licence {name}").format(name=model.licence)
            if model.licence
            else self.tr("no licence named"),
        ]
        if model.gated:
            known.append(self.tr("its makers ask for agreement"))
        self._show(" · ".join(known), model)
        self.get.setFocus()

    def show_refused(self, sentence: str) -> None:
        self._show(translated(sentence), None)

    def say(self, sentence: str) -> None:
        self._show(sentence, None)

    def _ask(self) -> None:
        text = self.name.text().strip()
        if text and self.look.isEnabled():
            self.asked.emit(text)

    def _take(self) -> None:
        model = self.found
        if model is not None:
            self.name.clear()
            self._show("", None)
            self.wanted.emit(model)

    def _show(self, text: str, model: HubModel | None) -> None:
        self.found = model
        self.answer.setText(text)
        self.answer.setVisible(bool(text))
        self.get.setVisible(model is not None)
        self.look.setEnabled(True)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name, 1)
        head.addWidget(self.look)
        head.addWidget(self.token)
        below = QHBoxLayout()
        below.setSpacing(16)
        below.addWidget(self.answer, 1)
        below.addWidget(self.get)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(6)
        rows.addLayout(head)
        rows.addLayout(below)
