"""Scrolling stays smooth in a long chat: what one frame may do, counted in operations, never in time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from chat_rounds import REPLY, rounds_of
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from view_parts import browser_of

from desktop_app.decoding.rounds import Round
from desktop_app.ui.chat import chat_browser
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering import origin_marks
from desktop_app.ui.chat.shown_message import PastMessage

# A turn with a short reply is never cut in two.
MOST_BLOCKS = 60


@dataclass
class Slices:
    """What each slice of the filling did: blocks it wrote, edits it made, replies it read."""

    view: ChatView
    reads: int = 0
    edits: int = 0
    done: list[tuple[int, int, int]] = field(default_factory=list)

    def past(self, replies: Sequence[str]) -> list[PastMessage]:
        messages = []
        for number, text in enumerate(replies):
            messages.append(PastMessage(f"u{number}", f"Question {number}?", by_user=True))
            messages.append(PastMessage(f"r{number}", text, rounds=lambda text=text: self._read(text)))
        return messages

    def _read(self, text: str) -> list[Round]:
        self.reads += 1
        return rounds_of(text)

    def _edited(self) -> None:
        self.edits += 1

    def watch(self) -> None:
        document = browser_of(self.view).document()
        document.contentsChanged.connect(self._edited)
        original = self.view._older.write

        def write() -> None:
            before = document.blockCount(), self.edits, self.reads
            original()
            after = document.blockCount(), self.edits, self.reads
            self.done.append((after[0] - before[0], after[1] - before[1], after[2] - before[2]))

        self.view._older._timer.timeout.disconnect()
        self.view._older._timer.timeout.connect(write)
        self.view._older.write = write  # type: ignore[method-assign]

    def run(self) -> None:
        while self.view._older.waiting:
            self.view._older.write()


@pytest.fixture
def slices(view: ChatView) -> Slices:
    return Slices(view)


def test_a_slice_reads_or_makes_one_edit_of_a_few_blocks(slices: Slices) -> None:
    slices.view.show_past(slices.past([REPLY] * 60))
    slices.watch()
    before = browser_of(slices.view).document().blockCount()
    slices.run()
    for blocks, edits, reads in slices.done:
        assert blocks <= MOST_BLOCKS
        assert edits == (blocks > 0)
        assert not (blocks and reads)
    written = browser_of(slices.view).document().blockCount() - before
    writing = [blocks for blocks, *_ in slices.done if blocks]
    assert sum(writing) == written
    # each edit places everything below it anew
    assert len(writing) <= written / 20 + 1


@pytest.mark.parametrize(
    "text",
    [
        "```python\n" + "x = 1  # note\n" * 400 + "```\n",
        "- item with **bold** words\n" * 400,
        "Words. " * 3000,
        "```\ncode\n```\n\n" * 300,
        "> - | a | b |\n>   |---|---|\n" + ">   | c | d |\n" * 200,
    ],
)
def test_a_long_reply_is_written_in_many_edits(slices: Slices, text: str) -> None:
    slices.view.show_past(slices.past([text, *["Short."] * 30]))
    slices.watch()
    slices.run()
    assert max(blocks for blocks, *_ in slices.done) <= 2 * MOST_BLOCKS + 40
    assert browser_of(slices.view).document().blockCount() > 10


def test_somebody_who_waits_for_all_of_it_gets_larger_slices(slices: Slices, qtbot: QtBot) -> None:
    slices.view.show_past(slices.past([REPLY] * 60))
    slices.watch()
    qtbot.keyClick(browser_of(slices.view), Qt.Key.Key_Home)
    slices.run()
    assert 100 < max(blocks for blocks, *_ in slices.done) <= 250


def test_a_paint_after_text_was_added_above_measures_no_mark_anew(
    slices: Slices, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = slices.view
    view.show_past(slices.past([REPLY] * 60))
    browser = browser_of(view)
    browser.verticalScrollBar().setValue(browser.verticalScrollBar().maximum() - 40)
    QApplication.processEvents()
    browser.viewport().repaint()
    measured: list[int] = []
    original = origin_marks.measure

    def counting(block, *arguments):  # type: ignore[no-untyped-def]
        measured.append(block.blockNumber())
        return original(block, *arguments)

    monkeypatch.setattr(origin_marks, "measure", counting)
    before = browser.document().blockCount()
    while browser.document().blockCount() == before:
        view._older.write()
    browser.viewport().repaint()
    assert measured == []
    known = browser._geometry._known
    assert known
    for number, marks in known.items():
        assert original(browser.document().findBlockByNumber(number)) == marks


def test_a_scrolled_frame_looks_for_its_blocks_once(
    slices: Slices, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = slices.view
    view.show_past(slices.past([REPLY] * 30))
    view.plain_text()
    QApplication.processEvents()
    searches: list[int] = []
    original = chat_browser.visible_blocks

    def counting(*arguments):  # type: ignore[no-untyped-def]
        searches.append(1)
        return original(*arguments)

    monkeypatch.setattr(chat_browser, "visible_blocks", counting)
    bar = browser_of(view).verticalScrollBar()
    for frame in range(1, 6):
        bar.setValue(bar.value() - 200)
        QApplication.processEvents()
        assert len(searches) <= frame


def test_a_growing_paragraph_is_measured_where_it_grows(
    view: ChatView, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = browser_of(view)
    # the bar must be there already: where it appears all lines have another width
    view.add_user_message("u", "line\n" * 40)
    view.begin_reply("r")
    measured: list[int] = []
    original = origin_marks._add_strokes

    def counting(*arguments):  # type: ignore[no-untyped-def]
        measured.append(1)
        return original(*arguments)

    monkeypatch.setattr(origin_marks, "_add_strokes", counting)
    text = (
        "The leaf takes in light, `code` and **water** goes up; 叶子吸收光 👩‍🔬 and antidisestablishment, "
        * 22
    )
    assert len(text) < 2400, "one paragraph"
    most = 0
    for number, round_ in enumerate(rounds_of(text)):
        view.append([round_])
        if number % 3 == 0:
            continue
        measured.clear()
        browser.viewport().repaint()
        most = max(most, len(measured))
        if number % 5 == 0:
            known = browser._geometry._known
            assert known
            for block, marks in list(known.items()):
                assert origin_marks.measure(browser.document().findBlockByNumber(block)) == marks
    assert browser.document().lastBlock().layout().lineCount() > 20
    assert 0 < most < 60


def test_a_change_in_the_middle_of_a_paragraph_is_measured(view: ChatView) -> None:
    browser = browser_of(view)
    text = "The leaf takes in light and water goes up. " * 40
    view.show_reply("r", rounds_of(text), text)
    browser.viewport().repaint()
    document = browser.document()
    for place, new in ((700, "x" * 40 + " "), (900, ""), (120, "one two "), (30, "y"), (1500, " ")):
        cursor = QTextCursor(document)
        cursor.setPosition(place)
        if not new:
            cursor.setPosition(place + 50, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(new)
        browser.verticalScrollBar().setValue(0)
        browser.viewport().repaint()
        known = browser._geometry._known
        assert 0 in known
        assert known[0] == origin_marks.measure(document.begin())
