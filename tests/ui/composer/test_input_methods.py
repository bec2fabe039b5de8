"""Text that is being composed, as Chinese, Japanese and Korean are: nothing of it is sent early or lost."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent, QInputMethodQueryEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.prompt_edit import PromptEdit
from desktop_app.ui.composer.send_button import SendButton
from desktop_app.ui.theme import ThemeManager


@pytest.fixture
def composer(qapp: QApplication, qtbot: QtBot) -> Composer:
    widget = Composer(ThemeManager(qapp, "dark"))
    qtbot.addWidget(widget)
    widget.resize(500, 120)
    with qtbot.waitActive(widget):
        widget.show()
    widget.take_focus()
    return widget


@pytest.fixture
def edit(composer: Composer) -> PromptEdit:
    found = composer.findChild(PromptEdit)
    assert found is not None
    return found


@pytest.fixture
def sent(composer: Composer) -> list[str]:
    texts: list[str] = []
    composer.submitted.connect(texts.append)
    return texts


def compose(edit: PromptEdit, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    event.setCommitString(commit)
    QApplication.sendEvent(edit, event)


def test_enter_confirms_what_is_composed_and_never_sends(edit: PromptEdit, sent: list[str]) -> None:
    compose(edit, "ni hao")
    QTest.keyClick(edit, Qt.Key.Key_Return)
    QTest.keyClick(edit, Qt.Key.Key_Enter)
    assert sent == []
    assert edit.composing
    compose(edit, "", "你好")
    assert edit.toPlainText() == "你好"
    assert sent == []
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert sent == ["你好"]


def test_escape_cancels_the_composition_and_nothing_else(composer: Composer, edit: PromptEdit) -> None:
    stops: list[bool] = []
    composer.stop_requested.connect(lambda: stops.append(True))
    composer.set_busy(True)
    QTest.keyClicks(edit, "a")
    compose(edit, "にほん")
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert stops == []
    assert not edit.composing
    assert composer.text() == "a"
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert stops == [True]


def test_up_and_down_choose_a_candidate_and_do_not_walk_the_history(
    composer: Composer, edit: PromptEdit
) -> None:
    composer.set_history(lambda: ["older"])
    compose(edit, "한")
    QTest.keyClick(edit, Qt.Key.Key_Up)
    QTest.keyClick(edit, Qt.Key.Key_Down)
    assert edit.composing
    assert composer.text() == "한"
    compose(edit, "", "한")
    assert composer.text() == "한"


def test_a_shortcut_of_the_window_waits_until_the_composition_is_over(edit: PromptEdit) -> None:
    def claimed() -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(edit, event)
        return event.isAccepted()

    assert not claimed()
    compose(edit, "ni")
    assert claimed()
    compose(edit, "")
    assert not claimed()


def test_a_change_of_focus_keeps_what_was_composed(
    composer: Composer, edit: PromptEdit, qtbot: QtBot
) -> None:
    other = QLineEdit(composer)
    other.show()
    composer.set_text("ab")
    cursor = edit.textCursor()
    cursor.setPosition(1)
    edit.setTextCursor(cursor)
    compose(edit, "你")
    assert composer.text() == "a你b", "what is composed is part of the text already"
    other.setFocus()
    assert not edit.composing
    assert edit.toPlainText() == "a你b"


def test_the_button_sends_what_is_composed_too(composer: Composer, edit: PromptEdit, sent: list[str]) -> None:
    QTest.keyClicks(edit, "say ")
    compose(edit, "你好")
    button = composer.findChild(SendButton)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert sent == ["say 你好"]
    assert composer.text() == ""
    assert not edit.composing


def test_candidates_stand_at_the_cursor_and_not_over_the_line(composer: Composer, edit: PromptEdit) -> None:
    composer.set_text("first line\nsecond")
    query = QInputMethodQueryEvent(Qt.InputMethodQuery.ImCursorRectangle)
    QApplication.sendEvent(edit, query)
    told = query.value(Qt.InputMethodQuery.ImCursorRectangle).toRect()
    shown = edit.cursorRect()
    assert told.topLeft() == edit.viewport().mapTo(edit, shown.topLeft())
    assert told.height() == shown.height()
    assert edit.viewport().pos() != QPoint(0, 0), "the editor has margins that Qt does not count"


def test_another_text_drops_the_composition(composer: Composer, edit: PromptEdit) -> None:
    compose(edit, "ni hao")
    composer.set_text("another chat's draft")
    assert not edit.composing
    assert composer.text() == "another chat's draft"
