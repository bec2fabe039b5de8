from __future__ import annotations

from chat_rounds import round_of
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QFontMetricsF, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.rendering.markdown_blocks import parse_blocks
from desktop_app.ui.chat.rendering.origin_marks import BlockMarks, MarkGeometry, measure, token_spans
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.text_formats import TextFormats
from desktop_app.ui.theme import DARK

A, C, B, P = Origin.ACCEPTED, Origin.CORRECTED, Origin.BONUS, Origin.PLAIN


def shown(pieces: list[tuple[str, Origin]], width: float = 400) -> QTextDocument:
    reply = ReplyText()
    for index, (text, origin) in enumerate(pieces):
        reply.add_round(round_of([text], [origin], index))
    document = QTextDocument()
    writer = DocumentWriter(document, TextFormats(QFont("sans", 11), DARK))
    for block in parse_blocks(reply.text):
        writer.block(block, reply, 0)
    document.setTextWidth(width)
    document.documentLayout().documentSize()
    return document


def spans(block: QTextBlock) -> list[tuple[str, Origin]]:
    encoded = block.text().encode("utf-16-le")
    return [
        (encoded[2 * span.start : 2 * span.end].decode("utf-16-le"), span.origin)
        for span in token_spans(block.text(), block.textFormats())
    ]


def test_blanks_at_the_ends_of_a_token_are_not_marked(qapp: QApplication) -> None:
    document = shown([("one", A), (" two", C), (" ", A), ("three\n", B)])
    assert spans(document.begin()) == [("one", A), ("two", C), ("three", B)]


def test_a_token_that_is_bold_in_part_is_one_token(qapp: QApplication) -> None:
    document = shown([("a **b", C), ("old** c", A)])
    assert spans(document.begin()) == [("a b", C), ("old c", A)]


def test_positions_count_utf_16_units(qapp: QApplication) -> None:
    document = shown([("👩‍🔬", C), (" ok", A)])
    assert spans(document.begin()) == [("👩‍🔬", C), ("ok", A)]


def test_neighbours_have_a_gap_and_marks_lie_under_descenders(qapp: QApplication) -> None:
    document = shown([("gy", A), ("pq", A), ("jy", C), (" gypsy" * 9, P)], width=120)
    marks = measure(document.begin())
    first, second = marks.strokes[A]
    (wave,) = marks.strokes[C]
    (caret,) = marks.carets
    assert 0.5 <= second.left() - first.right() <= 2.5
    assert caret.x() < wave.left()
    line = document.begin().layout().lineAt(0)
    metrics = QFontMetricsF(QFont("sans", 11))
    assert first.center().y() > line.y() + line.ascent() + metrics.descent()
    below = document.begin().layout().lineAt(1)
    assert below.isValid()
    assert first.bottom() <= below.y() + 1, "and above the next line"


def test_plain_tokens_have_no_mark(qapp: QApplication) -> None:
    document = shown([("one", P), (" two", P)])
    assert measure(document.begin()) == BlockMarks()


def test_a_token_over_two_lines_has_two_strokes_and_one_caret(qapp: QApplication) -> None:
    document = shown([("a long token of many words that wraps", C)], width=150)
    marks = measure(document.begin())
    assert len(marks.strokes[C]) > 1
    assert len(marks.carets) == 1


def test_a_band_gives_only_its_lines(qapp: QApplication) -> None:
    document = shown([(f" word{n}", A) for n in range(200)], width=200)
    block = document.begin()
    whole = measure(block).strokes[A]
    line, below = block.layout().lineAt(5), block.layout().lineAt(6)
    part = measure(block, (line.y() + 1, line.y() + 2)).strokes[A]
    assert 0 < len(part) < 10
    assert all(rect in whole for rect in part)
    assert any(line.y() < rect.top() < below.y() for rect in part)


def test_inline_code_has_one_tint_however_many_tokens(qapp: QApplication) -> None:
    document = shown([("see `a", A), ("b", C), ("c` ok", A)])
    marks = measure(document.begin())
    assert len(marks.tints) == 1


def test_geometry_is_remembered_until_forgotten(qapp: QApplication) -> None:
    document = shown([("one", A)])
    geometry = MarkGeometry()
    block = document.begin()
    assert geometry.of(block, (0, 9)) is geometry.of(block, (0, 9))
    known = geometry.of(block, (0, 9))
    geometry.changed(1, 1, 0)
    assert geometry.of(block, (0, 9)) is known
    geometry.changed(0, 0, 0)
    assert geometry.of(block, (0, 9)) is not known


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(["new", "two\nnew", "", "\n"])), max_size=6))
def test_remembered_marks_follow_their_blocks(qapp: QApplication, edits: list[tuple[int, str]]) -> None:
    document = shown([(f"word{number}" + "\n\n" * (number % 2), A) for number in range(20)])
    geometry = MarkGeometry()
    counts = [document.blockCount()]

    def changed(position: int, _removed: int, added: int) -> None:
        counts.append(document.blockCount())
        first, last = (document.findBlock(place).blockNumber() for place in (position, position + added))
        geometry.changed(first, last if last >= 0 else counts[-1] - 1, counts[-1] - counts[-2])

    document.contentsChange.connect(changed)
    for number, text in edits:
        for block in blocks_of(document):
            geometry.of(block, (0, 9))
        cursor = QTextCursor(document.findBlockByNumber(number % document.blockCount()))
        if not text:
            cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor)
            cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, 2)
        cursor.insertText(text)
        for block in blocks_of(document):
            assert geometry.of(block, (0, 9)) == measure(block)


def test_only_so_many_blocks_are_remembered(qapp: QApplication) -> None:
    document = shown([("word\n\n", A)] * 700)
    geometry = MarkGeometry()
    blocks = blocks_of(document)
    assert len(blocks) == 700
    for block in blocks:
        geometry.of(block, (0, 9))
    assert len(geometry._known) == 600
    assert geometry.of(blocks[-1], (0, 9)) is geometry.of(blocks[-1], (0, 9))


def blocks_of(document: QTextDocument) -> list[QTextBlock]:
    return [document.findBlockByNumber(number) for number in range(document.blockCount())]
