"""Thoughts: folded with their count, unfolded by a click, the same streamed or shown at once."""

from __future__ import annotations

import re

import pytest
from chat_rounds import cut, rounds_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from view_parts import browser_of
from written_documents import dump

from desktop_app.engines.base import Text
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.text_formats import PANEL, TOKEN
from desktop_app.ui.chat.rendering.thoughts import Thought, may_begin, thought_of

REPLY = "<think>\nFirst **this**.\n\n- then that\n</think>\n\nThe *answer* is 4.\n"


def lines(view: ChatView) -> list[str]:
    return browser_of(view).toPlainText().split("\n")


def stream(view: ChatView, text: str, lengths: list[int] | None = None) -> None:
    for round_ in rounds_of(text, cut(text, lengths or [4])):
        view.append([round_])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<think>a</think>b", Thought(7, 8, 16)),
        ("\n <think>a", Thought(9, 10, -1)),
        ("[THINK]a[/THINK]", Thought(7, 8, 16)),
        ("no tag</think>b", Thought(0, 6, 14)),
        ("the tag <think> is text", None),
        ("<thinks>", None),
    ],
)
def test_where_a_thought_is(text: str, found: Thought | None) -> None:
    assert thought_of(text) == found


def test_what_may_become_a_thought() -> None:
    assert [may_begin(text) for text in ("", "\n", "<thi", "[TH", "<b", "x")] == [True] * 4 + [False] * 2


def test_it_thinks_with_a_count_then_it_has_thought(view: ChatView) -> None:
    view.begin_reply("r")
    stream(view, "<thi")
    assert lines(view) == [""], "what may be a tag does not flash by"
    view.clear()
    view.begin_reply("r")
    view.append(rounds_of("", ["<think>", "\n", "one", " two", " three"]))
    assert lines(view) == ["Thinking… 4 tokens ▸"]
    view.append(rounds_of("", [" four", "</think>", "\n\nSo", " it is."]))
    assert lines(view) == ["Thought for 5 tokens ▸", "So it is."]
    view.end_reply()
    assert view.plain_text() == "So it is.", "a copy is the answer"


def test_a_click_unfolds_and_folds_it(view: ChatView, qtbot: QtBot) -> None:
    view.show_reply("r", rounds_of(REPLY), REPLY)
    browser = browser_of(view)
    folded = browser.toPlainText()
    assert folded.endswith("▸\nThe answer is 4.")

    def click() -> None:
        cursor = browser.textCursor()
        cursor.setPosition(2)
        place = browser.cursorRect(cursor).center()
        qtbot.mouseClick(browser.viewport(), Qt.MouseButton.LeftButton, pos=place)

    click()
    assert lines(view)[1:] == ["First this.", "•\tthen that", "The answer is 4."]
    assert lines(view)[0].endswith("▾")
    block = browser.document().begin().next()
    assert all(piece.format.hasProperty(TOKEN) for piece in block.textFormats())
    browser.selectAll()
    assert browser.createMimeDataFromSelection().text() == "First this.\n\n• then that\n\nThe answer is 4."
    click()
    assert browser.toPlainText() == folded


def test_the_keyboard_unfolds_it(view: ChatView, qtbot: QtBot) -> None:
    view.show_reply("r", rounds_of(REPLY), REPLY)
    browser = browser_of(view)
    browser.setFocus()
    qtbot.keyClick(browser, Qt.Key.Key_Tab)
    qtbot.keyClick(browser, Qt.Key.Key_Return)
    assert "First this." in lines(view)


def test_it_grows_while_it_is_unfolded_and_the_answer_follows(view: ChatView) -> None:
    view.begin_reply("r")
    stream(view, "<think>one\n\ntw")
    view._toggle_thought(0)
    assert lines(view)[1:] == ["one", "", "tw"]
    stream(view, "o\nthree")
    assert lines(view)[1:] == ["one", "", "two", "three"]
    stream(view, "</think>\n\n# Answer\n\ntext")
    assert lines(view)[1:] == ["one", "two", "three", "Answer", "text"]
    view.end_reply()
    streamed = dump(browser_of(view).document())
    view._toggle_thought(0)
    assert lines(view)[1:] == ["Answer", "text"]
    view._toggle_thought(0)
    assert dump(browser_of(view).document()) == streamed


def test_thoughts_of_several_messages_and_older_ones_stay_apart(view: ChatView) -> None:
    for number in range(4):
        view.add_user_message(f"u{number}", f"question {number}")
        view.show_reply(f"r{number}", (), f"<think>thought {number}</think>answer {number}\n\n| t |\n|---|\n")
    before = browser_of(view).toPlainText()
    for message in (3, 7, 1):
        view._toggle_thought(message)
    view.add_user_message("u", "last")
    assert [line for line in lines(view) if line.startswith("thought")] == [
        "thought 0", "thought 1", "thought 3",
    ]  # fmt: skip
    for message in (1, 3, 7):
        view._toggle_thought(message)
    assert browser_of(view).toPlainText().startswith(before.rstrip())
    assert lines(view)[-1] == "last"


def test_a_reply_stopped_while_it_thinks(view: ChatView) -> None:
    view.begin_reply("r")
    stream(view, "<think>on and on")
    view.end_reply("Stopped.")
    assert lines(view) == ["Thought for 3 tokens ▸", "Stopped."]


def test_a_thought_without_tokens_has_no_count(view: ChatView) -> None:
    view.begin_reply("r")
    view.append([Text("<think>one two")])
    assert lines(view) == ["Thinking… ▸"]
    view.append([Text("</think>yes")])
    view.end_reply()
    assert lines(view) == ["Thought ▸", "yes"]


def test_a_link_in_a_reply_unfolds_nothing_strange(view: ChatView) -> None:
    view.show_reply("r", (), "[x](thought:7) [y](thought:0)")
    view._toggle_thought(7)
    view._toggle_thought(0)
    assert lines(view) == ["x y"]


def seen(view: ChatView) -> str:
    """All but the numbers of code panels, which follow the order of writing."""
    return re.sub(rf"{PANEL}: \d+", "", repr(dump(browser_of(view).document())))


PIECES = ["<think>", "</think>", "a b", "\n", "\n\n", "- i\n", "```\n", "| a |\n|---|\n", "**b**", "x "]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(TEXTS, st.lists(st.integers(1, 7), min_size=1, max_size=4), st.booleans())
@example("| a |\n|---|\n| b |\n</think>\n\nx", [3], False)
@example("```\nx\n</think>", [2], True)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_streamed_equals_shown_at_once(view: ChatView, text: str, lengths: list[int], unfold: bool) -> None:
    view.clear()
    view.add_user_message("u", "question")
    view.begin_reply("r")
    stream(view, text, lengths)
    view.end_reply()
    if unfold:
        view._toggle_thought(1)
    streamed = seen(view)
    view.clear()
    view.add_user_message("u", "question")
    view.show_reply("r", rounds_of(text, cut(text, lengths)), text)
    if unfold:
        view._toggle_thought(1)
    assert streamed == seen(view)


def test_a_note_before_the_reply_stays(view: ChatView) -> None:
    view.begin_reply("r")
    view.add_note("From here on.")
    stream(view, "<think>one</think>two")
    view.end_reply()
    assert lines(view) == ["From here on.", "Thought for 2 tokens ▸", "two"]
