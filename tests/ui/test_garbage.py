"""Where reference cycles end: in the window's thread, whatever thread made the garbage."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from scripted_engine import ScriptedEngine, ScriptedFetcher

from desktop_app.models.progress import ProgressCallback
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.garbage import Garbage


class Knot:
    """Holds itself, and says in which thread it ended."""

    def __init__(self, ended_in: list[str]) -> None:
        self.itself = self
        self.ended_in = ended_in

    def __del__(self) -> None:
        self.ended_in.append(threading.current_thread().name)


def busy() -> None:
    kept = [[index] for index in range(200_000)]
    assert kept


def test_a_busy_thread_frees_nothing_and_the_window_does(qtbot: QtBot) -> None:
    ended_in: list[str] = []
    garbage = Garbage()
    garbage.begin()
    try:
        Knot(ended_in)
        worker = threading.Thread(target=busy, name="worker")
        worker.start()
        worker.join()
        assert ended_in == []
        kept = [[index] for index in range(2_000)]
        qtbot.waitUntil(lambda: ended_in == [threading.main_thread().name], timeout=30_000)
        assert kept
    finally:
        garbage.end()
    assert gc.isenabled()


def test_one_that_was_never_begun_changes_nothing(qtbot: QtBot) -> None:
    garbage = Garbage()
    garbage.end()
    assert gc.isenabled()
    gc.disable()
    try:
        garbage = Garbage()
        garbage.begin()
        garbage.end()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_model_is_gone_before_the_next_one_is_loaded(qtbot: QtBot, tmp_path: Path) -> None:
    engines: list[weakref.ref[ScriptedEngine]] = []
    alive: list[bool] = []
    ended_in: list[str] = []

    def load(target: str, progress: ProgressCallback, check: object) -> ScriptedEngine:
        alive.extend(known() is not None for known in engines)
        engine = ScriptedEngine(name=target)
        engine.knot = Knot(ended_in)  # type: ignore[attr-defined]
        engine.knot.engine = engine  # type: ignore[attr-defined]
        engines.append(weakref.ref(engine))
        return engine

    gc.disable()
    thread = EngineThread(load, ScriptedFetcher(), tmp_path / "chats.db")
    try:
        for name in ("one", "two"):
            thread.load(name)
            qtbot.waitUntil(lambda name=name: thread.state.stage == "ready" and thread.state.model == name)
        assert alive == [False]
        assert ended_in == [threading.main_thread().name]
    finally:
        gc.enable()
        gc.unfreeze()
        assert thread.close(10)
        thread.deleteLater()


@pytest.mark.parametrize("times", [1, 3])
def test_an_end_while_a_model_makes_way_is_not_kept_waiting(qtbot: QtBot, tmp_path: Path, times: int) -> None:
    thread = EngineThread(lambda *_: ScriptedEngine(), ScriptedFetcher(), tmp_path / "chats.db")
    thread.load("one")
    qtbot.waitUntil(lambda: thread.state.stage == "ready")
    for _ in range(times):
        thread.load("another")
    # nobody takes the notices while this waits
    assert thread.close(10)
    thread.deleteLater()
