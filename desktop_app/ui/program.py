"""Composition root of the window: everything is built once here and handed down."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_app import APP_ID, APP_NAME, __version__
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.baselines import Baselines
from desktop_app.forget import forget_everything, left_sentence
from desktop_app.models.machine import fingerprint
from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.dialogs import Dialogs, ForgetChoice
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.engine.engine_worker import Fetcher, Loader, unexpected
from desktop_app.ui.engine.load_marker import LoadMarker
from desktop_app.ui.first_paint import FirstPaint
from desktop_app.ui.garbage import Garbage
from desktop_app.ui.icons import app_icon
from desktop_app.ui.language import Translations
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.models.estimator import Estimator
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.raise_request import ACTIVATION, RaiseRequest
from desktop_app.ui.sentences import translated
from desktop_app.ui.single_instance import SingleInstance
from desktop_app.ui.start_notes import StartNotes
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_services import WindowServices
from desktop_app.ui.window_state import WindowState

_CLOSE_S = 5.0
# set by whoever tests an artefact: the window opens, says so in the log and closes again
SMOKE_TEST = "SLIPSTREAM_SMOKE_TEST"

ExceptHook = Callable[[type[BaseException], BaseException, TracebackType | None], object]

_log = logging.getLogger(__name__)

# lupdate knows the function by this name
translate = QCoreApplication.translate


def run(
    paths: Paths,
    *,
    settings: SettingsStore,
    target: str,
    loader: Loader,
    fetcher: Fetcher,
    argv: list[str],
    log_file: Path | None,
    dialogs: Dialogs | None = None,
    estimator: Estimator | None = None,
) -> int:
    """Shows the window and returns when it is closed.

    Where the user wants everything forgotten, that is done when nothing is open any more, and a second
    window follows.
    """
    app = make_application(argv)
    themes = ThemeManager(app, settings.settings.theme)
    translations = Translations(app, settings.settings.language)
    garbage = Garbage()
    instance = SingleInstance(paths.data)
    program = _Program(
        app,
        instance,
        paths,
        settings,
        themes,
        translations,
        loader,
        fetcher,
        log_file,
        dialogs or Dialogs(),
        estimator,
    )
    try:
        if not instance.claim(RaiseRequest.of_this_start(target)):
            _log.info("Another window has these chats open; it was brought to the front")
            return 0
        garbage.begin()
        program.run(target)
    except SlipstreamError as error:
        _log.exception("The window cannot be opened")
        QMessageBox.critical(None, APP_NAME, translated(str(error)))
        return 1
    finally:
        garbage.end()
        instance.release()
        translations.remove()
    return 0


@dataclass(frozen=True, slots=True)
class _Program:
    """What outlives a window."""

    app: QApplication
    instance: SingleInstance
    paths: Paths
    settings: SettingsStore
    themes: ThemeManager
    translations: Translations
    loader: Loader
    fetcher: Fetcher
    log_file: Path | None
    dialogs: Dialogs
    estimator: Estimator | None

    def run(self, target: str) -> None:
        """Raises SlipstreamError when the chats cannot be opened."""
        left = ""
        while True:
            store = ChatStore(self.paths.chats)
            notes = [*self.settings.problems, store.notice, _interrupted_note(store.recover())]
            forget = self.visit(store, target, notes, left)
            if forget == "nothing":
                return
            target = ""
            left = left_sentence(forget_everything(self.paths, models=forget == "data and models"))
            self.settings.read()
            self.themes.choose(self.settings.settings.theme)
            self.translations.choose(self.settings.settings.language)

    def visit(self, store: ChatStore, target: str, notes: list[str], left: str) -> ForgetChoice:
        """Shows a window until it is closed and nothing is open any more; returns what is to be deleted.

        left: what the window says of data that could not be deleted before it, "" for nothing.
        """
        baselines = Baselines(self.paths.baselines, fingerprint)
        marker = LoadMarker(self.paths.loading)
        crashed = marker.left()
        thread = EngineThread(
            self.loader,
            self.fetcher,
            self.paths.chats,
            log_file=self.log_file,
            baselines=baselines,
            marker=marker,
        )
        state = WindowState(self.paths.config / "window.ini")
        try:
            services = WindowServices(
                self.paths,
                Preferences(self.settings, state),
                state,
                store,
                thread,
                self.themes,
                self.dialogs,
                crashed,
                self.estimator,
            )
            forget = self._show(services, target, notes, left)
        finally:
            # the thread is no daemon: one that is not ended would keep the process alive without a window
            if not thread.close(_CLOSE_S):
                _log.error("The engine thread did not end within %.0f s", _CLOSE_S)
            store.close()
            thread.deleteLater()
        if forget != "nothing":
            # what waits to be written would bring the file back
            state.clear()
        return forget

    def _show(self, services: WindowServices, target: str, notes: list[str], left: str) -> ForgetChoice:
        window = MainWindow(services)
        services.preferences.complain = window.status.show_error
        window.closed.connect(self.app.quit)
        self.instance.on_raise = lambda request: _raise(window, request)
        with _reported(window, self.log_file):
            window.show()
            FirstPaint(window, lambda: window.start(target))
            _tell(window, [note for note in notes if note])
            if left:
                # the status line would lose it to the progress of loading
                title = translate("Program", "Forget Everything")
                QTimer.singleShot(0, window, lambda: services.dialogs.tell(window, title, translated(left)))
            _log.info("%s %s READY", APP_NAME, __version__)
            if os.environ.get(SMOKE_TEST):
                QTimer.singleShot(1000, window, window.close)
            self.app.exec()
        self.instance.on_raise = lambda _request: False
        window.deleteLater()
        return window.forget


def _raise(window: MainWindow, request: RaiseRequest) -> bool:
    # a window that is being closed is hidden already
    if not window.isVisible():
        return False
    if request.activation:
        os.environ[ACTIVATION] = request.activation
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    if request.target:
        window.models.choose(request.target)
    return True


def make_application(argv: list[str]) -> QApplication:
    """The one QApplication of the process, named and with its icon."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(argv)
    app.setApplicationName(APP_NAME)
    app.setApplicationDisplayName(APP_NAME)
    app.setApplicationVersion(__version__)
    app.setDesktopFileName(APP_ID)
    app.setWindowIcon(app_icon())
    # a window that only hides while its thread ends must not end the program
    app.setQuitOnLastWindowClosed(False)
    return app


def _tell(window: MainWindow, notes: list[str]) -> None:
    for note in notes:
        _log.warning("%s", note)
    if notes:
        StartNotes(notes, window.models, window.status, window)


def _interrupted_note(count: int) -> str:
    if not count:
        return ""
    sentence = translate(
        "Program", "Replies cut short when the program last ended: {count}; what was shown is kept."
    )
    return sentence.format(count=count)


@contextmanager
def _reported(window: MainWindow, log_file: Path | None) -> Iterator[None]:
    """Exceptions that no one expected go to the log, and the user is told once that they happened."""
    before = sys.excepthook

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        _log.error("Unexpected error in the window", exc_info=(kind, error, trace))
        window.status.show_error(unexpected(kind.__name__, log_file))

    sys.excepthook = report
    try:
        yield
    finally:
        sys.excepthook = before
