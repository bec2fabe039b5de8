"""The self-test in the engine's thread: on a real tiny model, in sessions of its own."""

from __future__ import annotations

import pytest
from scripted_engine import ScriptedEngine
from tiny import tiny_loaded

from desktop_app.bench.selftest import SelfTest
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.engines.local import LocalEngine
from desktop_app.models.progress import Progress
from desktop_app.ui.engine.self_test import run_self_test


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SelfTest.run
    monkeypatch.setattr(SelfTest, "run", lambda test: whole(test, 40))


@pytest.mark.usefixtures("few")
def test_a_tiny_model_passes_and_keeps_nothing() -> None:
    engine = LocalEngine(tiny_loaded())
    seen: list[Progress] = []
    result = run_self_test(engine, "lookup", seen.append, ReplyControl())
    assert (result.model, result.draft, result.dtype) == (engine.name, "lookup", "float32")
    assert result.lossless
    assert result.details.count("\n") >= 4
    assert result.seconds > 0
    assert {progress.stage for progress in seen} == {
        "Identity: greedy, exact shape",
        "Identity: coupled, exact shape",
        "Frequencies: rejection",
        "Identity: greedy, free shapes",
    }
    for session in ("selftest", "selftest plain"):
        assert engine._sessions.peek(session) is None


@pytest.mark.usefixtures("few")
def test_stopping_ends_it_at_once_and_keeps_nothing() -> None:
    engine, control = LocalEngine(tiny_loaded()), ReplyControl()
    with pytest.raises(Cancelled):
        run_self_test(engine, "lookup", lambda _: control.stop(), control)
    assert engine._sessions.peek("selftest") is None


@pytest.mark.parametrize("engine", [None, ScriptedEngine()])
def test_only_a_model_of_this_machine_can_be_tested(engine: ScriptedEngine | None) -> None:
    with pytest.raises(SlipstreamError, match="No model is loaded"):
        run_self_test(engine, "lookup", lambda _: None, ReplyControl())
