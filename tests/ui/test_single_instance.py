"""Two starts with one data folder: real processes, the real main(), a scripted engine in the first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QMessageBox
from window_bench import install_starter

from desktop_app.chats.store import ChatStore
from desktop_app.cli import main
from desktop_app.paths import Paths
from desktop_app.ui.raise_request import RaiseRequest
from desktop_app.ui.single_instance import NoAnswerError, SingleInstance, server_name

pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[2]

# Says what happens to its window; it closes when its standard input does. "hidden" does not react to that.
FIRST = """
import sys, threading
from pathlib import Path
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
import desktop_app.ui.program as program
from desktop_app.application import run_window
from desktop_app.paths import Paths
from scripted_engine import ScriptedFetcher, ScriptedLoader
class Loader(ScriptedLoader):
    def __call__(self, target, progress, check):
        print("load", target, flush=True)
        return super().__call__(target, progress, check)
class Window(program.MainWindow):
    def start(self, target):
        super().start(target)
        self.showMinimized()
        print("shown", flush=True)
    def raise_(self):
        super().raise_()
        print("raised", "minimised" if self.isMinimized() else "normal", flush=True)
program.MainWindow = Window
def close_with_input():
    over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    timer = QTimer(app)
    timer.timeout.connect(lambda: [w.close() for w in app.topLevelWidgets() if over.is_set()])
    timer.start(5)
app = QApplication([])
close_with_input()
sys.exit(run_window(Paths.under(Path(sys.argv[1])), loader=Loader(), fetcher=ScriptedFetcher(), argv=["t"]))
"""


@contextmanager
def first_window(data: Path) -> Iterator[subprocess.Popen[str]]:
    """A program whose window is open; afterwards it is closed and has ended well, unless it was killed."""
    folders = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    command = [sys.executable, "-c", FIRST, str(data)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": folders, "QT_QPA_PLATFORM": "offscreen"},
    ) as first:
        try:
            said(first, "shown")
            yield first
            killed = first.poll() is not None
        except BaseException:
            first.kill()
            raise
        assert first.stdin is not None
        first.stdin.close()
        assert first.wait(30) == 0 or killed


def said(first: subprocess.Popen[str], line: str) -> None:
    assert first.stdout is not None
    heard = first.stdout.readline()
    assert heard == f"{line}\n"


def test_the_second_raises_the_first_and_ends_well(tmp_path: Path) -> None:
    with first_window(tmp_path) as first:
        assert main(["--data-dir", str(tmp_path)]) == 0
        said(first, "raised normal")
        # the same folder under another name, and a model to load
        (tmp_path / "x").mkdir()
        assert main(["--data-dir", str(tmp_path / "x" / ".."), "--target", "/models/mine"]) == 0
        said(first, "raised normal")
        said(first, "load /models/mine")
    assert not (tmp_path / "window.lock").exists()


def test_another_folder_is_another_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server_name(tmp_path / "one") != server_name(tmp_path / "two")
    with first_window(tmp_path / "one") as first:
        # a window that opens and closes by itself
        monkeypatch.setenv("SLIPSTREAM_SMOKE_TEST", "1")
        assert main(["--data-dir", str(tmp_path / "two")]) == 0
        assert "READY" in (tmp_path / "two" / "logs" / "slipstream.log").read_text(encoding="utf-8")
        assert main(["--data-dir", str(tmp_path / "one")]) == 0
        said(first, "raised normal")


def test_a_crashed_first_one_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with first_window(tmp_path) as first:
        first.kill()
        first.wait()
    assert (tmp_path / "window.lock").exists()
    monkeypatch.setenv("SLIPSTREAM_SMOKE_TEST", "1")
    assert main(["--data-dir", str(tmp_path)]) == 0
    assert "READY" in (tmp_path / "logs" / "slipstream.log").read_text(encoding="utf-8").splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_first_one_that_hangs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda _parent, _title, text: told.append(text))
    monkeypatch.setattr("desktop_app.ui.single_instance._PATIENCE_S", 1.0)
    with first_window(tmp_path) as first:
        first.send_signal(signal.SIGSTOP)
        try:
            assert main(["--data-dir", str(tmp_path)]) == 1
        finally:
            first.send_signal(signal.SIGCONT)
        said(first, "raised normal")
    (sentence,) = told
    assert str(tmp_path) in sentence
    assert "does not react" in sentence


def test_the_chats_of_the_first_are_left_alone(tmp_path: Path) -> None:
    """A second program that opened them would end the reply that is being written."""
    with first_window(tmp_path):
        store = ChatStore(Paths.under(tmp_path).chats)
        reply = store.begin_reply(store.create_conversation().id)
        assert main(["--data-dir", str(tmp_path)]) == 0
        assert store.tree.path_to(reply.id)[-1].status == "streaming"
        store.close()


def test_generate_works_beside_an_open_window(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from scripted_engine import REPLY, ScriptedEngine

    import desktop_app.generate

    monkeypatch.setattr(desktop_app.generate, "load_engine", lambda *_, **__: ScriptedEngine())
    with first_window(tmp_path):
        install_starter(Paths.under(tmp_path))
        assert main(["--data-dir", str(tmp_path), "generate", "hello", "--no-color"]) == 0
    assert REPLY in capsys.readouterr().out


def test_one_that_ends_makes_room_for_the_next(tmp_path: Path) -> None:
    first, second = SingleInstance(tmp_path), SingleInstance(tmp_path)
    assert first.claim(RaiseRequest())
    with pytest.raises(NoAnswerError):
        second.claim(RaiseRequest(), patience_s=0.2)
    first.release()
    assert second.claim(RaiseRequest())
    second.release()


def test_the_lock_of_a_dead_process_whose_number_lives_on(tmp_path: Path) -> None:
    lock = QLockFile(str(tmp_path / "window.lock"))
    assert lock.tryLock(0)
    content = (tmp_path / "window.lock").read_bytes()
    lock.unlock()
    # this process runs and has the name in the file, but made no such lock
    (tmp_path / "window.lock").write_bytes(content)
    instance = SingleInstance(tmp_path)
    assert instance.claim(RaiseRequest(), patience_s=0)
    instance.release()


def test_a_folder_that_cannot_be_written_is_left_to_the_chats(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    instance = SingleInstance(tmp_path / "file" / "data")
    assert instance.claim(RaiseRequest())
    instance.release()
