"""The real run_window, offscreen, visited as a user would; only the engine is scripted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted_engine import REPLY, ScriptedFetcher, ScriptedLoader, plain_rounds, speculative_rounds
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def paths(tmp_path: Path, qapp: QApplication) -> Paths:
    from window_bench import install_starter

    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


@pytest.fixture
def loader() -> ScriptedLoader:
    return ScriptedLoader()


def test_ask_stop_switch_rename_delete_close_and_reopen(paths: Paths, loader: ScriptedLoader) -> None:
    engine = loader.engine

    def first(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert REPLY in window.chat.plain_text()
        engine.pause_at = 4
        type_and_send(window, "Again, please")
        yield engine.paused.is_set
        QTest.keyClick(window.composer, Qt.Key.Key_Escape)
        yield reply_ended(window)
        engine.pause_at = None
        QTest.mouseClick(window.toolbar.mode.buttons()[1], Qt.MouseButton.LeftButton)
        type_and_send(window, "Plainly")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        assert window.status.text.startswith("plain")
        window.conversations.renamed.emit(window.chats.current, "Leaves")
        window.actions_by_name["new_chat"].trigger()
        type_and_send(window, "To be deleted")
        yield lambda: window.chats.replying
        yield reply_ended(window)
        window.actions_by_name["delete_chat"].trigger()
        assert [chat.title for chat in ChatStore(paths.chats).conversations()] == ["Leaves"]

    assert Visit(paths, first, loader=loader, fetcher=ScriptedFetcher()).code == 0
    loader.engine.closed = False

    def second(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        store = ChatStore(paths.chats)
        (chat,) = store.conversations()
        assert chat.title == "Leaves"
        replies = [message for message in store.messages(chat.id) if message.role == "assistant"]
        assert [reply.status for reply in replies] == ["complete", "cancelled", "complete"]
        assert store.rounds(replies[0].id) == tuple(speculative_rounds())
        assert store.rounds(replies[1].id) == tuple(speculative_rounds()[:4])
        assert store.rounds(replies[2].id) == tuple(plain_rounds())
        store.close()
        assert window.toolbar.current_mode() == "plain"
        window.conversations.selected.emit(chat.id)
        shown = window.chat.plain_text()
        assert shown.count(REPLY) == 2
        assert "Again, please" in shown
        assert "Stopped." in shown

    assert Visit(paths, second, loader=loader, fetcher=ScriptedFetcher()).code == 0
    log = (paths.logs / "slipstream.log").read_text(encoding="utf-8")
    assert log.count("READY") == 2
    assert "ERROR" not in log


def test_closing_in_mid_stream_ends_with_0_and_loses_nothing(paths: Paths, loader: ScriptedLoader) -> None:
    loader.engine.pause_at = 5

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "How does it work?")
        yield loader.engine.paused.is_set

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    assert loader.engine.closed
    store = ChatStore(paths.chats)
    reply = store.messages(store.conversations()[0].id)[-1]
    assert reply.status == "cancelled"
    assert store.rounds(reply.id) == tuple(speculative_rounds()[:5])
    store.close()


def test_closing_while_a_model_loads(paths: Paths) -> None:
    loader = ScriptedLoader(slow=True)

    def steps(window: MainWindow) -> Steps:
        yield loader.waiting.is_set

    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0


def test_an_unexpected_error_in_the_window_is_logged_and_told(paths: Paths, loader: ScriptedLoader) -> None:
    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        sys.excepthook(ZeroDivisionError, ZeroDivisionError("a secret"), None)
        assert "ZeroDivisionError" in window.status.text
        assert "slipstream.log" in window.status.text

    before = sys.excepthook
    assert Visit(paths, steps, loader=loader, fetcher=ScriptedFetcher()).code == 0
    assert sys.excepthook is before
    assert "a secret" in (paths.logs / "slipstream.log").read_text(encoding="utf-8")


# -- in a process of its own ------------------------------------------------------------------------------

SHOWN_BEFORE_TORCH = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import desktop_app.application as application
from desktop_app.paths import Paths
seen = []
def load(target, progress, check):
    raise AssertionError("nothing is loaded at a first start")
def look():
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible()]
    windows = [w for w in shown if type(w).__name__ == "MainWindow"]
    if windows:
        seen.extend(name for name in ("torch", "transformers") if name in sys.modules)
        Path(sys.argv[2]).write_text("seen: " + ",".join(seen))
        windows[0].close()
    else:
        QTimer.singleShot(5, look)
application.qt_platform.screen = lambda: "x"
QApplication([])
QTimer.singleShot(0, look)
{before}
sys.exit(application.run_window(Paths.under(Path(sys.argv[1])), loader=load, fetcher=load))
"""


def _run(script: str, tmp_path: Path, **environment: str | None) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "data"), str(tmp_path / "seen")],
        env={name: value for name, value in variables.items() if value is not None},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("before", ["", "sys.stdout = sys.stderr = None"])
def test_the_window_shows_before_torch_and_without_streams(tmp_path: Path, before: str) -> None:
    result = _run(SHOWN_BEFORE_TORCH.format(before=before), tmp_path, QT_QPA_PLATFORM="offscreen")
    said = [line for line in result.stderr.splitlines() if not line.startswith("This plugin does not")]
    assert (result.returncode, said) == (0, [])
    assert (tmp_path / "seen").read_text() == "seen: "


NO_SCREEN = """
import sys
from pathlib import Path
from desktop_app.application import run_window
from desktop_app.paths import Paths
sys.exit(run_window(Paths.under(Path(sys.argv[1]))))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
@pytest.mark.parametrize("display", [None, ":987"])
def test_without_a_screen_one_sentence_and_1(tmp_path: Path, display: str | None) -> None:
    result = _run(NO_SCREEN, tmp_path, QT_QPA_PLATFORM=None, DISPLAY=display, WAYLAND_DISPLAY=None)
    assert result.returncode == 1
    assert len(result.stderr.splitlines()) == 1
    assert "apt install" in result.stderr or "slipstream generate" in result.stderr


def test_missing_libraries_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    from desktop_app import application

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(application.qt_platform, "xcb_plugin", lambda: Path("libqxcb.so"))
    monkeypatch.setattr(application.qt_platform, "missing_libraries", lambda _: ["libxcb-icccm.so.4"])
    assert "sudo apt install libxcb-icccm4" in application.window_obstacle()


def test_a_model_is_loaded_as_the_settings_say_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app import application
    from desktop_app.engines import model_loader
    from desktop_app.models import examination
    from desktop_app.settings.store import SettingsStore

    asked: list[tuple[object, ...]] = []
    names = ("device", "dtype", "context", "quantise", "draft_device")

    def load_engine(target: str, paths: Paths, **options: object) -> object:
        asked.append((target, *(options[name] for name in names)))
        # what can be remembered without being kept
        return type("Engine", (), {})()

    monkeypatch.setattr(model_loader, "load_engine", load_engine)
    monkeypatch.setattr(model_loader, "target_path", lambda target, _: Path(target))
    monkeypatch.setattr(examination, "examine", lambda *_, **__: None)
    paths = Paths.under(tmp_path)
    settings = SettingsStore(paths.settings)
    load = application._default_loader(paths, settings)
    load("starter", lambda _: None, lambda: None)
    settings.change(device="cuda:1", dtype="float32", context=4096, quantise="4", draft_device="cpu")
    load("/models/x", lambda _: None, lambda: None)
    assert asked == [
        ("starter", "auto", "auto", "auto", "off", "auto"),
        ("/models/x", "cuda:1", "float32", 4096, "4", "cpu"),
    ]
