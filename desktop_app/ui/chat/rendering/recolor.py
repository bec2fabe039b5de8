"""Gives a written document the colours of another theme."""

from __future__ import annotations

from PySide6.QtGui import QBrush, QTextBlock, QTextCursor, QTextDocument, QTextTable

from desktop_app.ui.chat.rendering.code_coloring import CodeColoring
from desktop_app.ui.chat.rendering.text_formats import PANEL, ROLE, Role, TextFormats


def recolor(document: QTextDocument, formats: TextFormats, coloring: CodeColoring) -> None:
    """Links, notes and table lines; `coloring` does the code, all else is painted or follows the palette."""
    coloring.clear()
    block = document.begin()
    while block.isValid():
        _recolor_block(block, formats)
        panel = block.blockFormat().intProperty(PANEL)
        if panel and block.next().blockFormat().intProperty(PANEL) != panel:
            coloring.add(block, formats.theme)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            table_format = frame.format()
            table_format.setBorderBrush(QBrush(formats.theme.color("line")))
            frame.setFormat(table_format)


def _recolor_block(block: QTextBlock, formats: TextFormats) -> None:
    for piece in block.textFormats():
        role = piece.format.stringProperty(ROLE)
        if role in (Role.LINK, Role.DIM):
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + piece.start)
            end = block.position() + piece.start + piece.length
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            characters = piece.format
            formats.tint(characters, Role(role))
            cursor.setCharFormat(characters)
