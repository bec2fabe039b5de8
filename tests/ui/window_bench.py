"""A whole window over a scripted engine, for tests and for pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader

from desktop_app.chats.store import ChatStore
from desktop_app.models import starter_info
from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.dialogs import Dialogs, ExportChoice
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.preferences import Preferences
from desktop_app.ui.theme import ThemeManager
from desktop_app.ui.window_services import WindowServices
from desktop_app.ui.window_state import WindowState


@dataclass
class FakeDialogs(Dialogs):
    """Answers what it was told to, and keeps what it was asked."""

    folder: str = ""
    gguf: str = ""
    preset: str = ""
    preset_file: str = ""
    agree: bool = True
    token: str | None = None
    chosen_folder: str = ""
    export: ExportChoice | None = None
    export_all: Path | None = None
    imports: list[Path] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)
    duel: Path | None = None
    details: Path | None = None

    def model_folder(self, parent: QWidget) -> str:
        self.asked.append("folder")
        return self.folder

    def models_folder(self, parent: QWidget) -> str:
        self.asked.append("models folder")
        return self.folder

    def really_cancel_download(self, parent: QWidget, name: str) -> bool:
        self.asked.append(f"cancel {name}")
        return self.agree

    def hub_token(self, parent: QWidget, *, keyring: bool) -> str | None:
        self.asked.append(f"token, {'kept' if keyring else 'not kept'}")
        return self.token

    def really_delete_model(self, parent: QWidget, name: str, size: str) -> bool:
        self.asked.append(f"delete {name}, {size}")
        return self.agree

    def gguf_file(self, parent: QWidget) -> str:
        self.asked.append("gguf")
        return self.gguf

    def preset_name(self, parent: QWidget, current: str) -> str:
        self.asked.append(f"name of preset {current}")
        return self.preset

    def really_replace_preset(self, parent: QWidget, name: str) -> bool:
        self.asked.append(f"replace {name}")
        return self.agree

    def really_delete_preset(self, parent: QWidget, name: str) -> bool:
        self.asked.append(f"delete {name}")
        return self.agree

    def preset_to_import(self, parent: QWidget) -> str:
        return self.preset_file

    def preset_to_export(self, parent: QWidget, name: str) -> str:
        self.asked.append(name)
        return self.preset_file

    def really_erase_chats(self, parent: QWidget, question: str) -> bool:
        self.asked.append(question)
        return self.agree

    def chat_folder(self, parent: QWidget, folders: list[str], current: str) -> str:
        self.asked.append(f"folder for a chat in “{current}” of {folders}")
        return self.chosen_folder

    def text_files(self, parent: QWidget) -> list[Path]:
        self.asked.append("files")
        return self.files

    def duel_file(self, parent: QWidget) -> Path | None:
        self.asked.append("duel file")
        return self.duel

    def details_file(self, parent: QWidget) -> Path | None:
        self.asked.append("details file")
        return self.details

    def export_file(self, parent: QWidget, name: str) -> ExportChoice | None:
        self.asked.append(name)
        return self.export

    def export_all_file(self, parent: QWidget) -> Path | None:
        return self.export_all

    def import_files(self, parent: QWidget) -> list[Path]:
        return self.imports

    def tell(self, parent: QWidget, title: str, text: str) -> None:
        self.asked.append(text)


def install_starter(paths: Paths) -> None:
    """Makes the starter model look installed."""
    folder = starter_info.starter_folder(paths.models)
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (folder / name).touch()


class WindowBench:
    """A whole window over a scripted engine, built as program.py builds it."""

    def __init__(self, app: QApplication, qtbot: QtBot, root: Path) -> None:
        self.qtbot = qtbot
        self.paths = Paths.under(root)
        self.loader = ScriptedLoader()
        self.fetcher = ScriptedFetcher(on_done=lambda: install_starter(self.paths))
        self.dialogs = FakeDialogs()
        self.themes = ThemeManager(app, "dark")
        self.store = ChatStore(self.paths.chats)
        self.thread = EngineThread(self.loader, self.fetcher, self.paths.chats, log_file=root / "the.log")
        self.state = WindowState(self.paths.config / "window.ini")
        self.preferences = Preferences(SettingsStore(self.paths.settings), self.state)
        self.window = MainWindow(
            WindowServices(
                self.paths, self.preferences, self.state, self.store, self.thread, self.themes, self.dialogs
            )
        )
        self.preferences.complain = self.window.status.show_error

    @property
    def engine(self) -> ScriptedEngine:
        return self.loader.engine

    def until(self, condition: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(condition, timeout=10_000)

    def show(self) -> None:
        with self.qtbot.waitExposed(self.window):
            self.window.show()

    def ready(self) -> None:
        """Shows the window with the starter loaded."""
        install_starter(self.paths)
        self.show()
        self.window.start("")
        self.until(lambda: self.thread.state.stage == "ready")

    def ask(self, text: str = "How does photosynthesis work?") -> None:
        self.window.composer.set_text(text)
        self.window.composer.submitted.emit(text)

    def answered(self) -> None:
        self.until(lambda: not self.window.chats.replying)

    def take_down(self) -> None:
        for gate in (self.loader.go, self.fetcher.go, self.engine.go):
            gate.set()
        assert self.thread.close(10)
        self.store.close()
        self.window.close()
        for thing in (self.window, self.thread, self.themes):
            thing.deleteLater()
