"""The settings of the open chat and what shows them: the dialog, the toolbar, the line over the chat."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.settings.presets import PresetFolder
from desktop_app.ui.chat.chat_request import ChatRequests
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.chat.preset_menu import PresetMenu
from desktop_app.ui.chat.system_strip import SystemStrip
from desktop_app.ui.settings.chat_settings_dialog import ChatSettingsDialog
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.toolbar_options import ToolbarOptions
from desktop_app.ui.window_services import WindowServices


class ChatSettingsController(QObject):
    """Owns the dialog; what is set is in `chat`."""

    def __init__(
        self,
        services: WindowServices,
        toolbar: Toolbar,
        strip: SystemStrip,
        status: StatusLine,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._services = services
        self._button = toolbar.chat_button
        self._strip = strip
        self._window = window
        self._dialog: ChatSettingsDialog | None = None
        complain = status.show_error
        self.chat = ChatSettings(services.store, services.state, self._new_chat, complain, self)
        self.presets = PresetMenu(
            PresetFolder(services.paths.presets),
            self.chat,
            services.preferences,
            services.dialogs,
            status.show_text,
            complain,
            self,
        )
        self.toolbar = ToolbarOptions(toolbar, services.preferences, self.chat, complain, self)
        self.requests = ChatRequests(
            self.toolbar, self.chat, services.preferences.limits, lambda: services.thread.state
        )
        self.chat.changed.connect(self._show)
        services.thread.state_changed.connect(self._show)
        strip.clicked.connect(self.open_dialog)
        self._button.clicked.connect(self.open_dialog)

    @property
    def dialog(self) -> ChatSettingsDialog | None:
        """The dialog, once it was opened."""
        return self._dialog

    def open_dialog(self) -> None:
        """Shows the one dialog, in front where it is open already."""
        services = self._services
        if self._dialog is None:
            self._dialog = ChatSettingsDialog(
                self.chat,
                services.preferences,
                self.presets,
                services.state,
                services.themes,
                services.dialogs,
                self._title,
                self._window,
            )
            self._show()
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def menu(self, parent: QWidget) -> QMenu:
        """The presets as a menu of the window."""
        menu = QMenu(parent)
        menu.aboutToShow.connect(lambda: self.presets.fill(menu, self._window))
        return menu

    def close(self) -> None:
        """Writes what waits, and closes the dialog."""
        self.chat.flush()
        if self._dialog is not None:
            self._dialog.close()

    def _new_chat(self) -> dict[str, object]:
        return self.presets.new_chat()

    def _show(self) -> None:
        note = self._note()
        self._strip.show_prompt(self.chat.system, note)
        self._button.set_marked(bool(self.chat.values))
        if self._dialog is not None:
            self._dialog.show_notice(note)

    def _title(self) -> str:
        try:
            conversation = self.chat.conversation
            title = self._services.store.conversation(conversation).title if conversation else ""
        except SlipstreamError:
            title = ""
        return title or self.tr("New chat")

    def _note(self) -> str:
        state = self._services.thread.state
        if not state.model or state.takes_system:
            return ""
        return self.tr("This model has no place for a system prompt: it is sent before your first message.")
