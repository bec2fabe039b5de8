"""The settings dialog, made from the table of settings. What is changed holds at once."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_app.paths import Paths
from desktop_app.settings.table import RECORDS, SECTIONS
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.fields import field_height, name_buttons
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.icons import icon
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.settings.data_page import DataPage
from desktop_app.ui.settings.section_delegate import SectionDelegate
from desktop_app.ui.settings.section_page import SectionPage
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_state import WindowState

_LIST_WIDTH = 150
# beside an entry's text
_LIST_PAD = 32
_SIZE = QSize(820, 620)
_SMALLEST = QSize(640, 360)
_STATE = "settings_size"

Page = SectionPage | DataPage


class SettingsDialog(QDialog):
    """Modeless: the window behind it shows each change. It keeps its size."""

    file_requested = Signal()
    forget_requested = Signal()

    def __init__(
        self,
        preferences: Preferences,
        state: WindowState,
        paths: Paths,
        themes: ThemeManager,
        dialogs: Dialogs,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._state = state
        self._themes = themes
        self.setWindowTitle(self.tr("Settings"))
        self.search = QLineEdit(self)
        self.sections = QListWidget(self)
        self.pages: list[Page] = []
        self._build_pages(paths, dialogs)
        self._build()
        self._connect()
        self._recolour()
        self.sections.setCurrentRow(0)
        self.setMinimumSize(_SMALLEST)
        self.resize(state.size(_STATE) or _SIZE)

    def page(self, section: str) -> SectionPage:
        """The page of a section of the file."""
        pages = dict(zip(SECTIONS, self.pages, strict=False))
        page = pages[section]
        assert isinstance(page, SectionPage)
        return page

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._preferences.refresh()
        self._show_settings()
        self.search.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._state.keep_size(_STATE, self.size())

    # -- building -----------------------------------------------------------------------------------------

    def _build_pages(self, paths: Paths, dialogs: Dialogs) -> None:
        self._inside = QWidget(self)
        for section in SECTIONS:
            records = [record for record in RECORDS if record.section == section]
            settings = SectionPage(section, records, self._themes, dialogs, self._inside)
            settings.changed.connect(self._change)
            self.pages.append(settings)
        data = DataPage(paths, self._themes, self._inside)
        data.forget_requested.connect(self.forget_requested)
        self.pages.append(data)
        for page in self.pages:
            self.sections.addItem(QListWidgetItem(page.title))

    def _build(self) -> None:
        self._nothing = dim_label("", self._inside)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(20, 4, 12, 20)
        column.setSpacing(28)
        column.addWidget(self._nothing)
        for page in self.pages:
            column.addWidget(page)
        column.addStretch(1)
        self.area = QScrollArea(self)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBar(ThinScrollBar(self._themes, "panel", self.area))
        # always there, so that nothing moves sideways from one section to the next; empty, it is not seen
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._inside)
        self.file_button = PushButton(self.tr("Open the File"), self._themes, self)
        self.close_button = PushButton(self.tr("Close"), self._themes, self, primary=True)
        body = QHBoxLayout()
        body.addWidget(self.sections)
        body.addWidget(self.area, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.file_button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 16, 16, 16)
        rows.setSpacing(12)
        rows.addWidget(self.search)
        rows.addLayout(body, 1)
        rows.addLayout(foot)
        self._describe()

    def _describe(self) -> None:
        self.search.setPlaceholderText(self.tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedHeight(field_height(self.search))
        self.search.setAccessibleName(self.tr("Search settings"))
        self.search.setAccessibleDescription(self.tr("Shows the settings in which every word is found."))
        self._glass = QAction(self)
        self.search.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        name_buttons(self.search, self.tr("Search settings"))
        self.sections.setAccessibleName(self.tr("Sections"))
        self.sections.setAccessibleDescription(self.tr("Chooses which settings are shown."))
        longest = max(self.fontMetrics().horizontalAdvance(page.title) for page in self.pages)
        self.sections.setFixedWidth(max(_LIST_WIDTH, longest + _LIST_PAD))
        self.sections.setFrameShape(QFrame.Shape.NoFrame)
        self.sections.setItemDelegate(SectionDelegate(self.sections))
        self.sections.viewport().setAutoFillBackground(False)
        self.file_button.setAccessibleDescription(
            self.tr("Opens the settings as a text file; what is saved there is taken over.")
        )
        self.close_button.setAccessibleDescription(self.tr("Closes the settings; all changes are kept."))

    def _connect(self) -> None:
        self.search.textChanged.connect(self._show_pages)
        self.sections.currentRowChanged.connect(self._section_chosen)
        self.sections.itemClicked.connect(lambda: self._section_chosen(self.sections.currentRow()))
        self.file_button.clicked.connect(self.file_requested)
        self.close_button.clicked.connect(self.close)
        self._preferences.changed.connect(self._show_settings)
        self._themes.changed.connect(self._recolour)
        find = QAction(self)
        find.setShortcut(QKeySequence(QKeySequence.StandardKey.Find))
        find.triggered.connect(self.search.setFocus)
        self.addAction(find)

    # -- what is shown ------------------------------------------------------------------------------------

    def _show_settings(self) -> None:
        for page in self.pages:
            if isinstance(page, SectionPage):
                page.show_settings(self._preferences.settings)

    def _section_chosen(self, row: int) -> None:
        if row >= 0 and self.search.text():
            self.search.clear()
        self._show_pages()

    def _show_pages(self) -> None:
        """The chosen section, or what is found of all of them."""
        words = self.search.text().casefold().split()
        chosen = self.sections.currentRow()
        for index, page in enumerate(self.pages):
            found = page.show_matching(words)
            page.setVisible(found if words else index == chosen)
            self.sections.item(index).setHidden(not found)
        found_any = any(not page.isHidden() for page in self.pages)
        self._nothing.setText(self.tr("No setting matches “{text}”.").format(text=self.search.text()))
        self._nothing.setHidden(found_any)
        self.area.verticalScrollBar().setValue(0)

    def _recolour(self) -> None:
        self._glass.setIcon(icon("search", self._themes.current.color("dim")))

    def _change(self, values: dict[str, object]) -> None:
        self._preferences.change(**values)
