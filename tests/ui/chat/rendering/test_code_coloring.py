from __future__ import annotations

from chat_rounds import rounds_of
from PySide6.QtGui import QTextBlock, QTextDocument
from PySide6.QtWidgets import QApplication
from written_documents import new_writer

from desktop_app.ui.chat.rendering.markdown_blocks import parse_blocks
from desktop_app.ui.chat.rendering.reply_text import reply_of


def colored(document: QTextDocument) -> list[bool]:
    block: QTextBlock = document.begin()
    result = []
    while block.isValid():
        result.append(bool(block.layout().formats()))
        block = block.next()
    return result


def test_the_newest_panel_is_coloured_first_and_a_slice_goes_on_where_the_last_one_ended(
    qapp: QApplication,
) -> None:
    document, writer = new_writer()
    panel = "```python\n" + "return 1\n" * 70 + "```\n"
    reply = reply_of(tuple(rounds_of(panel * 2)), panel * 2)
    for block in parse_blocks(reply.text):
        writer.block(block, reply, 0)
    assert not any(colored(document)), "a long panel is left for later"
    slices = 0
    while writer.coloring.run(0.0001):
        slices += 1
        done = colored(document)
        assert all(done[70:]) or not any(done[:70])
    assert slices > 1
    assert all(colored(document))


def test_a_language_that_nobody_knows_stays_plain(qapp: QApplication) -> None:
    document, writer = new_writer()
    source = "```nothing-of-the-kind\nreturn 1\n```\n"
    for block in parse_blocks(source):
        writer.block(block, reply_of((), source), 0)
    assert writer.coloring.run() is False
    assert not any(colored(document))


def test_a_table_before_code_in_one_edit_has_its_layout(qapp: QApplication) -> None:
    document, writer = new_writer()
    layout = document.documentLayout()
    document.setTextWidth(400)
    source = "| a |\n|---|\n| b |\n\n```python\nx = 1\n```\n"
    cursor = writer._cursor
    cursor.beginEditBlock()
    for block in parse_blocks(source):
        writer.block(block, reply_of((), source), 0)
    cursor.endEditBlock()
    writer.coloring.run()
    block_ = document.begin()
    while block_.isValid():
        assert layout.blockBoundingRect(block_).isValid() or block_.length() == 1
        block_ = block_.next()
