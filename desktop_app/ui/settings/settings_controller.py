"""Settings and what shows them: the panes, the marks, the theme, the toolbar's options and the dialog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QWindow
from PySide6.QtWidgets import QWidget

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.settings.settings_dialog import SettingsDialog
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.theme import ThemeChoice
from desktop_app.ui.toolbar_options import ToolbarOptions
from desktop_app.ui.window_services import WindowServices

_PANES = frozenset({"conversations_visible", "instruments_visible"})
_MARKS = frozenset({"show_marks"})
_THEME = frozenset({"theme"})
_RECORDING = frozenset({"record_distributions"})


@dataclass(frozen=True, slots=True)
class SettingsParts:
    """The widgets that show a setting, and the actions that change one."""

    window: QWidget
    toolbar: ToolbarOptions
    chat: ChatView
    conversations: ConversationList
    dashboard: Dashboard
    status: StatusLine
    actions: Mapping[str, QAction]


class SettingsController(QObject):
    """A setting counts the same whether the dialog, a menu, the toolbar or the file changed it."""

    forget_agreed = Signal(bool)

    def __init__(self, services: WindowServices, parts: SettingsParts) -> None:
        super().__init__(parts.window)
        self._services = services
        self._parts = parts
        self._preferences = services.preferences
        self._dialog: SettingsDialog | None = None
        parts.actions[f"theme_{services.themes.choice}"].setChecked(True)
        self._show_panes()
        self._show_marks()
        self._show_recording()
        self._preferences.changed.connect(self._changed)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.focusWindowChanged.connect(self._focus_changed)

    # -- from the menus and the toolbar -------------------------------------------------------------------

    def keep_panes(self) -> None:
        """Takes over which panes the actions say are visible."""
        chats, instruments = (
            self._parts.actions[f"show_{name}"].isChecked() for name in ("chats", "instruments")
        )
        self._preferences.set_panes(chats, instruments)

    def keep_marks(self) -> None:
        self._preferences.set_show_marks(self._parts.actions["show_marks"].isChecked())

    def keep_recording(self) -> None:
        recording = self._parts.actions["record_distributions"].isChecked()
        self._preferences.change(record_distributions=recording)

    def choose_theme(self, choice: ThemeChoice) -> None:
        self._preferences.set_theme(choice)

    def switch_theme(self) -> None:
        self.choose_theme("light" if self._services.themes.current.name == "dark" else "dark")

    def open_dialog(self) -> None:
        """Shows the one settings dialog, in front where it is open already."""
        services = self._services
        if self._dialog is None:
            self._dialog = SettingsDialog(
                self._preferences,
                services.state,
                services.paths,
                services.themes,
                services.dialogs,
                self._parts.window,
            )
            self._dialog.file_requested.connect(self._open_file)
            self._dialog.forget_requested.connect(self._forget)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def close_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.close()

    @property
    def dialog(self) -> SettingsDialog | None:
        """The dialog, once it was opened."""
        return self._dialog

    # -- what a change does -------------------------------------------------------------------------------

    def _changed(self, names: frozenset[str]) -> None:
        if names & _THEME:
            self._show_theme()
        if names & _PANES:
            self._show_panes()
        if names & _MARKS:
            self._show_marks()
        if names & _RECORDING:
            self._show_recording()
        if "seed" in names:
            self._parts.toolbar.show_seed(self._preferences.settings.seed)
        elif names - _THEME - _PANES - _MARKS - _RECORDING:
            self._parts.toolbar.show()

    def _show_theme(self) -> None:
        choice = self._preferences.settings.theme
        self._services.themes.choose(choice)
        self._parts.actions[f"theme_{choice}"].setChecked(True)

    def _show_panes(self) -> None:
        chats, instruments = self._preferences.panes
        self._parts.actions["show_chats"].setChecked(chats)
        self._parts.actions["show_instruments"].setChecked(instruments)
        self._parts.conversations.setVisible(chats)
        self._parts.dashboard.setVisible(instruments)

    def _show_marks(self) -> None:
        visible = self._preferences.settings.show_marks
        self._parts.actions["show_marks"].setChecked(visible)
        self._parts.chat.set_marks_visible(visible)

    def _show_recording(self) -> None:
        recording = self._preferences.settings.record_distributions
        self._parts.actions["record_distributions"].setChecked(recording)
        self._parts.dashboard.inspector.set_recording(recording)

    def _focus_changed(self, window: QWindow | None) -> None:
        if window is not None:
            self._preferences.refresh()

    # -- from the dialog ----------------------------------------------------------------------------------

    def _open_file(self) -> None:
        try:
            path = self._preferences.file()
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
        else:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def _forget(self) -> None:
        assert self._dialog is not None
        try:
            chats = len(self._services.store.conversations())
        except SlipstreamError:
            chats = 0
        choice = self._services.dialogs.forget_everything(self._dialog, chats, self._services.paths.models)
        if choice != "nothing":
            self.forget_agreed.emit(choice == "data and models")
