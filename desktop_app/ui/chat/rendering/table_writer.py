"""Writes a table, or a piece of a long one, at a cursor."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QTextCursor, QTextTable

from desktop_app.ui.chat.rendering.inline_alignment import Run
from desktop_app.ui.chat.rendering.markdown_blocks import Block
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.run_insertion import insert_run
from desktop_app.ui.chat.rendering.table_format import table_format
from desktop_app.ui.chat.rendering.text_formats import JOINT, TextFormats


def insert_table(
    cursor: QTextCursor, block: Block, formats: TextFormats, reply: ReplyText, message: int
) -> int:
    """The cursor's block stays before the table. Gives the position of the block behind it."""
    columns = len(block.rows[0])
    table = cursor.insertTable(len(block.rows), columns, table_format(formats, block))
    goes_on = block.piece is not None and not block.piece.first
    for row, cells in enumerate(block.rows):
        for column, runs in enumerate(cells[:columns]):
            header = row == 0 and not goes_on
            _fill(table, row, column, runs, formats, reply, message, header)
    if goes_on:
        _join(table)
    return int(table.lastPosition()) + 1


def _fill(
    table: QTextTable,
    row: int,
    column: int,
    runs: tuple[Run, ...],
    formats: TextFormats,
    reply: ReplyText,
    message: int,
    header: bool,
) -> None:
    cursor = table.cellAt(row, column).firstCursorPosition()
    cursor.setBlockFormat(formats.cell())
    for run in runs:
        style = replace(run.style, bold=True) if header else run.style
        insert_run(cursor, run, reply, message, formats.characters(style, 0))


def _join(table: QTextTable) -> None:
    """A copy has the rows of all pieces without a blank line between them."""
    first = table.cellAt(0, 0).firstCursorPosition()
    block_format = first.blockFormat()
    block_format.setProperty(JOINT, "\n")
    first.setBlockFormat(block_format)
