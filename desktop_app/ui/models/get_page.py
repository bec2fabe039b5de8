"""The library's page to get models from: pairs that make sense, any model by its name, and the downloads."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.ui.models.downloads_panel import DownloadsPanel
from desktop_app.ui.models.hub_query import HubQuery
from desktop_app.ui.models.pair_list import PairList
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager


class GetPage(QWidget):
    """Only composes: what is asked for here is told by its parts."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self.query = HubQuery(themes, self)
        self.pairs = PairList(themes, self)
        self.downloads = DownloadsPanel(themes, self)
        self.note = dim_label("", self)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(14)
        rows.addWidget(self.query)
        rows.addWidget(self.pairs, 1)
        rows.addWidget(self.downloads)
        rows.addWidget(self.note)
        self.setFocusProxy(self.query)
        self.say("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.downloads.give_room(self.height() // 3)

    def say(self, sentence: str) -> None:
        """What came of what the user did."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))
