"""Measuring the plain speed on the user's word, in the real window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scripted_engine import ScriptedEngine, ScriptedLoader
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.paths import Paths
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.main_window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


def thread_of(window: MainWindow) -> EngineThread:
    return window._services.thread


def test_the_menu_measures_says_it_and_keeps_it(paths: Paths) -> None:
    loader = ScriptedLoader()
    said = []

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["measure_plain"].trigger()
        yield lambda: thread_of(window).plain_speeds
        yield lambda: thread_of(window).state.stage == "ready"
        yield lambda: window.status.text.startswith("Plain")
        said.append(window.status.text)
        assert not window.status.is_error

    Visit(paths, steps, loader=loader)
    # the scripted rounds are 1/12 s apart
    assert said[0].startswith("Plain: 12.0 tokens/s behind 64 tokens of another text (83.3 ms a step;")
    (request,) = loader.engine.seen
    assert request.draft == "none"
    assert request.session == loader.engine.forgotten[-1]
    kept = json.loads(paths.baselines.read_text(encoding="utf-8"))["places"]
    assert [place["place"]["target"] for place in kept] == [loader.engine.name]


def test_plain_replies_feed_it_and_it_is_known_at_the_next_start(paths: Paths) -> None:
    known = []

    def first(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        assert thread_of(window).plain_speeds == ()
        window.toolbar.toggle_mode()
        type_and_send(window, "Why?")
        yield reply_ended(window)
        yield lambda: thread_of(window).plain_speeds
        known.append(thread_of(window).plain_speeds)

    def second(window: MainWindow) -> Steps:
        yield lambda: window.chats is not None and thread_of(window).state.stage == "ready"
        known.append(thread_of(window).plain_speeds)

    Visit(paths, first, loader=ScriptedLoader())
    Visit(paths, second, loader=ScriptedLoader())
    assert known[0] == known[1]
    assert known[0][0].tokens_per_s == pytest.approx(12, abs=0.01)


def test_it_is_stopped_by_its_button_and_a_message_waits(paths: Paths) -> None:
    loader = ScriptedLoader(ScriptedEngine(pause_at=3))

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["measure_plain"].trigger()
        yield loader.engine.paused.is_set
        yield lambda: window.status.action is not None
        assert window.status.text.startswith("Measuring plain decoding")
        window.actions_by_name["measure_plain"].trigger()
        assert window.status.is_error
        assert "The model is busy" in window.status.text
        type_and_send(window, "Meanwhile")
        assert "is being measured" in window.status.text
        assert window.composer.typed == "Meanwhile"
        thread_of(window).stop()
        yield lambda: thread_of(window).state.stage == "ready"
        yield lambda: window.status.text == "Stopped; the plain speed was not measured."
        assert thread_of(window).plain_speeds == ()

    Visit(paths, steps, loader=loader)
    assert not paths.baselines.exists()


def test_a_failure_is_said_and_the_engine_goes_on(paths: Paths) -> None:
    loader = ScriptedLoader(ScriptedEngine(text="Too few."))

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["measure_plain"].trigger()
        yield lambda: window.status.is_error
        assert "ended after a few tokens" in window.status.text
        yield lambda: thread_of(window).state.stage == "ready"
        type_and_send(window, "Still there?")
        yield reply_ended(window)

    Visit(paths, steps, loader=loader)
