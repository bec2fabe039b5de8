"""The library's window: a row of page names over the pages. Each page is a widget of its own."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from desktop_app.ui.controls.page_tabs import PageTabs
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_state import WindowState

_STATE = "library_size"
_SIZE = QSize(1040, 700)
_SMALLEST = QSize(680, 420)


class LibraryWindow(QWidget):
    """Modeless. It keeps its size; Escape closes it."""

    def __init__(self, themes: ThemeManager, state: WindowState, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._state = state
        self.setWindowTitle(self.tr("Model Library"))
        self.tabs = PageTabs(themes, self)
        self.tabs.setAccessibleName(self.tr("Pages of the model library"))
        self.pages = QStackedWidget(self)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 16, 16, 16)
        rows.setSpacing(12)
        rows.addWidget(self.tabs)
        rows.addWidget(self.pages, 1)
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)
        QShortcut(QKeySequence("Esc"), self, self.close)
        self.setMinimumSize(_SMALLEST)
        self.resize(state.size(_STATE) or _SIZE)

    def add_page(self, title: str, page: QWidget) -> None:
        """The row of names appears with the second page."""
        self.pages.addWidget(page)
        self.tabs.addTab(title)
        self.tabs.setVisible(self.tabs.count() > 1)

    def show_page(self, page: QWidget) -> None:
        """Brings the window to the front, with this page."""
        self.tabs.setCurrentIndex(self.pages.indexOf(page))
        self.show()
        self.raise_()
        self.activateWindow()
        page.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._state.keep_size(_STATE, self.size())
        super().closeEvent(event)
