"""A conversation shown from its end is, once all of it is written, the conversation."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

from chat_rounds import REPLY, rounds_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from view_parts import browser_of
from written_documents import dump

from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.older_messages import first_shown, turn_start
from desktop_app.ui.chat.rendering.text_formats import KIND, BlockKind
from desktop_app.ui.chat.shown_message import PastMessage

ENDS = [REPLY, "| a |\n|---|\n| b |", "```py\nx = 1\n```", "", "One\n\n> two"]


def past(turns: int) -> list[PastMessage]:
    messages = []
    for number in range(turns):
        text = ENDS[number % len(ENDS)]
        messages.append(PastMessage(f"u{number}", f"Question {number}?", by_user=True))
        rounds = tuple(rounds_of(text))
        note = "Stopped." if number % 3 == 0 else ""
        messages.append(PastMessage(f"r{number}", text, note=note, rounds=lambda rounds=rounds: rounds))
    return messages


def seen(view: ChatView) -> list[Any]:
    view._writer.coloring.run()
    rows = dump(browser_of(view).document())
    hairline = f"{KIND}: '{BlockKind.HAIRLINE.value}'"
    panels = "1048589:"  # numbers of code panels follow the order of writing
    return [
        (text, ",".join(p for p in looks.split(",") if panels not in p), pieces, colors)
        for text, looks, pieces, colors in rows
        if hairline not in looks
    ]


def shown_in_order(view: ChatView, messages: list[PastMessage]) -> None:
    for message in messages:
        if message.by_user:
            view.add_user_message(message.message_id, message.text)
        else:
            view.show_reply(message.message_id, message.rounds(), message.text, message.note)


def test_all_of_it_comes_out_as_if_shown_in_order(view: ChatView) -> None:
    messages = past(40)
    view.show_past(messages)
    assert "Question 0?" not in browser_of(view).toPlainText()
    text, whole = view.plain_text(), seen(view)
    view.clear()
    shown_in_order(view, messages)
    assert text == view.plain_text()
    assert whole == seen(view)


def test_rounds_that_are_read_in_steps_are_the_same_rounds(view: ChatView) -> None:
    def in_steps(message: PastMessage) -> PastMessage:
        def reading() -> Generator[None, None, Sequence[Round | Text]]:
            yield
            yield
            return message.rounds()

        return replace(message, rounds=tuple, reading=reading)

    messages = past(40)
    view.show_past(messages)
    text, whole = view.plain_text(), seen(view)
    view.show_past([message if message.by_user else in_steps(message) for message in messages])
    assert text == view.plain_text()
    assert whole == seen(view)


def test_older_messages_come_without_being_asked_for(view: ChatView, qtbot: QtBot) -> None:
    view.show_past(past(40))
    qtbot.waitUntil(lambda: browser_of(view).toPlainText().startswith("Question 0?"))
    bar = browser_of(view).verticalScrollBar()
    assert bar.value() == bar.maximum(), "the end is still followed"


def test_the_reader_stays_where_he_is_while_text_is_added_above(view: ChatView, qtbot: QtBot) -> None:
    view.show_past(past(40))
    browser = browser_of(view)
    bar = browser.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    top = browser.cursorForPosition(browser.viewport().rect().center())
    place = browser.cursorRect(top).top()
    selected = browser.textCursor()
    selected.setPosition(top.position())
    selected.setPosition(top.position() + 12, selected.MoveMode.KeepAnchor)
    browser.setTextCursor(selected)
    marked = browser.textCursor().selectedText()
    length = browser.document().characterCount()
    qtbot.waitUntil(lambda: browser.toPlainText().startswith("Question 0?"))
    assert browser.document().characterCount() > length
    assert abs(browser.cursorRect(top).top() - place) <= 1
    assert browser.textCursor().selectedText() == marked


def test_home_goes_to_the_very_beginning(view: ChatView, qtbot: QtBot) -> None:
    view.show_past(past(60))
    browser = browser_of(view)
    qtbot.keyClick(browser, Qt.Key.Key_Home)
    qtbot.waitUntil(lambda: browser.toPlainText().startswith("Question 0?"))
    assert browser.verticalScrollBar().value() == 0


def test_select_all_takes_what_was_not_written_yet(view: ChatView, qtbot: QtBot) -> None:
    messages = past(60)
    view.show_past(messages)
    browser = browser_of(view)
    qtbot.keyClick(browser, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: browser.textCursor().hasSelection())
    assert browser.createMimeDataFromSelection().text().startswith("Question 0?")


def test_a_reply_goes_on_while_older_messages_come(view: ChatView, qtbot: QtBot) -> None:
    messages = past(40)
    view.show_past(messages)
    view.add_user_message("u", "And now?")
    view.begin_reply("r")
    text = "# Head\n\nSome **bold** words\n\n| a |\n|---|\n| b |\n\n```\ncode\n```\n\nend " * 3
    for number, round_ in enumerate(rounds_of(text)):
        view.append([round_])
        if number % 9 == 0:
            view._older.write()
    view.end_reply()
    late = view.plain_text()
    view.clear()
    shown_in_order(view, messages)
    view.add_user_message("u", "And now?")
    view.show_reply("r", rounds_of(text), text)
    assert late == view.plain_text()


def test_tokens_of_older_messages_are_theirs(view: ChatView) -> None:
    messages = past(12)
    view.show_past(messages)
    view.plain_text()
    heard: list[tuple[str, int]] = []
    view.token_activated.connect(lambda message, round_: heard.append((message, round_)))
    for index in (1, 11, 23):
        view._token_clicked(index, 0) if view._shown[index].reply.tokens else None
    assert heard == [("r0", 0), ("r5", 0), ("r11", 0)]


def test_a_cleared_view_writes_nothing_more(view: ChatView) -> None:
    view.show_past(past(40))
    view.clear()
    QApplication.processEvents()
    assert view.plain_text() == ""


def test_what_is_written_at_once_begins_with_a_question() -> None:
    messages = past(200)
    first = first_shown(messages)
    assert 0 < first < len(messages)
    assert messages[first].by_user
    assert [turn_start(messages, index) for index in (0, 1, 2, 3)] == [0, 0, 2, 2]
    assert first_shown(()) == 0
    assert turn_start([PastMessage("r", "x")], 0) == 0


def test_a_message_that_is_not_written_yet_is_gone_to_when_it_is(view: ChatView, qtbot: QtBot) -> None:
    view.show_past(past(60))
    browser = browser_of(view)
    view.scroll_to_message("u3")
    qtbot.waitUntil(lambda: "Question 3?" in browser.toPlainText())

    def top() -> str:
        return browser.cursorForPosition(QPoint(80, round(view._formats.line * 2))).block().text()

    qtbot.waitUntil(lambda: top() == "Question 3?")
    view.scroll_to_message("r59")
    bar = browser.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > bar.maximum() - 3 * bar.pageStep())
    view.scroll_to_message("nobody")
