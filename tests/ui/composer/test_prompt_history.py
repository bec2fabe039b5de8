from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.prompt_edit import PromptEdit
from desktop_app.ui.composer.prompt_history import PromptHistory
from desktop_app.ui.theme import ThemeManager

# -- the walk ---------------------------------------------------------------------------------------------


def test_up_goes_back_and_down_returns_to_the_draft() -> None:
    history = PromptHistory(lambda: ["b", "a"])
    assert history.older("") == "b"
    assert history.older("b") == "a"
    assert history.older("a") is None
    assert history.newer("a") == "b"
    assert history.newer("b") == ""
    assert history.newer("") is None


def test_the_draft_is_what_stood_there() -> None:
    history = PromptHistory(lambda: ["a"])
    assert history.older(" \n") == "a"
    assert history.newer("a") == " \n"


def test_repeated_and_empty_questions_are_one_step() -> None:
    history = PromptHistory(lambda: ["a", "", "a", "b", "a"])
    assert history.older("") == "a"
    assert history.older("a") == "b"
    assert history.older("b") is None


def test_own_text_is_never_replaced() -> None:
    history = PromptHistory(lambda: ["a"])
    assert history.older("typed") is None
    assert history.newer("typed") is None


def test_an_edit_ends_the_walk_and_the_next_one_asks_again() -> None:
    asked = [["a"], ["a!", "a"]]
    history = PromptHistory(lambda: asked.pop(0))
    assert history.older("") == "a"
    assert history.older("a!") is None
    assert history.newer("a!") is None
    assert history.older("") == "a!"


# -- the keys ---------------------------------------------------------------------------------------------


@pytest.fixture
def composer(qapp: QApplication, qtbot: QtBot) -> Composer:
    widget = Composer(ThemeManager(qapp, "dark"))
    qtbot.addWidget(widget)
    widget.resize(500, 120)
    widget.show()
    widget.take_focus()
    widget.set_history(lambda: ["newest", "two\nlines", "oldest"])
    return widget


def press(
    composer: Composer, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(composer.findChild(PromptEdit), key, modifiers)


def test_keys_walk_through_texts_of_several_lines(composer: Composer) -> None:
    seen = []
    for key in (Qt.Key.Key_Up,) * 4 + (Qt.Key.Key_Down,) * 4:
        press(composer, key)
        seen.append(composer.text())
    assert seen == ["newest", "two\nlines", "oldest", "oldest", "two\nlines", "newest", "", ""]


def test_inside_a_text_up_moves_the_cursor(composer: Composer) -> None:
    composer.set_text("one\ntwo")
    press(composer, Qt.Key.Key_Up)
    press(composer, Qt.Key.Key_Up)
    assert composer.text() == "one\ntwo"


def test_in_a_recalled_text_the_cursor_can_be_moved_away(composer: Composer) -> None:
    press(composer, Qt.Key.Key_Up)
    press(composer, Qt.Key.Key_Up)
    press(composer, Qt.Key.Key_Left)
    edit = composer.findChild(PromptEdit)
    assert edit.textCursor().blockNumber() == 1
    press(composer, Qt.Key.Key_Up)
    assert composer.text() == "two\nlines"
    assert edit.textCursor().blockNumber() == 0
    press(composer, Qt.Key.Key_Up)
    assert composer.text() == "oldest", "from its first line the walk goes on"


def test_a_wrapped_line_is_several_lines(composer: Composer) -> None:
    composer.set_history(lambda: ["word " * 60, "older"])
    press(composer, Qt.Key.Key_Up)
    edit = composer.findChild(PromptEdit)
    edit.moveCursor(QTextCursor.MoveOperation.Left)
    press(composer, Qt.Key.Key_Up)
    assert composer.text() == "word " * 60


def test_modifiers_have_other_meanings(composer: Composer) -> None:
    press(composer, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    press(composer, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert composer.text() == ""
