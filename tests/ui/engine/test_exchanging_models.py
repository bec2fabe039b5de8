"""The loaded model is given up only for one that can be loaded."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fits import fit, too_large
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted_engine import ScriptedEngine, ScriptedLoader
from window_bench import WindowBench
from window_visit import Steps, Visit, ready

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.models.fit import Level
from desktop_app.paths import Paths
from desktop_app.settings.store import SettingsStore
from desktop_app.ui.engine.load_marker import LoadMarker
from desktop_app.ui.main_window import MainWindow

BROKEN = SlipstreamError("big lacks model-2.safetensors; download what is missing.")


@pytest.fixture
def paths(tmp_path: Path, qapp: QApplication) -> Paths:
    tmp_path.mkdir(exist_ok=True)
    return Paths.under(tmp_path)


def stage(bench: WindowBench, wanted: str) -> None:
    bench.until(lambda: bench.thread.state.stage == wanted)


def test_a_wrong_folder_leaves_the_loaded_model_as_it_is(bench: WindowBench, tmp_path: Path) -> None:
    bench.ready()
    bench.loader.refusal = BROKEN
    bench.window.models.choose(str(tmp_path))
    stage(bench, "failed")
    assert not bench.engine.closed
    assert bench.loader.targets == ["starter"]
    assert bench.thread.state.model == bench.engine.name
    assert bench.window.pages.currentWidget() is bench.window.empty
    assert bench.window.status.text == str(BROKEN)
    bench.ask()
    bench.answered()
    assert len(bench.engine.seen) == 1
    # a reply is no reason to take the folder for loaded
    assert bench.preferences.target == "starter"


def test_a_folder_that_can_be_loaded_takes_its_place(bench: WindowBench, tmp_path: Path) -> None:
    bench.ready()
    first = bench.loader.engine
    bench.loader.engine = ScriptedEngine(name="Other-7B")
    bench.window.models.choose(str(tmp_path))
    bench.until(lambda: bench.thread.state.model == "Other-7B")
    assert first.closed
    assert bench.thread.state.target == str(tmp_path)
    assert bench.preferences.target == str(tmp_path)


def test_a_load_that_is_stopped_while_it_is_checked_changes_nothing(
    bench: WindowBench, tmp_path: Path
) -> None:
    bench.ready()
    bench.window.models.choose(str(tmp_path))
    bench.window.models.cancel()
    bench.until(lambda: bench.window.status.text.startswith("Loading was stopped"))
    assert bench.window.status.text == f"Loading was stopped; {bench.engine.name} is as before."
    assert not bench.engine.closed
    assert bench.preferences.target == "starter"


@pytest.mark.parametrize("agree", [True, False])
def test_what_does_not_fit_is_loaded_only_when_the_user_insists(
    bench: WindowBench, tmp_path: Path, agree: bool
) -> None:
    bench.ready()
    bench.dialogs.agree = agree
    bench.loader.refusal = too_large()
    bench.window.models.choose(str(tmp_path / "big"))
    bench.until(lambda: bool(bench.dialogs.asked))
    assert bench.dialogs.asked == [f"load big: {too_large()}"]
    if agree:
        bench.until(lambda: bench.thread.state.target == str(tmp_path / "big"))
    target = str(tmp_path / "big")
    assert bench.loader.checked[1:] == [(target, False), (target, True)][: 1 + agree]
    assert bench.engine.closed is agree
    assert bench.loader.targets[1:] == [target] * agree


def test_a_tight_fit_is_said(bench: WindowBench) -> None:
    bench.loader.fit = fit(Level.AMBER)
    bench.loader.note = "Memory is tight: 7.2 GB of the 7.3 GB that were free on cpu may be needed."
    bench.ready()
    assert bench.window.status.text == f"{bench.engine.name} is ready. {bench.loader.note}"
    assert bench.thread.state.fit == bench.loader.fit
    assert bench.window.toolbar._fit.words.startswith("Tight: needs")


def test_escape_stops_no_load(bench: WindowBench) -> None:
    bench.loader.slow = True
    bench.show()
    bench.window.models.choose(str(bench.paths.data))
    bench.until(bench.loader.waiting.is_set)
    bench.window.composer.take_focus()
    for _ in range(3):
        QTest.keyClick(bench.window.focusWidget() or bench.window, Qt.Key.Key_Escape)
    bench.window.actions_by_name["stop"].trigger()
    bench.thread.count_text("key", "a text")
    assert bench.thread._open_jobs[0].control.stopped is False
    stage(bench, "loading")
    assert bench.thread.state.stage == "loading"
    bench.window.actions_by_name["cancel_load"].trigger()
    stage(bench, "empty")


def test_a_crash_while_loading_is_remembered(paths: Paths) -> None:
    loader = ScriptedLoader()
    target = str(paths.data / "big")
    SettingsStore(paths.settings).change(last_target=target)
    paths.loading.parent.mkdir(parents=True, exist_ok=True)
    paths.loading.write_text(json.dumps({"target": target}))
    said: list[str] = []

    def steps(window: MainWindow) -> Steps:
        yield lambda: window.welcome.isVisible()
        yield lambda: window.welcome._retry.isVisible()
        said.append(window.welcome._error.text())
        assert loader.targets == []
        window.welcome._retry.click()
        yield lambda: ready(window)

    Visit(paths, steps, loader=loader, target=None)
    assert said[0].startswith("Slipstream ended while it was loading big")
    assert loader.targets == [target]
    assert not paths.loading.exists()


def test_another_model_is_loaded_as_ever_after_a_crash(paths: Paths) -> None:
    loader = ScriptedLoader()
    SettingsStore(paths.settings).change(last_target="/other")
    paths.loading.write_text(json.dumps({"target": "/big"}))

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)

    Visit(paths, steps, loader=loader, target=None)
    assert loader.targets == ["/other"]


def test_the_marker_is_there_only_while_a_model_is_loaded(tmp_path: Path) -> None:
    marker = LoadMarker(tmp_path / "data" / "loading.json")
    assert marker.left() == ""
    with marker.during("/models/x"):
        assert LoadMarker(tmp_path / "data" / "loading.json").left() == "/models/x"
    assert marker.left() == ""
    with pytest.raises(ValueError, match="told"), marker.during("/models/x"):
        raise ValueError("told")
    assert marker.left() == ""
    (tmp_path / "data" / "loading.json").write_text("{")
    assert marker.left() == ""


def test_a_marker_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    marker = LoadMarker(tmp_path / "file" / "loading.json")
    with marker.during("/models/x"):
        assert marker.left() == ""
