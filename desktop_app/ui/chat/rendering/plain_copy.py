"""The text of a document as a reader expects to paste it."""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from desktop_app.ui.chat.rendering.text_formats import FORMULA, JOINT, KIND, PANEL, BlockKind

_OBJECT = "\ufffc"
_TO_PLAIN = {0x2028: "\n", 0x2029: "\n", 0xFFFC: None, 0xFDD0: None, 0xFDD1: None}


def plain_text(document: QTextDocument, start: int, end: int) -> str:
    """The characters between two positions: a blank line between blocks, a tab between cells of a row."""
    parts: list[str] = []
    before: QTextBlock | None = None
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        kind = block.blockFormat().stringProperty(KIND)
        empty_end = block.length() == 1 and not block.next().isValid()
        if kind not in (BlockKind.HAIRLINE, BlockKind.FOLD) and not empty_end:
            if before is not None:
                parts.append(_between(before, block))
            parts.append(_block_text(block, max(start, block.position()), end))
            before = block
        block = block.next()
    return "".join(parts)


def _block_text(block: QTextBlock, start: int, end: int) -> str:
    cursor = QTextCursor(block)
    cursor.setPosition(start)
    last = block.position() + block.length() - 1
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    text = _with_sources(cursor.selectedText(), block, start).translate(_TO_PLAIN)
    return text.replace("\t", " ", 1) if block.blockFormat().textIndent() < 0 else text


def _with_sources(text: str, block: QTextBlock, start: int) -> str:
    """A formula is copied as its source."""
    if _OBJECT not in text:
        return text
    formulas = (
        piece.format.stringProperty(FORMULA)
        for piece in block.textFormats()
        if block.position() + piece.start >= start and piece.format.hasProperty(FORMULA)
    )
    first, *rest = text.split(_OBJECT)
    return first + "".join(source + part for source, part in zip(formulas, rest, strict=False))


def _between(before: QTextBlock, block: QTextBlock) -> str:
    if block.blockFormat().hasProperty(JOINT):
        return str(block.blockFormat().stringProperty(JOINT))
    table = QTextCursor(block).currentTable()
    if table is not None and QTextCursor(before).currentTable() == table:
        rows = table.cellAt(before.position()).row(), table.cellAt(block.position()).row()
        return "\t" if rows[0] == rows[1] else "\n"
    panels = before.blockFormat().intProperty(PANEL), block.blockFormat().intProperty(PANEL)
    items = before.blockFormat().textIndent() < 0 and block.blockFormat().textIndent() < 0
    return "\n" if items or (panels[0] and panels[0] == panels[1]) else "\n\n"
