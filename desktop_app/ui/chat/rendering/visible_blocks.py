"""The blocks of a text view that can be seen, with their places in its viewport."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QTextEdit

from desktop_app.ui.chat.rendering.backdrop import PlacedBlock


def visible_blocks(view: QTextEdit, margin: float) -> list[PlacedBlock]:
    """From top to bottom, those a little out of sight included. margin: how far, in pixels."""
    height = view.viewport().height()
    block = _first_visible(view, margin)
    placed = []
    while block.isValid():
        item = placed_in(view, block)
        if item.rect.top() > height + margin:
            break
        if item.rect.bottom() > -margin:
            placed.append(item)
        block = block.next()
    return placed


def placed_in(view: QTextEdit, block: QTextBlock) -> PlacedBlock:
    shift = QPointF(-view.horizontalScrollBar().value(), -view.verticalScrollBar().value())
    # its corner is the layout's position, its size that of the lines, which start behind the margin
    origin = view.document().documentLayout().blockBoundingRect(block).topLeft() + shift
    return PlacedBlock(block, block.layout().boundingRect().translated(origin), origin)


def _first_visible(view: QTextEdit, margin: float) -> QTextBlock:
    """Bisects by height; a table row's cells lie beside each other, so it starts at the table."""
    document = view.document()
    low, high = 0, document.blockCount() - 1
    while low < high:
        middle = (low + high) // 2
        bottom = placed_in(view, document.findBlockByNumber(middle)).rect.bottom()
        low, high = (low, middle) if bottom >= -margin else (middle + 1, high)
    block = document.findBlockByNumber(low)
    table = QTextCursor(block).currentTable()
    return document.findBlock(table.firstPosition()) if table is not None else block
