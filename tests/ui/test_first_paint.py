"""Nothing is loaded before the window has been painted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import install_starter
from window_visit import Steps, Visit, ready

from desktop_app.paths import Paths
from desktop_app.ui import first_paint
from desktop_app.ui.first_paint import FirstPaint
from desktop_app.ui.main_window import MainWindow


class Painted(QWidget):
    def __init__(self, told: list[str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told, self.name = told, name
        self.resize(50, 50)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.told.append(self.name)


def test_it_comes_once_and_after_all_of_the_window_was_painted(qtbot: QtBot) -> None:
    told: list[str] = []
    window = Painted(told, "window")
    Painted(told, "child", window)
    qtbot.addWidget(window)
    window.show()
    FirstPaint(window, lambda: told.append("then"))
    qtbot.waitUntil(lambda: "then" in told)
    assert told.index("then") > max(told.index("window"), told.index("child"))
    window.repaint()
    QApplication.processEvents()
    assert told.count("then") == 1


def test_a_window_that_is_not_painted_waits_no_longer_than_that(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(first_paint, "_AT_LATEST_MS", 10)
    told: list[str] = []
    window = Painted(told, "window")
    qtbot.addWidget(window)
    FirstPaint(window, lambda: told.append("then"))
    qtbot.waitUntil(lambda: bool(told))
    assert told == ["then"]


class Paints(QObject):
    """Remembers what was painted of the window."""

    def __init__(self, told: list[str]) -> None:
        super().__init__()
        self.told = told

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.told.append(type(watched).__name__)
        return False


@pytest.fixture
def painted(qapp: QApplication) -> Iterator[list[str]]:
    told: list[str] = []
    paints = Paints(told)
    qapp.installEventFilter(paints)
    yield told
    qapp.removeEventFilter(paints)


def test_the_model_is_loaded_after_the_first_paint(painted: list[str], tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)

    class Loader(ScriptedLoader):
        def __call__(self, *of):  # type: ignore[no-untyped-def]
            painted.append("load")
            return super().__call__(*of)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)

    Visit(paths, steps, loader=Loader(), fetcher=ScriptedFetcher())
    before = painted[: painted.index("load")]
    assert "MainWindow" in before
    assert "Toolbar" in before
    assert "ConversationList" in before or "ConversationView" in before
