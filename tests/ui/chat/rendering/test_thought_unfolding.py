"""Long thoughts are unfolded in slices, and come out as if they had been in one."""

from __future__ import annotations

from itertools import pairwise

from chat_rounds import cut, rounds_of
from pygments.token import Comment, Number
from pytestqt.qtbot import QtBot
from written_documents import dump, new_writer

from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.code_colors import code_color
from desktop_app.ui.chat.rendering.markdown_blocks import parse_blocks
from desktop_app.ui.chat.rendering.reply_text import reply_of
from desktop_app.ui.chat.rendering.text_formats import PANEL
from desktop_app.ui.chat.shown_message import PastMessage

PART = "Words **and** more.\n\n| a | b |\n|---|---|\n| c | d |\n\n1. one\n2. two\n\n"
LONG = PART * 200
REPLY = f"<think>{LONG}</think>The answer."


def browser_of(view: ChatView) -> ChatBrowser:
    browser = view.findChild(ChatBrowser)
    assert browser is not None
    return browser


def text_of(view: ChatView) -> str:
    return browser_of(view).toPlainText()


def whole_of(view: ChatView) -> int:
    """How often the part is in the document."""
    return text_of(view).count("Words and more.")


def test_a_first_slice_comes_at_once_and_the_rest_by_itself(view: ChatView, qtbot: QtBot) -> None:
    view.show_reply("r", rounds_of(REPLY), REPLY)
    view._toggle_thought(0)
    assert 5 < whole_of(view) < 20
    assert text_of(view).endswith("The answer.")
    qtbot.waitUntil(lambda: whole_of(view) == 200)
    assert not view._unfolding.waiting
    document, writer = new_writer()
    for block in parse_blocks(LONG):
        writer.block(block, reply_of((), LONG), 0)
    expected = [text for text, *_ in dump(document)]
    shown = [text for text, *_ in dump(browser_of(view).document())]
    # the empty block behind a table
    assert [text for text in shown[1:-1] if text] == [text for text in expected if text]


def test_it_can_be_folded_before_all_of_it_is_there(view: ChatView) -> None:
    view.show_reply("r", rounds_of(REPLY), REPLY)
    folded = text_of(view)
    view._toggle_thought(0)
    view._toggle_thought(0)
    assert text_of(view) == folded
    view._unfold_more()
    assert text_of(view) == folded
    assert not view._unfolding.waiting


def test_a_thought_that_closes_unfolded_gets_its_looks_in_slices(view: ChatView, qtbot: QtBot) -> None:
    view.begin_reply("r")
    view.append(rounds_of("", ["<think>", LONG]))
    view._toggle_thought(0)
    assert text_of(view).count("Words **and** more.") == 200
    view.append(rounds_of("", ["</think>", "The ", "**answer**"]))
    assert 5 < whole_of(view) < 20
    while view._unfolding.waiting:
        view._unfold_more()
        view.append(rounds_of("", [" goes", " on"]))
    assert whole_of(view) == 200
    view.end_reply()
    last = text_of(view).split("\n")[-1]
    assert last.startswith("The answer goes on goes on")


def test_older_messages_are_written_meanwhile(view: ChatView, qtbot: QtBot) -> None:
    past = [
        message
        for number in range(60)
        for message in (
            PastMessage(f"u{number}", f"Question {number}?", by_user=True),
            PastMessage(f"r{number}", REPLY if number == 59 else f"Answer **{number}**.\n\nMore."),
        )
    ]
    view.show_past(past)
    view._toggle_thought(119)
    while view._unfolding.waiting or view._older.waiting:
        view._unfold_more()
        view._older.write()
    late = text_of(view)
    view._toggle_thought(119)
    view._toggle_thought(119)
    view.plain_text()
    assert late == text_of(view)
    assert late.startswith("Question 0?\nAnswer 0.")
    assert whole_of(view) == 200


def test_a_copy_of_all_has_all_of_the_thought(view: ChatView) -> None:
    view.show_reply("r", rounds_of(REPLY, cut(REPLY, [9])), REPLY)
    view._toggle_thought(0)
    assert view.plain_text().count("Words and more.") == 200


def test_a_cleared_view_forgets_it(view: ChatView) -> None:
    view.show_reply("r", rounds_of(REPLY), REPLY)
    view._toggle_thought(0)
    view.clear()
    view._unfold_more()
    assert text_of(view) == ""


def test_long_code_comes_in_slices_as_one_panel_with_its_colours(view: ChatView) -> None:
    reply = "<think>Let us see.\n\n```python\n" + "x = 1  # note\n" * 200 + "```\n\nSo.</think>The answer."
    view.show_reply("r", rounds_of(reply), reply)
    document = browser_of(view).document()
    counts = [document.blockCount()]
    view._toggle_thought(0)
    counts.append(document.blockCount())
    while view._unfolding.waiting:
        view._unfold_more()
        counts.append(document.blockCount())
    added = [after - before for before, after in pairwise(counts)]
    assert max(added) <= 31
    assert sum(added) == 202
    code = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    code = [block for block in code if block.text() == "x = 1  # note"]
    assert len({block.blockFormat().intProperty(PANEL) for block in code}) == 1
    colors = [[(span.start, span.length) for span in block.layout().formats()] for block in code]
    assert len(code) == 200
    assert colors[0]
    assert all(found == colors[0] for found in colors)


def test_another_theme_in_the_middle_of_it_colours_all_of_it(view: ChatView) -> None:
    reply = "<think>```python\n" + "x = 1  # note\n" * 200 + "```\n</think>The answer."
    view.show_reply("r", rounds_of(reply), reply)
    view._toggle_thought(0)
    assert view._unfolding.waiting
    view._themes.choose("light" if view._themes.current.name == "dark" else "dark")
    view._writer.coloring.run()
    assert not view._unfolding.waiting
    block = browser_of(view).document().begin()
    found = set()
    while block.isValid():
        found |= {span.format.foreground().color().name() for span in block.layout().formats()}
        block = block.next()
    assert found == {code_color(view._themes.current, kind) for kind in (Number, Comment)}
