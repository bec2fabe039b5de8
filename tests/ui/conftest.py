"""What tests of the window share. A test that leaves a thread or a running timer behind fails."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.settings.table import Language
from desktop_app.ui.language import Translations
from desktop_app.ui.theme import ThemeManager

if TYPE_CHECKING:
    from window_bench import WindowBench


@pytest.fixture(autouse=True, scope="module")
def old_objects_out_of_the_way() -> None:
    """Other tests have loaded torch and transformers by now: going through their million objects after each
    test took longer than the tests."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def charts_can_be_drawn() -> None:
    """The window loads their library in a thread, in the middle of which no test must end.

    When it is loaded is tested in a process of its own (dashboard/test_chart_library.py).
    """
    import desktop_app.ui.dashboard.column_canvas
    import desktop_app.ui.dashboard.line_canvas  # noqa: F401


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    threads = set(threading.enumerate())
    timers = {id(timer) for timer in _running_timers()}
    yield
    if QApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        # or the engine's thread of a later test frees what is left of these widgets, which only this one may
        gc.collect()
    left = [thread.name for thread in threading.enumerate() if thread not in threads and not thread.daemon]
    assert not left, f"threads left behind: {left}"
    running = [timer for timer in _running_timers() if id(timer) not in timers]
    assert not running, f"timers left running: {[timer.parent() for timer in running]}"


def _running_timers() -> list[QTimer]:
    found = [thing for thing in gc.get_objects() if type(thing) is QTimer]
    return [timer for timer in found if shiboken6.isValid(timer) and timer.isActive()]


@pytest.fixture(autouse=True)
def no_real_preflight(monkeypatch: pytest.MonkeyPatch) -> None:
    """It imports transformers, which takes longer than a window waits for its threads."""
    from desktop_app.models.findings import Preflight
    from desktop_app.ui.models import pair_work

    monkeypatch.setattr(pair_work, "checked", lambda target, draft, *_: Preflight(target, draft, ()))


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[ThemeManager]:
    manager = ThemeManager(qapp, "dark")
    yield manager
    manager.deleteLater()


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Callable[[Language], None]]:
    """Chooses a language for the rest of the test."""
    translations = Translations(qapp, "en")
    yield translations.choose
    translations.remove()


@pytest.fixture
def bench(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[WindowBench]:
    from window_bench import WindowBench

    bench = WindowBench(qapp, qtbot, tmp_path)
    yield bench
    bench.take_down()
