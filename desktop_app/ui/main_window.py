"""The window: three panes under one toolbar row. It only composes; what happens is in the controllers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, QTimer, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices
from PySide6.QtWidgets import QMainWindow, QMenu, QStackedWidget, QVBoxLayout, QWidget

from desktop_app import APP_NAME, __version__
from desktop_app.ui.actions import build_actions
from desktop_app.ui.announcer import Announcer
from desktop_app.ui.audition.shadow_audition import AuditionParts, ShadowAudition
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.chat.chat_parts import ChatParts
from desktop_app.ui.chat.chat_settings_controller import ChatSettingsController
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.message_menu import MessageMenu
from desktop_app.ui.chat.system_strip import SystemStrip
from desktop_app.ui.chat.welcome import EmptyChat, WelcomePage
from desktop_app.ui.column import Column, Ground, Panes
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.composer_controller import ComposerController
from desktop_app.ui.composer.edit_banner import EditBanner
from desktop_app.ui.composer.overflow_controller import CHOICES, OverflowController, OverflowParts
from desktop_app.ui.composer.overflow_menu import ACTION_OF, OverflowMenu
from desktop_app.ui.conversations.chat_library import ChatLibrary
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.dashboard.cards_menu import CardsMenu
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.machine_numbers import MachineNumbers
from desktop_app.ui.dashboard.worth_controller import WorthController
from desktop_app.ui.dialogs import ForgetChoice
from desktop_app.ui.duel.duel_controller import DuelController
from desktop_app.ui.engine.measuring import Measuring
from desktop_app.ui.engine.model_controller import KnownTargets, ModelController, ModelParts
from desktop_app.ui.inspector.inspection import Inspection
from desktop_app.ui.menu import build_menu
from desktop_app.ui.models.library_controller import LibraryController, LibraryParts
from desktop_app.ui.models.pair_controller import PairController, PairParts
from desktop_app.ui.replay.replay_controller import ReplayController
from desktop_app.ui.selftest.selftest_controller import SelfTestController
from desktop_app.ui.settings.settings_controller import SettingsController, SettingsParts
from desktop_app.ui.shortcut_sheet import ShortcutSheet
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.toolbar import Toolbar
from desktop_app.ui.window_services import WindowServices
from desktop_app.ui.zoom import Zoom

# A worker inside a forward pass or an import needs a moment; for longer than this nobody waits.
CLOSE_WITHIN_MS = 5_000
# what of the chat is left to see, however long the message that is written
_PAGE_HEIGHT = 160


class MainWindow(QMainWindow):
    """Emits `closed` once: when the background thread has ended, or could not be waited for any longer.

    forget: what the user wants deleted once everything is closed.
    """

    closed = Signal()

    def __init__(self, services: WindowServices) -> None:
        super().__init__()
        self.setWindowTitle(APP_NAME)
        self._services = services
        self.forget: ForgetChoice = "nothing"
        self._closing = False
        self._sheet: ShortcutSheet | None = None
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._leave)
        self._build_parts(services.themes)
        self._build_panes()
        self._build_controllers()
        self.actions_by_name = build_actions(self, self._handlers())
        self.overflow_menu = OverflowMenu(self.overflow, self.actions_by_name, self.composer.meter)
        self.settings = SettingsController(services, self._settings_parts())
        self.announcer = Announcer(services.thread, self.status, self)
        self.chat.hand.chose.connect(self.announcer.say)
        self.inspection.said.connect(self.announcer.say)
        self._build_menu()
        self._connect()
        self._restore()
        self.chats.open("")
        self.library.list.refresh()

    def start(self, target: str) -> None:
        """Loads the given target, or "" for what was used last; called once the window is visible."""
        self.composer.take_focus()
        self.models.start(target or self._services.preferences.target)
        self.library.list.purge()
        self.model_library.local.refresh()

    # -- building -----------------------------------------------------------------------------------------

    def _build_parts(self, themes: ThemeManager) -> None:
        self.toolbar = Toolbar(themes, self)
        self.conversations = ConversationList(themes, self)
        self.chat = ChatView(themes, self)
        self.strip = SystemStrip(themes, self)
        self.welcome = WelcomePage(themes, self)
        self.empty = EmptyChat(themes, self)
        self.status = StatusLine(themes, self)
        self.banner = EditBanner(themes, self)
        self.composer = Composer(themes, self)
        self.dashboard = Dashboard(themes, self)

    def _build_panes(self) -> None:
        self.pages = QStackedWidget(self)
        for page in (self.welcome, self.empty, self.chat):
            self.pages.addWidget(page)
        # a long message takes from the page's height, never from the screen around the window
        self.pages.setMinimumHeight(_PAGE_HEIGHT)
        self.centre = Ground(self._services.themes, self)
        column = QVBoxLayout(self.centre)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        above = Column((self.strip,), self.centre)
        below = Column((self.status, self.banner, self.composer), self.centre)
        column.addWidget(above)
        column.addWidget(self.pages, 1)
        column.addWidget(below)
        self.columns = (above, below)
        self.splitter = Panes(self._services.themes, self)
        for pane in (self.conversations, self.centre, self.dashboard):
            self.splitter.addWidget(pane)
        self.splitter.setStretchFactor(1, 1)
        body = QWidget(self)
        rows = QVBoxLayout(body)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.toolbar)
        rows.addWidget(self.splitter, 1)
        self.setCentralWidget(body)

    def _build_controllers(self) -> None:
        services, preferences = self._services, self._services.preferences
        parts = ChatParts(self.chat, self.composer, self.banner, self.dashboard, self.status, self.toolbar)
        self.chat_settings = ChatSettingsController(services, self.toolbar, self.strip, self.status, self)
        requests = self.chat_settings.requests
        self.chats = ChatController(services.store, services.thread, parts, requests, self)
        self.message_menu = MessageMenu(self.chat, self.chats.messages, self)
        self.inspection = Inspection(self.chat, self.dashboard, self.chats.messages.messages, self)
        self.zoom = Zoom(preferences, self.chat, self.composer, self.columns, self.status.show_text, self)
        self.library = ChatLibrary(services, self.conversations, self.composer, self.status, self.chats, self)
        self.composing = ComposerController(
            services, self.composer, self.centre, lambda: self.chats.current, self
        )
        self.replays = ReplayController(
            services, self.library, self.chats, self.status, self.composer.attach, self
        )
        self.composer.dropped = self.replays.take
        self.overflow = self._overflow_controller()
        self.measuring = Measuring(services.thread, self.status, self._tokens_here, self)
        self.worth = WorthController(
            self.dashboard, self.toolbar, services, self.measuring, self._tokens_here, self
        )
        self.chat_settings.chat.changed.connect(self.worth.refresh)
        self.self_test = SelfTestController(services, self.toolbar, self)
        self.duels = DuelController(
            services, lambda: self.composer.typed, lambda: self.chats.current, requests.prompt, self
        )
        self.audition = ShadowAudition(
            services, AuditionParts(self.composer, self.chats, self.chat_settings, self.dashboard), self
        )
        model_parts = ModelParts(self.welcome, self.empty, self.status, self.toolbar)
        targets = KnownTargets(services.paths.models, preferences.remember_target)
        self.models = ModelController(services.thread, model_parts, targets, self)
        self.model_library = LibraryController(services, LibraryParts(self.models, self.toolbar, self))
        pair = PairParts(self.models, self.toolbar, self.status, self.model_library.work, self)
        self.pairs = PairController(services, pair)

    def _tokens_here(self) -> int | None:
        return self.chats.context.tokens(self.chats.current)

    def _overflow_controller(self) -> OverflowController:
        chat, requests = self.chat_settings.chat, self.chat_settings.requests
        self.chats.context.max_tokens = lambda: requests.max_tokens
        self.chats.context.prompt = requests.prompt
        parts = OverflowParts(self.composer, self.status, self.chats, chat)
        return OverflowController(self._services.store, self._services.thread, parts, self)

    def _handlers(self) -> dict[str, Callable[[], object]]:
        return {
            **self.library.handlers(),
            "edit_last": self.chats.edit_last,
            "attach_files": self.composing.choose_files,
            **{ACTION_OF[choice]: partial(self.overflow.choose, choice) for choice in CHOICES},
            "focus_composer": self.composer.take_focus,
            **self._message_handlers(),
            **self.replays.handlers(),
            **self.inspection.handlers(),
            "stop": self.chats.escape,
            "open_library": self.model_library.open,
            "get_models": self.model_library.open_get,
            "check_pair": self.pairs.open,
            "open_folder": self._open_folder,
            "open_gguf": self._open_gguf,
            "toggle_mode": self.toolbar.toggle_mode,
            "open_duel": self.duels.open,
            "self_test": self.self_test.open,
            "measure_plain": self.measuring.start,
            "show_chats": lambda: self.settings.keep_panes(),
            "show_instruments": lambda: self.settings.keep_panes(),
            "cards": lambda: self.cards.open(),
            "show_marks": lambda: self.settings.keep_marks(),
            "record_distributions": lambda: self.settings.keep_recording(),
            "zoom_in": self.zoom.larger,
            "zoom_out": self.zoom.smaller,
            "zoom_reset": self.zoom.reset,
            "theme_system": lambda: self.settings.choose_theme("system"),
            "theme_light": lambda: self.settings.choose_theme("light"),
            "theme_dark": lambda: self.settings.choose_theme("dark"),
            "switch_theme": lambda: self.settings.switch_theme(),
            "chat_settings": self.chat_settings.open_dialog,
            "presets": self.chat_settings.open_dialog,
            "open_settings": lambda: self.settings.open_dialog(),
            "open_logs": self._open_logs,
            "shortcuts": self._show_shortcuts,
            "about": self._about,
            "quit": self.close,
        }

    def _message_handlers(self) -> dict[str, Callable[[], object]]:
        messages, hand = self.chats.messages, self.chat.hand
        return {
            "previous_message": lambda: hand.walk(-1),
            "next_message": lambda: hand.walk(1),
            "copy_message": messages.copy,
            "copy_markdown": messages.copy_markdown,
            "edit_message": messages.edit_chosen,
            "regenerate": messages.regenerate,
            "continue_reply": messages.go_on,
            "previous_version": lambda: messages.step(-1),
            "next_version": lambda: messages.step(1),
            "branch_here": messages.branch,
            "fork_token": self.message_menu.open_forks,
        }

    def _settings_parts(self) -> SettingsParts:
        return SettingsParts(
            self,
            self.chat_settings.toolbar,
            self.chat,
            self.conversations,
            self.dashboard,
            self.status,
            self.actions_by_name,
        )

    def _build_menu(self) -> None:
        actions = self.actions_by_name
        self.chats.mode.attach(actions["toggle_mode"])
        actions["presets"].setMenu(self.chat_settings.menu(self))
        self.cards = CardsMenu(self.dashboard, self._services.state, actions["cards"])
        self.library.attach(actions)
        self.inspection.attach(actions)
        self.menu = QMenu(self)
        build_menu(self.menu, actions)
        self.toolbar.menu_button.setShortcut("F10")
        self.toolbar.menu_button.clicked.connect(self._open_menu)
        self.toolbar.chats_button.clicked.connect(actions["show_chats"].trigger)
        self.toolbar.instruments_button.clicked.connect(actions["show_instruments"].trigger)
        self.toolbar.theme_button.clicked.connect(self.settings.switch_theme)

    def _connect(self) -> None:
        self.chat.attachment_opened.connect(self.composer.show_attachment)
        self.chats.content_changed.connect(self._choose_page)
        self.models.state_changed.connect(self._choose_page)
        self.models.state_changed.connect(self._prepare_charts)
        self._services.thread.device_used.connect(self.dashboard.instrument(MachineNumbers).show_device)
        self.empty.example_chosen.connect(self.chats.ask_example)
        self.welcome.example_requested.connect(self.replays.show_example)
        for place in (self.toolbar, self.welcome):
            place.folder_requested.connect(self._open_folder)
            place.library_requested.connect(self.model_library.open)
        self.toolbar.gguf_requested.connect(self._open_gguf)
        self.settings.forget_agreed.connect(self._forget)
        self._services.thread.ended.connect(self._thread_ended)

    def _restore(self) -> None:
        if not self._services.state.restore(self, self.splitter):
            self.resize(1280, 800)
            self.splitter.setSizes([220, 740, 320])

    # -- what is shown ------------------------------------------------------------------------------------

    def _choose_page(self) -> None:
        state = self._services.thread.state
        if self.chats.has_messages:
            page: QWidget = self.chat
        elif state.model and state.stage not in ("empty", "fetching", "loading", "failed"):
            page = self.empty
        else:
            page = self.welcome
        self.pages.setCurrentWidget(page)

    def _prepare_charts(self) -> None:
        # before that they would hold up the model, and later its first reply
        if self._services.thread.state.stage == "ready":
            self.dashboard.prepare_charts()

    def _open_menu(self) -> None:
        button = self.toolbar.menu_button
        right = button.mapToGlobal(QPoint(button.width(), button.height()))
        self.menu.popup(QPoint(right.x() - self.menu.sizeHint().width(), right.y()))
        if not button.underMouse():
            # opened with the keyboard, on which the arrows lead from here
            self.menu.setActiveAction(self.menu.actions()[0])

    # -- what the user does -------------------------------------------------------------------------------

    def _open_folder(self) -> None:
        self._open(self._services.dialogs.model_folder(self))

    def _open_gguf(self) -> None:
        self._open(self._services.dialogs.gguf_file(self))

    def _open(self, target: str) -> None:
        if target:
            self.models.choose(target)

    def _open_logs(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._services.paths.logs)))

    def _show_shortcuts(self) -> None:
        if self._sheet is None:
            self._sheet = ShortcutSheet(self._services.themes, self)
        self._sheet.show()
        self._sheet.raise_()
        self._sheet.activateWindow()

    def _about(self) -> None:
        text = self.tr(
            "Slipstream {version}\n\nChat with a local language model and see which tokens a draft guessed "
            "right."
        )
        self._services.dialogs.tell(self, self.tr("About Slipstream"), text.format(version=__version__))

    def _forget(self, models: bool) -> None:
        self.forget = "data and models" if models else "data"
        self.close()

    # -- closing ------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Never waits: hides, cancels what runs, and closes again when the thread has ended."""
        if self._services.thread.has_ended:
            event.accept()
            self._leave()
            return
        event.ignore()
        if not self._closing:
            self._closing = True
            self._services.state.save(self, self.splitter)
            self.chat_settings.close()
            self.settings.close_dialog()
            self.duels.close()
            self.pairs.close()
            self.model_library.shut_down()
            self.self_test.close()
            self.replays.close()
            if self._sheet is not None:
                self._sheet.close()
            self.hide()
            self.library.shut_down()
            self._services.thread.shut_down()
            self._patience.start(CLOSE_WITHIN_MS)

    def _thread_ended(self) -> None:
        if self._closing:
            self.close()

    def _leave(self) -> None:
        self._patience.stop()
        self.library.close(CLOSE_WITHIN_MS / 1000)
        self.model_library.close(CLOSE_WITHIN_MS / 1000)
        self.closed.emit()
