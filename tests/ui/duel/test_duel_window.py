"""A duel in the window: its lanes, its ghosts, its result, and what ends it early."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from scripted_engine import REPLY
from window_bench import WindowBench

from desktop_app.bench.duel import PLAIN, Lane
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import ChatRequest, Event
from desktop_app.ui.duel.duel_setup import DuelSetup, DuelSetupError
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


def test_what_is_typed_next_takes_the_place_of_what_was_offered(bench: WindowBench) -> None:
    bench.ready()
    for text in ("one", "two"):
        bench.window.composer.set_text(text)
        bench.window.actions_by_name["open_duel"].trigger()
        assert bench.window.duels.window.setup.prompt.toPlainText() == text


def test_in_a_chat_every_lane_reads_what_stands_before_the_question(bench: WindowBench) -> None:
    bench.ready()
    bench.window.chat_settings.chat.set("system", "Be short.")
    bench.ask("First?")
    bench.answered()
    bench.ask("Second?")
    bench.answered()
    bench.window.actions_by_name["open_duel"].trigger()
    setup = bench.window.duels.window.setup
    assert setup.prompt.toPlainText() == "Second?"
    first = [("system", "Be short."), ("user", "First?"), ("assistant", REPLY)]
    assert asked(setup) == [*first, ("user", "Second?")]
    setup.prompt.setPlainText("Third?")
    assert asked(setup) == [*first, ("user", "Second?"), ("assistant", REPLY), ("user", "Third?")]
    assert setup.plan().before == 5
    setup.place.choose("alone")
    assert asked(setup) == [("user", "Third?")]
    setup.prompts.menu.actions()[0].trigger()
    assert asked(setup) == [*first, ("user", "Second?")]


def asked(setup: DuelSetup) -> list[tuple[str, str]]:
    return [(message.role, message.content) for message in setup.plan(seed=1).request.messages]


def test_without_a_chat_there_is_no_choice_of_its_context(duel: DuelWindow) -> None:
    assert duel.setup.place.isHidden()
    assert len(asked(duel.setup)) == 1
    texts = [action.data() for action in duel.setup.prompts.menu.actions()]
    assert all(texts)
    assert len(set(texts)) == 5
    duel.setup.prompts.menu.actions()[2].trigger()
    assert duel.setup.prompt.toPlainText() == texts[2]
    duel.setup.prompt.undo()
    assert duel.setup.prompt.toPlainText() == "How do plants grow?", "what was typed is not lost"


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
    duel.setup.k.edit.setText(" 5")
    plan = duel.setup.plan(seed=7)
    assert plan.lanes == (PLAIN, Lane("lookup", 5), Lane("suffix", 5))
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
        (lambda setup: setup.k.edit.setText("0"), "k is auto"),
        (lambda setup: setup.k.edit.setText("few"), "k is auto"),
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


def test_a_picture_has_the_prompt_and_no_form(
    bench: WindowBench, duel: DuelWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    held(bench, duel)
    seen: list[tuple[bool, bool, str]] = []
    grab = duel.grab

    def grabbed() -> QPixmap:
        seen.append((duel.setup.isVisible(), duel.save.isVisible(), duel.heading.text()))
        return grab()

    monkeypatch.setattr(duel, "grab", grabbed)
    duel._picture()
    assert seen == [(False, False, "How do plants grow?")]
    assert duel.setup.isVisible()
    assert duel.save.isVisible()
    assert duel.heading.isHidden()


# -- presenting -------------------------------------------------------------------------------------------


def test_full_screen_is_large_and_escape_leaves_it(bench: WindowBench, duel: DuelWindow) -> None:
    held(bench, duel)
    small = duel.lanes[0].speed.font().pointSizeF()
    QTest.keyClick(duel, Qt.Key.Key_F11)
    bench.until(duel.isFullScreen)
    assert duel.heading.isVisible()
    assert duel.heading.text() == "How do plants grow?"
    assert not duel.setup.isVisible()
    assert not duel.save.isVisible()
    assert duel.lanes[0].speed.font().pointSizeF() == pytest.approx(1.6 * small)
    # a duel can be held there, and ends there too
    QTest.keyClick(duel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert duel.running
    bench.until(lambda: not duel.running)
    assert duel.lanes[0].speed.font().pointSizeF() == pytest.approx(1.6 * small)
    assert not duel.save.isVisible()
    QTest.keyClick(duel, Qt.Key.Key_Escape)
    bench.until(lambda: not duel.isFullScreen())
    assert duel.isVisible()
    assert duel.setup.isVisible()
    assert duel.save.isVisible()
    assert duel.lanes[0].speed.font().pointSizeF() == pytest.approx(small)


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
    setup = duel.setup
    for part in (
        setup.prompt,
        setup.prompts,
        setup.k.edit,
        setup.second,
        setup.third,
        duel.start,
        duel.present,
    ):
        assert part.accessibleName()
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert duel.childAt(QPoint(30, 30)) is not None
