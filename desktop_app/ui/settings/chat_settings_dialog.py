"""What the open chat sets for itself, in a dialog that stays open beside it. Changes hold at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.settings.chat_options import CHAT_RECORDS
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.chat.preset_menu import PresetMenu
from desktop_app.ui.controls.buttons import PushButton
from desktop_app.ui.controls.fields import PickButton
from desktop_app.ui.controls.thin_scroll_bar import ThinScrollBar
from desktop_app.ui.dialogs import Dialogs
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.settings.chat_setting_row import ChatSettingRow
from desktop_app.ui.settings.setting_row import dim_label
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_state import WindowState

_SIZE = QSize(560, 740)
_SMALLEST = QSize(420, 320)
_STATE = "chat_settings_size"


class ChatSettingsDialog(QDialog):
    """Modeless: it follows the chat that is open. title: what that is called."""

    def __init__(
        self,
        settings: ChatSettings,
        preferences: Preferences,
        presets: PresetMenu,
        state: WindowState,
        themes: ThemeManager,
        dialogs: Dialogs,
        title: Callable[[], str],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._preferences = preferences
        self._presets = presets
        self._state = state
        self._themes = themes
        self._chat_title = title
        self._inside = QWidget(self)
        self.preset = PickButton(self.tr("Preset"), themes, self)
        self.rows = [ChatSettingRow(record, themes, dialogs, self._inside) for record in CHAT_RECORDS]
        self.notice = dim_label("", self._inside)
        self.reset_all = PushButton(self.tr("Reset All"), themes, self)
        self.close_button = PushButton(self.tr("Close"), themes, self, primary=True)
        self._build()
        self._connect()
        self.setMinimumSize(_SMALLEST)
        self.resize(state.size(_STATE) or _SIZE)

    def row(self, name: str) -> ChatSettingRow:
        return next(row for row in self.rows if row.record.name == name)

    def show_notice(self, sentence: str) -> None:
        """What is to be said of the system prompt and the loaded model."""
        self.notice.setText(sentence)
        self.notice.setVisible(bool(sentence))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_settings()
        self.row("system").editor.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._state.keep_size(_STATE, self.size())
        self._settings.flush()

    def show_settings(self) -> None:
        values, defaults = self._settings.values, self._preferences.chat_defaults()
        for row in self.rows:
            name = row.record.name
            default = defaults.get(name, row.record.default)
            row.show_value(values.get(name, default), default, set_here=name in values)
        self.reset_all.setEnabled(bool(values))
        self.preset.set_value(self._presets.shown_name())
        self.setWindowTitle(self.tr("Chat Settings – {chat}").format(chat=self._chat_title()))

    # -- building -----------------------------------------------------------------------------------------

    def _build(self) -> None:
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(4, 4, 4, 8)
        column.setSpacing(14)
        for row in self.rows:
            column.addWidget(row)
            if row.record.name == "system":
                column.addWidget(self.notice)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setVerticalScrollBar(ThinScrollBar(self._themes, "panel", area))
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self._inside)
        foot = QHBoxLayout()
        foot.addWidget(self.reset_all)
        foot.addWidget(dim_label(self.tr("Counts for the next reply of this chat."), self), 1)
        foot.addWidget(self.close_button)
        foot.setSpacing(12)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(16, 16, 16, 16)
        rows.setSpacing(12)
        rows.addWidget(self.preset)
        rows.addWidget(area, 1)
        rows.addLayout(foot)
        self._describe()

    def _describe(self) -> None:
        self.show_notice("")
        self.preset.setToolTip(self.tr("A named set of these settings: choose one, or keep these as one"))
        self.reset_all.setAccessibleDescription(self.tr("Every setting here goes back to its default."))
        self.close_button.setAccessibleDescription(self.tr("Closes this; all changes are kept."))

    def _connect(self) -> None:
        for row in self.rows:
            row.changed.connect(self._settings.set)
            row.reset_requested.connect(self._settings.reset)
        self.preset.menu.aboutToShow.connect(self._fill_menu)
        self.reset_all.clicked.connect(self._reset_all)
        self.close_button.clicked.connect(self.close)
        self._settings.changed.connect(self._changed)
        self._preferences.changed.connect(self._changed)
        self._presets.changed.connect(self._changed)

    def _fill_menu(self) -> None:
        self._presets.fill(self.preset.menu, self)

    def _changed(self) -> None:
        if self.isVisible():
            self.show_settings()

    def _reset_all(self) -> None:
        self.row("system").editor.setFocus()
        self._settings.choose({}, "")
