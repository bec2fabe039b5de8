"""The library of the charts is loaded late, once, in its own thread, and only for charts that are seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from dashboard_rounds import make_reply
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.dashboard.chart_place import ChartPlace
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.drafts_chart import DraftsChart
from desktop_app.ui.theme import ThemeManager

UI = Path(__file__).resolve().parents[1]
START = """
import sys, threading
from pathlib import Path

sys.path[:0] = sys.argv[2:]
loads = []

class Watch:
    def find_spec(self, name, *of):
        if name == "pyqtgraph":
            loads.append(threading.current_thread().name)

sys.meta_path.insert(0, Watch())
from PySide6.QtWidgets import QApplication
app = QApplication([])
from scripted_engine import ScriptedFetcher, ScriptedLoader
from window_bench import install_starter
from window_visit import Visit, ready, reply_ended, type_and_send
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow

heavy = {"pyqtgraph", "numpy"}
assert not heavy & set(sys.modules), "nor does importing the window"
start = MainWindow.start

def started(window, target):
    told.append(sorted(heavy & set(sys.modules)))
    start(window, target)

told = []
MainWindow.start = started
paths = Paths.under(Path(sys.argv[1]))
install_starter(paths)

def steps(window):
    yield lambda: ready(window)
    plot = window.dashboard.speed.chart._plot
    assert not plot.is_built
    for question in ("How?", "Why?"):
        type_and_send(window, question)
        yield lambda: bool(window.dashboard.reply.rounds)
        yield reply_ended(window)
        yield lambda: plot.is_built
    assert plot.canvas.curve("reply").getData()[0] is not None

Visit(paths, steps, loader=ScriptedLoader(), fetcher=ScriptedFetcher())
assert told == [[]], "loaded before the window had been painted"
print(loads)
"""


def test_the_start_does_without_it_and_a_reply_has_it_once(tmp_path: Path) -> None:
    paths = [str(UI), str(UI.parent), str(UI.parents[1])]
    done = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path), *paths],
        capture_output=True,
        text=True,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "['slipstream-charts']"


@pytest.fixture
def dashboard(qtbot: QtBot, themes: ThemeManager) -> Dashboard:
    widget = Dashboard(themes)
    qtbot.addWidget(widget)
    widget.resize(320, 900)
    return widget


def places(dashboard: Dashboard) -> list[ChartPlace]:
    return dashboard.findChildren(ChartPlace)


def test_hidden_instruments_do_not_load_it(dashboard: Dashboard, qtbot: QtBot) -> None:
    dashboard.prepare_charts()
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    assert dashboard._charts._thread is None
    dashboard.show()
    qtbot.waitUntil(lambda: dashboard.speed.chart._plot.is_built)


def test_a_quiet_moment_loads_it_and_draws_nothing(dashboard: Dashboard, qtbot: QtBot) -> None:
    with qtbot.waitExposed(dashboard):
        dashboard.show()
    assert dashboard._charts._thread is None, "there are words in place of the cards"
    dashboard.prepare_charts()
    assert dashboard._charts._thread is not None
    qtbot.waitUntil(lambda: dashboard._charts._is_loaded)
    assert not any(place.is_built for place in places(dashboard))


class Opened(QObject):
    """Counts the windows that are shown."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.count += 1
        return False


def test_a_chart_is_built_in_its_place(qapp: QApplication, dashboard: Dashboard, qtbot: QtBot) -> None:
    with qtbot.waitExposed(dashboard):
        dashboard.show()
    opened = Opened()
    qapp.installEventFilter(opened)
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    qtbot.waitUntil(lambda: dashboard.speed.chart._plot.is_built)
    qtbot.waitUntil(lambda: any(view.isVisible() for view in dashboard.findChildren(QGraphicsView)))
    qapp.removeEventFilter(opened)
    assert opened.count == 0, "a window of its own would take the keyboard away"


def test_only_charts_in_sight_are_built_and_each_once(dashboard: Dashboard, qtbot: QtBot) -> None:
    dashboard.show()
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    heights = [place.height() for place in places(dashboard)]
    qtbot.waitUntil(lambda: dashboard.speed.chart._plot.is_built)
    drafts = dashboard.instrument(DraftsChart)
    assert not drafts.chart._plot.is_built
    dashboard.reveal(drafts)
    qtbot.waitUntil(lambda: drafts.chart._plot.is_built)
    assert [place.height() for place in places(dashboard)] == heights, "a chart takes the room that there was"
    for place in places(dashboard):
        assert len(place.findChildren(QGraphicsView)) == int(place.is_built)


def test_without_the_library_the_places_say_so(
    dashboard: Dashboard, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "desktop_app.ui.dashboard.line_canvas", None)
    dashboard.show()
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    words = dashboard.speed.chart._plot._hint
    qtbot.waitUntil(lambda: "pyqtgraph cannot be loaded" in words.text())
    assert words.isVisible()
    dashboard.refresh()
    assert "pyqtgraph cannot be loaded" in words.text(), "it stays"
    assert "tokens/s: 12" in dashboard.summary(), "the numbers do without"
    assert "Charts cannot be drawn" in caplog.text
