"""Whatever the user does is answered, for as long as it takes to read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from window_bench import WindowBench, install_starter

from desktop_app.models.progress import Progress


def test_why_a_message_waits_is_read_while_the_model_loads(bench: WindowBench) -> None:
    install_starter(bench.paths)
    bench.loader.slow = True
    bench.show()
    bench.window.start("")
    bench.until(lambda: bench.thread.state.stage == "loading" and bench.loader.waiting.is_set())
    bench.ask("too early")
    said = bench.window.status.text
    assert "still being loaded" in said
    loading = bench.thread.state
    bench.thread.state_changed.emit(replace(loading, progress=Progress("Reading the weights", 60, 100)))
    assert bench.window.status.text == said
    bench.loader.go.set()
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.window.composer.text() == "too early"
    bench.until(lambda: bench.window.status.text == f"{bench.engine.name} is ready.")


def test_why_nothing_is_done_during_a_reply_can_be_read(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 2
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.window.actions_by_name["regenerate"].trigger()
    said = bench.window.status.text
    assert "stop it or wait" in said
    bench.window.status.show_running("speculative · 12.0 tokens/s")
    assert bench.window.status.text == said
    bench.window.status.show_text("over")
    bench.window.status.show_running("speculative · 12.0 tokens/s")
    assert bench.window.status.text == "speculative · 12.0 tokens/s"
    bench.engine.go.set()
    bench.answered()


def test_a_long_prompt_is_said_to_be_read(bench: WindowBench) -> None:
    bench.ready()
    bench.engine.pause_at = 0
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: bench.window.status.text == "Reading the prompt…")
    bench.engine.go.set()
    bench.answered()


def test_the_menu_opened_by_its_key_can_be_walked(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.ready()
    monkeypatch.setattr(bench.window.menu, "popup", lambda _: None)
    bench.window.toolbar.menu_button.click()
    active = bench.window.menu.activeAction()
    assert active is not None
    assert active.text() == "Chat"
