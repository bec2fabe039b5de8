"""The self-test from the menu: what it shows, what stops it, what is remembered, what it never disturbs."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted_engine import REPLY, ScriptedLoader
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready

from desktop_app.bench.selftest_result import SelfTestResult, SelfTestResults
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Engine
from desktop_app.models.progress import Progress, ProgressCallback
from desktop_app.paths import Paths
from desktop_app.ui.engine import engine_worker
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.selftest.selftest_dialog import SelfTestDialog

RESULT = SelfTestResult("Scripted-135M", "auto", "float32", True, True, "line one\nline two", 1.76e9, 75.0)


@dataclass
class ScriptedTest:
    """Stands for the real test: tells where it is and waits for `go` or Stop."""

    result: SelfTestResult = RESULT
    failure: Exception | None = None
    go: threading.Event = field(default_factory=threading.Event)
    begun: threading.Event = field(default_factory=threading.Event)
    drafts: list[str] = field(default_factory=list)

    def __call__(
        self, engine: Engine | None, draft: str, progress: ProgressCallback, control: ReplyControl
    ) -> SelfTestResult:
        self.drafts.append(draft)
        progress(Progress("Frequencies: rejection", 1000, 5000))
        self.begun.set()
        while not self.go.wait(0.002):
            control.check()
        if self.failure is not None:
            raise self.failure
        return replace(self.result, draft=draft)


@pytest.fixture
def test(monkeypatch: pytest.MonkeyPatch) -> ScriptedTest:
    scripted = ScriptedTest()
    monkeypatch.setattr(engine_worker, "run_self_test", scripted)
    return scripted


def opened(bench: WindowBench) -> SelfTestDialog:
    bench.ready()
    bench.window.actions_by_name["self_test"].trigger()
    dialog = bench.window.self_test.dialog
    assert dialog is not None
    assert dialog.isVisible()
    return dialog


def test_it_passes_is_remembered_and_shown_at_the_next_start(
    qapp: QApplication, tmp_path: Path, test: ScriptedTest
) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["self_test"].trigger()
        dialog = window.self_test.dialog
        assert dialog is not None
        assert "Not tested yet" in dialog.last
        assert not dialog.details.isVisible()
        QTest.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        yield lambda: dialog.stage.startswith("3 of 4")
        assert dialog.start.text() == "Stop"
        test.go.set()
        yield lambda: not window.self_test.running
        assert dialog.verdict.text().startswith("Passed: ")
        assert dialog.details.toPlainText() == RESULT.details
        dialog.copy.click()
        assert QGuiApplication.clipboard().text() == RESULT.details
        dialog.close()

    def next_start(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["self_test"].trigger()
        dialog = window.self_test.dialog
        assert dialog is not None
        assert dialog.last.startswith("Passed on ")
        assert "it took 75 s." in dialog.last
        assert dialog.verdict.isVisible()
        assert dialog.details.toPlainText() == RESULT.details

    Visit(paths, steps, loader=ScriptedLoader())
    Visit(paths, next_start, loader=ScriptedLoader())
    assert test.drafts == ["auto"]


@pytest.mark.parametrize(
    ("lossless", "drafted", "word"), [(False, True, "Not passed"), (True, False, "Nothing was shown")]
)
def test_a_verdict_is_said_in_plain_words(
    bench: WindowBench, test: ScriptedTest, lossless: bool, drafted: bool, word: str
) -> None:
    test.result = replace(RESULT, lossless=lossless, drafted=drafted)
    test.go.set()
    dialog = opened(bench)
    dialog.start.click()
    bench.until(lambda: not bench.window.self_test.running)
    assert dialog.verdict.text().startswith(word)
    assert dialog.last.startswith("Not passed on ")


def test_a_running_reply_is_waited_for(bench: WindowBench, test: ScriptedTest) -> None:
    bench.engine.pause_at = 2
    test.go.set()
    bench.ready()
    bench.ask()
    bench.until(lambda: bench.engine.paused.is_set() and bench.thread.state.stage == "replying")
    bench.window.actions_by_name["self_test"].trigger()
    dialog = bench.window.self_test.dialog
    assert dialog is not None
    dialog.start.click()
    assert "Waits for the model" in dialog.stage
    assert not test.begun.is_set()
    bench.engine.go.set()
    bench.until(lambda: not bench.window.self_test.running)
    bench.answered()
    stored = bench.store.messages(bench.window.chats.current)[-1]
    assert (stored.status, stored.content) == ("complete", REPLY)
    assert dialog.verdict.text().startswith("Passed")


def test_it_can_be_stopped_while_it_waits_and_the_reply_goes_on(
    bench: WindowBench, test: ScriptedTest
) -> None:
    bench.engine.pause_at = 2
    bench.ready()
    bench.ask()
    bench.until(lambda: bench.engine.paused.is_set() and bench.thread.state.stage == "replying")
    bench.window.actions_by_name["self_test"].trigger()
    dialog = bench.window.self_test.dialog
    assert dialog is not None
    dialog.start.click()
    dialog.start.click()
    assert not bench.window.self_test.running
    assert "was stopped" in dialog.verdict.text()
    bench.engine.go.set()
    bench.answered()
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert bench.store.messages(bench.window.chats.current)[-1].content == REPLY
    assert test.drafts == []
    assert "was stopped" in dialog.verdict.text()


@pytest.mark.parametrize("how", ["button", "closing", "escape"])
def test_it_stops_whenever_it_is_asked_to(bench: WindowBench, test: ScriptedTest, how: str) -> None:
    dialog = opened(bench)
    dialog.start.click()
    bench.until(test.begun.is_set)
    if how == "button":
        dialog.start.click()
    elif how == "closing":
        dialog.close()
    else:
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert not bench.window.self_test.running
    assert SelfTestResults(bench.paths.selftests).last("Scripted-135M", "auto") is None
    bench.ask()
    bench.answered()
    assert bench.engine.seen, "the next reply works"


def test_a_message_stays_while_it_runs(bench: WindowBench, test: ScriptedTest) -> None:
    dialog = opened(bench)
    dialog.start.click()
    bench.until(lambda: bench.thread.state.stage == "testing")
    bench.ask("a question")
    assert "A self-test is running" in bench.window.status.text
    assert bench.window.composer.text() == "a question"
    test.go.set()
    bench.until(lambda: not bench.window.self_test.running)


def test_what_goes_wrong_is_said(bench: WindowBench, test: ScriptedTest) -> None:
    test.failure = SlipstreamError("The self-test could not go on. There is no draft.")
    test.go.set()
    dialog = opened(bench)
    dialog.start.click()
    bench.until(lambda: not bench.window.self_test.running)
    assert dialog.verdict.text() == "The self-test could not go on. There is no draft."
    assert dialog.start.text() == "Start the Self-Test"


def test_details_are_saved(bench: WindowBench, test: ScriptedTest, tmp_path: Path) -> None:
    test.go.set()
    dialog = opened(bench)
    dialog.start.click()
    bench.until(lambda: not bench.window.self_test.running)
    bench.dialogs.details = tmp_path / "details.txt"
    dialog.save.click()
    assert bench.dialogs.details.read_text(encoding="utf-8") == f"{RESULT.details}\n"
    bench.dialogs.details = tmp_path / "no folder" / "details.txt"
    dialog.save.click()
    assert "cannot be written" in dialog.verdict.text()


def test_without_a_model_it_says_what_to_do(bench: WindowBench) -> None:
    bench.show()
    bench.window.actions_by_name["self_test"].trigger()
    dialog = bench.window.self_test.dialog
    assert dialog is not None
    assert not dialog.start.isEnabled()


def test_another_draft_has_a_result_of_its_own(bench: WindowBench, test: ScriptedTest) -> None:
    test.go.set()
    dialog = opened(bench)
    dialog.start.click()
    bench.until(lambda: not bench.window.self_test.running)
    bench.window.toolbar.choose_draft("suffix")
    dialog.close()
    bench.window.actions_by_name["self_test"].trigger()
    assert "Not tested yet" in dialog.last
    assert not dialog.details.isVisible()
