"""The downloads in the order they were asked for; nothing where there are none."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.models.download_state import Download
from desktop_app.models.hub_id import HubId
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.models.download_row import DownloadRow
from desktop_app.ui.theme import ThemeManager

# Rows that are seen without scrolling.
_SEEN = 3


class DownloadsPanel(QWidget):
    """The signals carry the name of a model."""

    pause_requested = Signal(object)
    resume_requested = Signal(object)
    cancel_requested = Signal(object)

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self.rows: dict[HubId, DownloadRow] = {}
        self._room = 0
        self._inside = QWidget(self)
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(4)
        self._scroll = QScrollArea(self)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setVerticalScrollBar(ThinScrollBar(themes, "panel", self._scroll))
        self._scroll.setWidget(self._inside)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        title = QLabel(self.tr("Downloads"), self)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        rows.addWidget(title)
        rows.addWidget(self._scroll)
        self.hide()

    def show_downloads(self, downloads: Sequence[Download]) -> None:
        names = [download.id for download in downloads]
        changed = names != list(self.rows)
        for gone in [name for name in self.rows if name not in names]:
            row = self.rows.pop(gone)
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        for download in downloads:
            row = self.rows.get(download.id) or self._add(download)
            row.show_download(download)
        if changed:
            self._arrange(names)
        self.setVisible(bool(downloads))
        self._fit()

    def give_room(self, height: int) -> None:
        """The most it may take."""
        self._room = height
        self._fit()

    def _add(self, download: Download) -> DownloadRow:
        row = DownloadRow(download, self._themes, self._inside)
        row.pause_requested.connect(self.pause_requested)
        row.resume_requested.connect(self.resume_requested)
        row.cancel_requested.connect(self.cancel_requested)
        self.rows[download.id] = row
        return row

    def _arrange(self, names: Sequence[HubId]) -> None:
        self.rows = {name: self.rows[name] for name in names}
        for place, row in enumerate(self.rows.values()):
            self._column.insertWidget(place, row)

    def _fit(self) -> None:
        heights = [row.sizeHint().height() + 4 for row in list(self.rows.values())[:_SEEN]]
        wanted = min(sum(heights), self._room or sum(heights))
        if wanted != self._scroll.height():
            self._scroll.setFixedHeight(wanted)
