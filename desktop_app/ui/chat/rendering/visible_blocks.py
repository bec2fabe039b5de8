"""The blocks of a text view that can be seen, with their places in its viewport."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QAbstractTextDocumentLayout, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from desktop_app.ui.chat.rendering.backdrop import PlacedBlock


def visible_blocks(view: QTextEdit, margin: float) -> list[PlacedBlock]:
    """From top to bottom, those a little out of sight included. margin: how far, in pixels."""
    height = view.viewport().height()
    shift, layout = _shift(view), view.document().documentLayout()
    block = block_at(view.document(), -margin - shift.y())
    placed = []
    while block.isValid():
        item = _placed(layout, block, shift)
        if item.rect.top() > height + margin:
            break
        if item.rect.bottom() > -margin:
            placed.append(item)
        block = block.next()
    return placed


def block_at(document: QTextDocument, y: float) -> QTextBlock:
    """The first that reaches below this height of the document.

    Bisects by height; a table row's cells lie beside each other, so it starts at the table.
    """
    layout = document.documentLayout()
    low, high = 0, document.blockCount() - 1
    while low < high:
        middle = (low + high) // 2
        bottom = _placed(layout, document.findBlockByNumber(middle), QPointF()).rect.bottom()
        low, high = (low, middle) if bottom >= y else (middle + 1, high)
    block = document.findBlockByNumber(low)
    table = QTextCursor(block).currentTable()
    return document.findBlock(table.firstPosition()) if table is not None else block


def placed_in(view: QTextEdit, block: QTextBlock) -> PlacedBlock:
    return _placed(view.document().documentLayout(), block, _shift(view))


def _shift(view: QTextEdit) -> QPointF:
    return QPointF(-view.horizontalScrollBar().value(), -view.verticalScrollBar().value())


def _placed(layout: QAbstractTextDocumentLayout, block: QTextBlock, shift: QPointF) -> PlacedBlock:
    # its corner is the layout's position, its size that of the lines, which start behind the margin
    origin = layout.blockBoundingRect(block).topLeft() + shift
    return PlacedBlock(block, block.layout().boundingRect().translated(origin), origin)
