from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.context_figures import ContextFigures
from desktop_app.ui.composer.prompt_edit import PASTE_LIMIT, PromptEdit
from desktop_app.ui.composer.send_button import SendButton
from desktop_app.ui.theme import ThemeManager


@pytest.fixture
def composer(qapp: QApplication, qtbot: QtBot) -> Composer:
    widget = Composer(ThemeManager(qapp, "dark"))
    qtbot.addWidget(widget)
    widget.resize(500, 120)
    widget.show()
    widget.take_focus()
    return widget


@pytest.fixture
def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


def edit_of(composer: Composer) -> PromptEdit:
    edit = composer.findChild(PromptEdit)
    assert edit is not None
    return edit


def button_of(composer: Composer) -> QAbstractButton:
    button = composer.findChild(SendButton)
    assert button is not None
    return button


def paste(composer: Composer, text: str, html: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    edit_of(composer).insertFromMimeData(data)


def test_enter_sends_and_shift_enter_breaks_the_line(
    composer: Composer, sent: list[str], qtbot: QtBot
) -> None:
    edit = edit_of(composer)
    qtbot.keyClicks(edit, "one")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(edit, "two ")
    assert sent == []
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert sent == ["one\ntwo"]
    assert composer.text() == ""
    qtbot.keyClicks(edit, "x")
    qtbot.keyClick(edit, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert sent == ["one\ntwo", "x"]


@pytest.mark.parametrize("text", ["", "   ", "\n \t\n"])
def test_nothing_is_sent_without_a_message(
    composer: Composer, sent: list[str], qtbot: QtBot, text: str
) -> None:
    composer.set_text(text)
    qtbot.keyClick(edit_of(composer), Qt.Key.Key_Return)
    assert sent == []
    assert "nothing to send" in composer.note()
    qtbot.keyClicks(edit_of(composer), "a")
    assert composer.note() == ""


def test_the_button_sends_stops_and_sends_again(composer: Composer, sent: list[str], qtbot: QtBot) -> None:
    button = button_of(composer)
    stops: list[bool] = []
    composer.stop_requested.connect(lambda: stops.append(True))
    composer.set_text("first")
    assert button.accessibleName() == "Send"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    composer.set_busy(True)
    assert button.accessibleName() == "Stop"
    qtbot.keyClicks(edit_of(composer), "second")
    qtbot.keyClick(edit_of(composer), Qt.Key.Key_Return)
    assert sent == ["first"]
    assert composer.text() == "second", "typed text stays while a reply runs"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(edit_of(composer), Qt.Key.Key_Escape)
    assert stops == [True, True]
    composer.set_busy(False)
    qtbot.keyClick(edit_of(composer), Qt.Key.Key_Escape)
    assert stops == [True, True], "there is nothing to stop"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert sent == ["first", "second"]


def test_blocked_says_why_and_leaves_the_text(composer: Composer, sent: list[str], qtbot: QtBot) -> None:
    composer.set_blocked("The model is loading.")
    qtbot.keyClicks(edit_of(composer), "early")
    qtbot.keyClick(edit_of(composer), Qt.Key.Key_Return)
    assert sent == []
    assert composer.note() == "The model is loading."
    assert not button_of(composer).isEnabled()
    composer.set_blocked("")
    assert composer.note() == ""
    qtbot.keyClick(edit_of(composer), Qt.Key.Key_Return)
    assert sent == ["early"]


def test_a_reply_can_be_stopped_while_sending_is_blocked(composer: Composer) -> None:
    composer.set_blocked("The model is loading.")
    composer.set_busy(True)
    assert button_of(composer).isEnabled()


def test_a_huge_paste_is_left_out_with_a_sentence(composer: Composer) -> None:
    composer.set_text("kept")
    paste(composer, "x" * 5_000_000)
    assert composer.text() == "kept"
    assert "5,000,000" in composer.note()
    assert "200,000" in composer.note()
    assert "shorter part" in composer.note()
    paste(composer, "y" * PASTE_LIMIT)
    assert len(composer.text()) == PASTE_LIMIT + 4
    assert composer.note() == ""


def test_rich_text_is_inserted_plain(composer: Composer) -> None:
    paste(composer, "bold\r\nline", "<b>bold</b>")
    assert composer.text() == "bold\nline"


def test_the_editor_grows_to_eight_lines(composer: Composer) -> None:
    edit = edit_of(composer)
    heights = []
    for lines in range(1, 12):
        composer.set_text("\n".join(["line"] * lines))
        heights.append(edit.height())
    grown = [other - one for one, other in pairwise(heights)]
    assert all(step > 0 for step in grown[:7])
    assert all(step == 0 for step in grown[7:])
    composer.set_text("")
    assert edit.height() == heights[0]


def test_in_a_high_window_it_grows_to_a_share_of_it(qapp: QApplication, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    composer = Composer(ThemeManager(qapp, "dark"), window)
    composer.set_text("line\n" * 200)
    window.resize(600, 1000)
    window.show()
    high = edit_of(composer).height()
    assert 360 <= high <= 440
    window.resize(600, 500)
    assert 180 <= edit_of(composer).height() < high


def test_a_long_line_wraps_and_grows_the_editor(composer: Composer) -> None:
    low = edit_of(composer).height()
    composer.set_text("word " * 60)
    assert edit_of(composer).height() > low


def test_status_and_names(composer: Composer) -> None:
    composer.set_context(ContextFigures(400, 12, 1024, 8192))
    assert composer.meter.text() == "context 412 / 8,192"
    names = {child.accessibleName() for child in composer.children() if hasattr(child, "accessibleName")}
    assert {"Message", "Send", "Context use"} <= names
