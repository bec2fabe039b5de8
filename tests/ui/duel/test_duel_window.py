"""A duel in the window: its lanes, its ghosts, its result, and what ends it early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from scripted_engine import REPLY
from window_bench import WindowBench

from desktop_app.bench.duel import PLAIN, Lane
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import ChatRequest, Event
from desktop_app.ui.duel.duel_setup import DuelSetupError
from desktop_app.ui.duel.duel_window import DuelWindow


@pytest.fixture
def duel(bench: WindowBench) -> DuelWindow:
    bench.ready()
    bench.window.actions_by_name["open_duel"].trigger()
    window = bench.window.duels.window
    assert window is not None
    window.setup.prompt.setPlainText("How do plants grow?")
    window.setup.temperature.edit.setText("0")
    return window


def choose(button: QWidget, value: str) -> None:
    action = next(action for action in button.menu.actions() if action.data() == value)  # type: ignore[attr-defined]
    action.trigger()


def held(bench: WindowBench, duel: DuelWindow) -> None:
    duel.start.click()
    assert duel.running
    bench.until(lambda: not duel.running)


# -- the form ---------------------------------------------------------------------------------------------


def test_it_opens_with_what_was_asked_last(bench: WindowBench) -> None:
    bench.ready()
    bench.window.composer.set_text("What is a duel?")
    bench.window.actions_by_name["open_duel"].trigger()
    window = bench.window.duels.window
    assert window is not None
    assert window.isVisible()
    assert window.setup.prompt.toPlainText() == "What is a duel?"
    window.setup.prompt.setPlainText("mine")
    bench.window.actions_by_name["open_duel"].trigger()
    assert window.setup.prompt.toPlainText() == "mine", "what was written there stays"


def test_a_message_waits_in_its_field_while_a_duel_runs(bench: WindowBench, duel: DuelWindow) -> None:
    bench.engine.pause_at = 1
    duel.start.click()
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: bench.thread.state.stage == "duelling")
    bench.ask("a question")
    assert "A duel is running" in bench.window.status.text
    assert bench.window.composer.text() == "a question"
    assert bench.store.conversations() == []
    bench.engine.pause_at = None
    duel.start.click()
    bench.engine.go.set()
    bench.until(lambda: not duel.running)


def test_the_plan_is_what_the_form_says(duel: DuelWindow) -> None:
    choose(duel.setup.second, "lookup")
    choose(duel.setup.third, "suffix")
    duel.setup.shape.choose("fast")
    duel.setup.turns.choose("once")
    duel.setup.temperature.edit.setText("0,5")
    duel.setup.tokens.edit.setText("40")
    plan = duel.setup.plan(seed=7)
    assert plan.lanes == (PLAIN, Lane("lookup"), Lane("suffix"))
    assert not plan.back
    request = plan.request
    assert (request.exact, request.max_tokens, request.seed) == (False, 40, 7)
    assert request.sampling.temperature == 0.5
    assert request.messages[-1].content == "How do plants grow?"
    assert len(duel.lanes) == 3


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (lambda setup: setup.prompt.setPlainText("  "), "prompt"),
        (lambda setup: setup.temperature.edit.setText("warm"), "temperature"),
        (lambda setup: setup.temperature.edit.setText("-1"), "Temperature"),
        (lambda setup: setup.tokens.edit.setText("0"), "length"),
        (lambda setup: setup.tokens.edit.setText("many"), "length"),
    ],
)
def test_what_cannot_be_used_is_said_and_nothing_starts(
    bench: WindowBench, duel: DuelWindow, spoil: Callable[[object], None], word: str
) -> None:
    spoil(duel.setup)
    with pytest.raises(DuelSetupError, match=word):
        duel.setup.plan()
    duel.start.click()
    assert not duel.running
    assert word in duel.result.words.text()
    assert bench.engine.seen == []


def _each_run(bench: WindowBench, prepare: Callable[[int], object]) -> None:
    """Does something before each reply; the first two of a duel are its warm-up."""
    reply = bench.engine.reply
    runs = count()

    def prepared(request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        prepare(next(runs))
        return reply(request, control)

    bench.engine.reply = prepared  # type: ignore[method-assign]


# -- a duel -----------------------------------------------------------------------------------------------


def test_both_lanes_show_the_reply_and_the_result_its_ratio(bench: WindowBench, duel: DuelWindow) -> None:
    held(bench, duel)
    assert [lane.chat.plain_text().strip() for lane in duel.lanes] == [REPLY, REPLY]
    plain, fast = duel.lanes
    assert "1.00 tokens a pass" in plain.words.text()
    assert "accepted" in fast.words.text()
    # the scripted rounds: 1/12 s a plain token, 0.1 s a speculative round
    assert duel.result.speedup.text() == "2.50×"
    assert "the same text as the first lane" in duel.result.words.text()
    assert [request.draft for request in bench.engine.seen] == [
        *["none", "auto"],
        *["none", "auto", "auto", "none"],
    ]
    assert len({request.seed for request in bench.engine.seen}) == 1


def test_the_chat_and_its_session_are_left_alone(bench: WindowBench, duel: DuelWindow) -> None:
    held(bench, duel)
    assert bench.store.conversations() == []
    assert {request.session for request in bench.engine.seen} == {"duel lane 0", "duel lane 1"}


def test_the_lane_that_runs_is_beside_the_ghost_of_the_other(bench: WindowBench, duel: DuelWindow) -> None:
    states: list[tuple[str, str]] = []
    duel._timer.timeout.connect(
        lambda: states.append((duel.lanes[0].state.text(), duel.lanes[1].state.text()))
    )
    _each_run(bench, lambda run: setattr(bench.engine, "pause_at", 3 if run == 3 else None))
    duel.start.click()
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: duel.lanes[1].state.text() == "live · turn 2 of 4")
    assert duel.lanes[0].state.text() == "replayed at its own pace"
    # the live lane waits at its third round, the ghost goes on to its end
    bench.until(lambda: duel.lanes[0].chat.plain_text().strip() == REPLY)
    assert len(duel.lanes[1].chat.plain_text()) < len(REPLY)
    bench.engine.go.set()
    bench.until(lambda: not duel.running)


def test_texts_that_part_are_told(bench: WindowBench, duel: DuelWindow) -> None:
    _each_run(bench, lambda run: setattr(bench.engine, "text", "a b X d" if run in (3, 4) else "a b c d"))
    duel.setup.shape.choose("fast")
    held(bench, duel)
    assert "parts from the first lane at token 3" in duel.result.words.text()


def test_stop_ends_it_and_leaves_no_result(bench: WindowBench, duel: DuelWindow) -> None:
    bench.engine.pause_at = 2
    duel.start.click()
    bench.until(bench.engine.paused.is_set)
    duel.start.click()
    bench.until(lambda: not duel.running)
    assert "stopped" in duel.result.words.text()
    assert duel.result.speedup.text() == ""
    assert duel.setup.isEnabled()
    bench.engine.pause_at = None
    held(bench, duel)
    assert duel.result.speedup.text() == "2.50×"


def test_a_failure_is_a_sentence(bench: WindowBench, duel: DuelWindow) -> None:
    bench.engine.failure = SlipstreamError("It broke.")
    held(bench, duel)
    assert "It broke." in duel.result.words.text()


def test_a_busy_model_is_not_taken_away(bench: WindowBench, duel: DuelWindow) -> None:
    bench.engine.pause_at = 2
    bench.window.chats.submit("A question")
    bench.until(lambda: bench.thread.state.stage == "replying")
    duel.start.click()
    assert not duel.running
    assert "busy" in duel.result.words.text()
    bench.engine.go.set()


def test_closing_it_stops_the_duel(bench: WindowBench, duel: DuelWindow) -> None:
    bench.engine.pause_at = 2
    duel.start.click()
    bench.until(bench.engine.paused.is_set)
    duel.close()
    bench.until(lambda: not duel.running)
    bench.until(lambda: bench.thread.state.stage == "ready")


# -- files ------------------------------------------------------------------------------------------------


def test_a_duel_is_saved_as_a_page_or_as_a_picture(
    bench: WindowBench, duel: DuelWindow, tmp_path: Path
) -> None:
    assert duel.save.isHidden()
    held(bench, duel)
    bench.dialogs.duel = tmp_path / "duel.html"
    duel.save.click()
    page = bench.dialogs.duel.read_text(encoding="utf-8")
    assert "How do plants grow?" in page
    assert "2.50×" in page
    bench.dialogs.duel = tmp_path / "duel.PNG"
    duel.save.click()
    picture = QImage(str(bench.dialogs.duel))
    assert picture.size() == duel.size() * duel.devicePixelRatio()
    duel.setup.shape.choose("fast")
    duel.start.click()
    assert duel.save.isHidden(), "it would save the duel before"
    bench.until(lambda: not duel.running)


def test_a_file_that_cannot_be_written_is_a_sentence(
    bench: WindowBench, duel: DuelWindow, tmp_path: Path
) -> None:
    held(bench, duel)
    bench.dialogs.duel = tmp_path / "no folder" / "duel.html"
    duel.save.click()
    assert "cannot be written" in duel.result.words.text()


# -- keys -------------------------------------------------------------------------------------------------


def test_ctrl_return_starts_and_escape_stops(bench: WindowBench, duel: DuelWindow) -> None:
    bench.engine.pause_at = 2
    duel.setup.prompt.setFocus()
    QTest.keyClick(duel.setup.prompt, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert duel.running
    bench.until(bench.engine.paused.is_set)
    QTest.keyClick(duel, Qt.Key.Key_Escape)
    bench.until(lambda: not duel.running)


def test_every_lane_is_named_and_the_form_can_be_walked(duel: DuelWindow) -> None:
    assert [lane.accessibleName() for lane in duel.lanes] == ["Plain", "Automatic"]
    for part in (duel.setup.prompt, duel.setup.second, duel.setup.third, duel.start):
        assert part.accessibleName()
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert duel.childAt(QPoint(30, 30)) is not None
