"""Long tables: in pieces that look like one, the same streamed or shown at once."""

from __future__ import annotations

import pytest
from chat_rounds import cut, rounds_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument, QTextTable
from PySide6.QtWidgets import QApplication
from written_documents import at_once, dump, new_writer, streamed

from desktop_app.ui.chat.chat_browser import ChatBrowser
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.long_tables import ROWS
from desktop_app.ui.chat.rendering.markdown_blocks import Kind, parse_blocks
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter

HEAD = "| n | what |\n|---|:-:|\n"
ROW_KINDS = ["| {} | **b** |\n", "{} | `c`\n", "{}. | x |\n", "| {} |\n", "* {} | y\n", "|{}|a\\|b|c|\n"]
ENDS = ["", "\n", "\nnext\n", "- item\n", "    code\n", "# head\n", "> q\n", "```\nx\n```\n", "| last"]
LONG_LINE = "Word after word. " * 200 + "\n"


def rows(count: int, kind: str = "| {} | **b** |\n") -> str:
    return "".join(kind.format(number) for number in range(count))


def tables(document: QTextDocument) -> list[QTextTable]:
    return [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]


@given(
    st.sampled_from(["", "text\n", "- i\n\n"]),
    st.lists(st.tuples(st.sampled_from(ROW_KINDS), st.integers(1, 70)), min_size=1, max_size=3),
    st.sampled_from(ENDS),
    st.lists(st.integers(1, 40), min_size=1, max_size=4),
    st.integers(1, 9),
)
@example("", [(ROW_KINDS[0], ROWS - 1)], "\nx", [7], 1)
@example("", [(ROW_KINDS[0], ROWS)], "\nx", [7], 1)
@example("", [(ROW_KINDS[0], 2 * ROWS - 1)], "    code\n", [3], 2)
@example("", [(ROW_KINDS[0], 2 * ROWS)], "| last", [3], 2)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_streamed_equals_shown_at_once(
    qapp: QApplication,
    before: str,
    parts: list[tuple[str, int]],
    end: str,
    lengths: list[int],
    per_flush: int,
) -> None:
    source = before + HEAD + "".join(rows(count, kind) for kind, count in parts) + end
    one, other = streamed(source, lengths, per_flush), at_once(source, lengths)
    assert dump(one) == dump(other)
    assert [table.format() for table in tables(one)] == [table.format() for table in tables(other)]


@pytest.mark.parametrize("count", [ROWS - 1, ROWS, 2 * ROWS, 2 * ROWS + 5])
def test_a_long_line_ends_it_streamed_or_not(qapp: QApplication, count: int) -> None:
    source = HEAD + rows(count) + LONG_LINE + "x | y\n"
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    for round_ in rounds_of(source, cut(source, [400])):
        reply.add_round(round_)
    live.finish()
    assert dump(streamed(source, [400])) == dump(document)


def test_pieces_have_the_rows_of_the_table_and_its_widths() -> None:
    source = HEAD + rows(2 * ROWS + 3)
    pieces = parse_blocks(source)
    assert [len(block.rows) for block in pieces] == [ROWS, ROWS, 4]
    places = [block.piece for block in pieces]
    assert [(p.first, p.last) for p in places if p] == [(True, False), (False, False), (False, True)]
    assert len({p.shares for p in places if p}) == 1
    cells = ["".join(run.text for run in row[0]) for block in pieces for row in block.rows]
    assert cells == ["n", *map(str, range(2 * ROWS + 3))]


def test_a_short_table_stays_whole() -> None:
    (block,) = parse_blocks(HEAD + rows(ROWS - 1))
    assert block.kind is Kind.TABLE
    assert block.piece is None


def test_rows_are_settled_while_the_table_grows(qapp: QApplication) -> None:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    source = HEAD + rows(300)
    removed_most = 0

    def changed(position: int, removed: int, added: int) -> None:
        nonlocal removed_most
        removed_most = max(removed_most, removed)

    document.contentsChange.connect(changed)
    for round_ in rounds_of(source, cut(source, [5])):
        reply.add_round(round_)
        live.flush()
    assert removed_most < 20 * (ROWS + 2)
    assert len(tables(document)) == 7
    live.finish()
    assert [table.rows() for table in tables(document)] == [ROWS] * 7 + [21]


def test_the_pieces_stand_on_one_another_and_are_copied_as_one(view: ChatView) -> None:
    source = HEAD + rows(2 * ROWS) + "| 99 | " + "wide" * 90 + " |\n\nnext"
    view.show_reply("r", rounds_of(source), source)
    browser = view.findChild(ChatBrowser)
    assert browser is not None
    layout = browser.document().documentLayout()
    found = tables(browser.document())
    assert len(found) == 3
    lefts = {
        layout.blockBoundingRect(table.cellAt(1, 1).firstCursorPosition().block()).left() for table in found
    }
    assert len(lefts) == 1, "the columns are equally wide"

    def top(row: int) -> float:
        table, place = found[row // ROWS], row % ROWS
        return layout.blockBoundingRect(table.cellAt(place, 0).firstCursorPosition().block()).top()

    steps = {round(top(row + 1) - top(row), 3) for row in range(1, 2 * ROWS - 1)}
    assert len(steps) == 1, "between pieces as between rows"
    lines = view.plain_text().split("\n")
    assert lines[:3] == ["n\twhat", "0\tb", "1\tb"]
    assert len(lines) == 2 * ROWS + 2 + 2
    assert lines[-2:] == ["", "next"]
