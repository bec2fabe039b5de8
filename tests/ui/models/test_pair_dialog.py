"""The pair dialog in the real window: findings, a measurement, and what comes of it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from scripted_engine import ScriptedEngine, ScriptedLoader
from window_bench import install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.bench.pair_measure import SESSION
from desktop_app.models.findings import Finding, Preflight, fine, note, problem
from desktop_app.paths import Paths
from desktop_app.ui.main_window import MainWindow
from desktop_app.ui.models import pair_work
from desktop_app.ui.models.pair_dialog import PairDialog

pytestmark = pytest.mark.usefixtures("qapp")
PAIR = (
    fine("tokenizer", "Both have the same tokens: 49,152 ids mean the same to both."),
    note("template", "tiny has no chat template."),
)
BAD = (*PAIR, problem("draft", "draft lacks a shard; download what is missing."))


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    return paths


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[Finding, ...]]:
    """What is found of each draft, by its name; PAIR of any other."""
    kept: dict[str, tuple[Finding, ...]] = {}

    def checked(target: str, draft: str, *_: object) -> Preflight:
        assert threading.current_thread().name == "slipstream-models"
        return Preflight(target, draft, kept.get(draft, PAIR))

    monkeypatch.setattr(pair_work, "checked", checked)
    return kept


def opened(window: MainWindow) -> PairDialog:
    window.actions_by_name["check_pair"].trigger()
    dialog = window.pairs.dialog
    assert dialog is not None
    return dialog


def sentences(dialog: PairDialog) -> list[str]:
    labels = dialog.list.findChildren(QLabel)
    return [label.text() for label in labels if label.text() and not label.parentWidget().isHidden()]


def is_checked(dialog: PairDialog) -> bool:
    return bool(sentences(dialog))


def test_the_findings_of_the_chosen_pair(paths: Paths, found: dict[str, tuple[Finding, ...]]) -> None:
    found["lookup"] = BAD

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.toolbar.choose_draft("lookup")
        dialog = opened(window)
        assert dialog.isVisible()
        yield lambda: is_checked(dialog)
        assert dialog.target.text() == "Target: Scripted-135M"
        assert dialog.draft.text() == "Prompt lookup"
        assert dialog.verdict.text() == "These two do not make a pair."
        # the worst first
        assert sentences(dialog) == [BAD[2].sentence, BAD[1].sentence, BAD[0].sentence]
        marks = [label for label in dialog.list.findChildren(QLabel) if not label.pixmap().isNull()]
        assert len(marks) == 3
        assert not dialog.measure.isEnabled()
        dialog.draft_chosen.emit("suffix")
        assert dialog.verdict.text() == "Checking…"
        yield lambda: is_checked(dialog)
        assert dialog.verdict.text() == "These two make a pair, with what is noted below."
        assert dialog.measure.isEnabled()
        dialog.copy.click()
        assert QGuiApplication.clipboard().text() == (
            "starter + suffix\nThese two make a pair, with what is noted below.\n\n"
            f"- {PAIR[0].sentence}\n- {PAIR[1].sentence}\n"
        )
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()

    Visit(paths, steps, loader=ScriptedLoader())


def test_measured_and_the_recommended_k_taken(paths: Paths, found: dict[str, tuple[Finding, ...]]) -> None:
    loader = ScriptedLoader()
    shown = []

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        dialog = opened(window)
        yield lambda: is_checked(dialog)
        dialog.draft_chosen.emit("lookup")
        yield lambda: is_checked(dialog)
        assert dialog.use.isHidden()
        window._services.thread.state_changed.connect(lambda state: shown.append(state.progress))
        dialog.measure.click()
        yield lambda: not dialog.use.isHidden()
        assert dialog.bar.isHidden()
        said = sentences(dialog)
        assert [text for text in said if text.startswith("Cost ratio c = ")]
        assert [text for text in said if text.startswith("Predicted from these costs: ")]
        k = dialog.recommended
        assert isinstance(k, int)
        assert said[0] == "Measured and predicted"
        assert said[said.index("Checked") - 1] == f"Recommended: k = {k}."
        assert dialog.use.text() == f"Use k = {k}"
        assert f"- Recommended: k = {k}." in dialog.text()
        dialog.use.click()
        assert window.toolbar.chosen_k == k
        assert window.toolbar.chosen_draft == "lookup"
        assert window.status.text == f"k is now {k}."

    Visit(paths, steps, loader=loader)
    assert {request.session for request in loader.engine.seen} == {SESSION}
    assert loader.engine.threads == {"slipstream-engine"}
    assert {progress.stage for progress in shown if progress} == {"Measuring the pair"}


def test_a_measurement_is_stopped_and_the_chat_goes_on(
    paths: Paths, found: dict[str, tuple[Finding, ...]]
) -> None:
    engine = ScriptedEngine(pause_at=2)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        dialog = opened(window)
        yield lambda: is_checked(dialog)
        dialog.measure.click()
        yield engine.paused.is_set
        yield lambda: dialog.bar.isVisible()
        assert dialog.measure.text() == "Stop"
        assert not dialog.draft.isEnabled()
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        yield lambda: not dialog.bar.isVisible()
        assert dialog.isVisible()
        assert dialog.doing.text() == "Stopped; nothing was measured."
        assert dialog.measure.text() == "Measure"
        engine.pause_at = None
        type_and_send(window, "Why?")
        yield reply_ended(window)
        assert engine.seen[-1].session != SESSION

    Visit(paths, steps, loader=ScriptedLoader(engine))


def test_while_a_reply_runs_it_says_so(paths: Paths, found: dict[str, tuple[Finding, ...]]) -> None:
    engine = ScriptedEngine(pause_at=2)

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        type_and_send(window, "Why?")
        yield engine.paused.is_set
        dialog = opened(window)
        yield lambda: is_checked(dialog)
        dialog.measure.click()
        assert dialog.doing.text().startswith("The model is busy")
        assert len(engine.seen) == 1
        engine.go.set()
        yield reply_ended(window)

    Visit(paths, steps, loader=ScriptedLoader(engine))


def test_a_draft_that_cannot_work_is_refused_when_it_is_chosen(
    paths: Paths, found: dict[str, tuple[Finding, ...]], tmp_path: Path
) -> None:
    draft = str(tmp_path / "draft")
    found[draft] = BAD

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.toolbar.choose_draft(draft)
        yield lambda: window.status.is_error
        assert window.status.text == BAD[2].sentence
        action = window.status.action
        assert action is not None
        assert action.text == "Check the Pair…"
        action.run()
        dialog = window.pairs.dialog
        assert dialog is not None
        yield lambda: is_checked(dialog)
        assert dialog.draft.text() == "draft"
        assert dialog.verdict.text() == "These two do not make a pair."

    Visit(paths, steps, loader=ScriptedLoader())


def test_a_measurement_that_fails_says_why(paths: Paths, found: dict[str, tuple[Finding, ...]]) -> None:
    engine = ScriptedEngine(rounds=())

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        dialog = opened(window)
        yield lambda: is_checked(dialog)
        dialog.measure.click()
        yield lambda: dialog.doing.text() and not dialog.bar.isVisible()
        assert dialog.doing.text().startswith("The pair could not be measured.")

    Visit(paths, steps, loader=ScriptedLoader(engine))
