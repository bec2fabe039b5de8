"""Where a reply was switched: one mark for each switch, before the first character to be seen behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chat_rounds import REPLY, round_of, rounds_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextBlock, QTextDocument
from PySide6.QtWidgets import QApplication
from view_parts import browser_of

from desktop_app.decoding.plan import Mode, other
from desktop_app.decoding.rounds import Origin, Round
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.origin_marks import measure
from desktop_app.ui.chat.rendering.switch_marks import SwitchMark, switch_at
from desktop_app.ui.chat.rendering.text_formats import SWITCH, TOKEN


def switched(rounds: Sequence[Round], places: Sequence[int], began: Mode = "speculative") -> list[Round]:
    """The rounds at these places begin another mode."""
    found, mode = [], began
    for index, round_ in enumerate(rounds):
        if index and index in places:
            mode = other(mode)
            round_ = replace(round_, switched=mode)
        found.append(round_)
    return found


def show(view: ChatView, rounds: Sequence[Round]) -> None:
    view.clear()
    view.add_user_message("u", "question")
    view.begin_reply("a")
    for round_ in rounds:
        view.append([round_])
    view.end_reply()


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def marks(view: ChatView) -> list[SwitchMark]:
    document = browser_of(view).document()
    document.documentLayout().documentSize()
    return [mark for block in blocks(document) for mark in measure(block).switches]


def parts_seen(view: ChatView) -> list[int]:
    """The parts of the reply that have characters to be seen, in their order."""
    found: list[int] = []
    for block in blocks(browser_of(view).document()):
        for piece in block.textFormats():
            part = piece.format.intProperty(SWITCH)
            if piece.format.hasProperty(TOKEN) and found[-1:] != [part]:
                found.append(part)
    return found


@given(st.sets(st.integers(0, 40), max_size=6), st.sampled_from(["plain", "speculative"]))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_switch_that_can_be_seen_has_one_mark(view: ChatView, places: set[int], began: Mode) -> None:
    """Whatever of the text is Markdown and never seen."""
    show(view, switched(rounds_of(REPLY), sorted(places), began))
    seen = [part for part in parts_seen(view) if part]
    assert [mark.plain for mark in marks(view)] == [part % 2 == 1 for part in seen]
    tokens = [mark.token for mark in marks(view)]
    assert tokens == sorted(set(tokens))


def test_the_mark_stands_in_the_blank_before_the_word(view: ChatView) -> None:
    A = Origin.ACCEPTED
    rounds = [round_of(["one", " two"], [A, A]), round_of([" three", " four"], [A, A], 1)]
    show(view, switched(rounds, [1]))
    (mark,) = marks(view)
    assert (mark.plain, mark.message, mark.token) == (True, 1, 2)
    block = browser_of(view).document().lastBlock()
    line = block.layout().lineAt(0)
    left, right = (float(line.cursorToX(block.text().index(" three") + step)[0]) for step in (0, 1))
    assert left < mark.rect.left() < right
    assert mark.rect.top() < line.y()
    assert mark.rect.bottom() < line.y() + line.height() + 4


def test_a_switch_behind_what_cannot_be_seen_is_marked_at_the_next_character(view: ChatView) -> None:
    A = Origin.ACCEPTED
    rounds = [
        round_of(["a "], [A]),
        round_of(["**"], [A], 1),
        round_of(["bold"], [A], 2),
        round_of(["**"], [A], 3),
    ]
    show(view, switched(rounds, [1]))
    (mark,) = marks(view)
    assert mark.token == 2


def test_a_reply_that_was_not_switched_has_none(view: ChatView) -> None:
    show(view, rounds_of(REPLY))
    assert marks(view) == []
    assert parts_seen(view) == [0]


def test_the_copied_text_is_the_reply(view: ChatView) -> None:
    show(view, rounds_of(REPLY))
    right = view.plain_text()
    show(view, switched(rounds_of(REPLY), [3, 9, 20]))
    assert view.plain_text() == right


def test_a_mark_is_found_near_it_and_not_far_from_it(qapp: QApplication) -> None:
    mark = SwitchMark(QRectF(20, 10, 0, 18), True, 0, 3)
    origin = QPointF(100, 50)
    assert switch_at(QPointF(122, 70), [mark], origin) is mark
    assert switch_at(QPointF(118, 61), [mark], origin) is mark
    for away in (QPointF(140, 70), QPointF(120, 90), QPointF(20, 18)):
        assert switch_at(away, [mark], origin) is None
