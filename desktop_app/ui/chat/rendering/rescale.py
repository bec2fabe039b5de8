"""Gives a written document another size of text: what is in pixels or points grows by the same factor."""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextOption, QTextTable

_POINTS = QTextFormat.Property.FontPointSize.value


def rescale(document: QTextDocument, factor: float) -> None:
    """Margins, tabs, explicit font sizes and tables; the body follows the document's font."""
    cursor = QTextCursor(document)
    block = document.begin()
    while block.isValid():
        _rescale_block(cursor, block, factor)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _rescale_table(frame, factor)


def _rescale_block(cursor: QTextCursor, block: QTextBlock, factor: float) -> None:
    pieces = [piece for piece in block.textFormats() if piece.format.hasProperty(_POINTS)]
    cursor.setPosition(block.position())
    form = block.blockFormat()
    form.setTopMargin(form.topMargin() * factor)
    form.setBottomMargin(form.bottomMargin() * factor)
    form.setLeftMargin(form.leftMargin() * factor)
    form.setRightMargin(form.rightMargin() * factor)
    form.setTextIndent(form.textIndent() * factor)
    tabs = form.tabPositions()
    if tabs:
        form.setTabPositions([QTextOption.Tab(tab.position * factor, tab.type) for tab in tabs])
    cursor.setBlockFormat(form)
    for piece in pieces:
        cursor.setPosition(block.position() + piece.start)
        cursor.setPosition(block.position() + piece.start + piece.length, QTextCursor.MoveMode.KeepAnchor)
        characters = piece.format
        characters.setFontPointSize(characters.fontPointSize() * factor)
        cursor.setCharFormat(characters)


def _rescale_table(table: QTextTable, factor: float) -> None:
    form = table.format()
    form.setCellPadding(form.cellPadding() * factor)
    form.setLeftMargin(form.leftMargin() * factor)
    form.setBottomMargin(form.bottomMargin() * factor)
    table.setFormat(form)
