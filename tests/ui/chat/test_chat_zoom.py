"""A chat of another size looks as if it had been written in that size, and stays where it is read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chat_rounds import REPLY, cut, rounds_of
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QTextBlock, QTextDocument, QTextTable, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from view_parts import browser_of

from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.origin_marks import MARK_HEIGHT, measure
from desktop_app.ui.theme import ThemeManager

QUESTION = "How does\nphotosynthesis work?"


@pytest.fixture
def views(qapp: QApplication, qtbot: QtBot) -> tuple[ChatView, ChatView]:
    themes = ThemeManager(qapp, "dark")
    made = (ChatView(themes), ChatView(themes))
    for view in made:
        qtbot.addWidget(view)
        view.resize(900, 600)
        view.show()
    QApplication.processEvents()
    return made


def document_of(view: ChatView) -> QTextDocument:
    return browser_of(view).document()


def write(view: ChatView) -> None:
    view.add_user_message("u", QUESTION)
    view.show_reply("r", rounds_of(REPLY, cut(REPLY, [3])), REPLY, "Stopped.")


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def sizes(document: QTextDocument) -> list[float]:
    """Everything of a document that is in pixels or points."""
    found: list[float] = []
    for block in blocks(document):
        form = block.blockFormat()
        found += [form.topMargin(), form.bottomMargin(), form.leftMargin(), form.rightMargin()]
        found += [form.textIndent(), *(tab.position for tab in form.tabPositions())]
        found += [piece.format.fontPointSize() for piece in block.textFormats()]
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            table = frame.format()
            found += [table.cellPadding(), table.leftMargin(), table.bottomMargin()]
    return [*found, document.defaultFont().pointSizeF()]


@pytest.mark.parametrize("percent", [70, 150, 250])
def test_it_is_as_if_it_had_been_written_in_that_size(views: tuple[ChatView, ChatView], percent: int) -> None:
    zoomed, written = views
    write(zoomed)
    zoomed.set_zoom(percent)
    written.set_zoom(percent)
    write(written)
    assert document_of(zoomed).toPlainText() == document_of(written).toPlainText()
    one, other = sizes(document_of(zoomed)), sizes(document_of(written))
    assert len(one) == len(other) > 200
    # margins are whole pixels where they are made, so a scaled one is up to two off
    assert one == pytest.approx(other, abs=2.5)
    assert document_of(zoomed).size().height() == pytest.approx(
        document_of(written).size().height(), rel=0.03
    )


def test_there_and_back_is_where_it_was(views: tuple[ChatView, ChatView]) -> None:
    view, _ = views
    write(view)
    before = sizes(document_of(view))
    for percent in (110, 125, 250, 70, 100):
        view.set_zoom(percent)
    assert sizes(document_of(view)) == pytest.approx(before, abs=1e-6)


def test_a_bubble_is_as_wide_as_its_text(views: tuple[ChatView, ChatView]) -> None:
    view, _ = views
    view.add_user_message("u", "How does photosynthesis work?")
    for percent in (70, 80, 90, 110, 125, 150, 175):
        view.set_zoom(percent)
        assert document_of(view).begin().layout().lineCount() == 1, percent


def test_a_reply_that_is_being_written_goes_on_in_the_new_size(views: tuple[ChatView, ChatView]) -> None:
    zoomed, written = views
    written.set_zoom(150)
    rounds = rounds_of(REPLY, cut(REPLY, [3]))
    for view in views:
        view.begin_reply("r")
        for number, round_ in enumerate(rounds):
            if number == len(rounds) // 2:
                view.set_zoom(150)
            view.append([round_])
        view.end_reply()
    assert document_of(zoomed).toPlainText() == document_of(written).toPlainText()
    assert sizes(document_of(zoomed)) == pytest.approx(sizes(document_of(written)), abs=2.5)


def test_what_is_read_stays_in_sight(views: tuple[ChatView, ChatView]) -> None:
    view, _ = views
    for _ in range(12):
        write(view)
    bar = browser_of(view).verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = browser_of(view).cursorForPosition(QPoint(450, 4))
    before = browser_of(view).cursorRect(place).top()
    for percent in (150, 80):
        view.set_zoom(percent)
        assert abs(browser_of(view).cursorRect(place).top() - before) < 40


def test_who_follows_the_end_stays_at_the_end(views: tuple[ChatView, ChatView]) -> None:
    view, _ = views
    for _ in range(6):
        write(view)
    view.scroll_to_latest()
    view.set_zoom(175)
    QApplication.processEvents()
    bar = browser_of(view).verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


def test_the_column_keeps_its_number_of_characters(views: tuple[ChatView, ChatView]) -> None:
    view, _ = views
    view.resize(2400, 600)
    widths = []
    for percent in (70, 100, 200):
        view.set_zoom(percent)
        font = browser_of(view).font()
        widths.append(browser_of(view).column[1] / QFontMetricsF(font).averageCharWidth())
    assert widths == pytest.approx([75, 75, 75], abs=0.5)


def test_marks_grow_with_the_text(views: tuple[ChatView, ChatView]) -> None:
    view, _ = views
    write(view)
    view.set_zoom(200)
    view.grab()
    block = document_of(view).begin().next()
    known = browser_of(view)._geometry.of(block, (0, 1e9))
    heights = {rect.height() for rects in known.strokes.values() for rect in rects}
    assert heights == {2 * MARK_HEIGHT}
    assert {rect.height() for rects in measure(block).strokes.values() for rect in rects} == {MARK_HEIGHT}


def test_ctrl_and_the_wheel_ask_for_another_size_and_scroll_nothing(
    views: tuple[ChatView, ChatView], qtbot: QtBot
) -> None:
    view, _ = views
    for _ in range(6):
        write(view)
    bar = browser_of(view).verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before, asked = bar.value(), []
    view.zoom_requested.connect(asked.append)
    # half a notch is not yet one
    for delta in (120, -60, -60, 240):
        turn(view, delta, Qt.KeyboardModifier.ControlModifier)
    assert (asked, bar.value()) == ([1, -1, 1], before)
    turn(view, 120, Qt.KeyboardModifier.NoModifier)
    assert bar.value() < before
    assert browser_of(view).font().pointSizeF() == document_of(view).defaultFont().pointSizeF()


def turn(view: ChatView, delta: int, keys: Qt.KeyboardModifier) -> None:
    viewport = browser_of(view).viewport()
    middle = QPointF(viewport.rect().center())
    event = QWheelEvent(
        middle,
        viewport.mapToGlobal(middle),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)
