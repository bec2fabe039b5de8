"""A list of rounded rows on the pane's own ground."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent, QPalette
from PySide6.QtWidgets import QFrame, QListView, QWidget

from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.theme import ThemeManager


class RowView(QListView):
    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setVerticalScrollBar(ThinScrollBar(themes, "panel", self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # A menu is asked for; a press beside the rows would unmark the chat that is shown.
        if (
            event.button() is Qt.MouseButton.RightButton
            or not self.indexAt(event.position().toPoint()).isValid()
        ):
            event.accept()
            return
        super().mousePressEvent(event)
