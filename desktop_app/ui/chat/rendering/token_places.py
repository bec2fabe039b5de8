"""Where the tokens of a reply stand in the document, and which token stands at a place of it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from desktop_app.ui.chat.rendering.formula_parts import formula_parts, token_in_formula
from desktop_app.ui.chat.rendering.text_formats import MESSAGE, PARTS, TOKEN

Place = tuple[int, int]
"""Message and token; both grow down the document."""


def token_at(view: QTextEdit, point: QPoint) -> Place | None:
    """Message and token under a point of the viewport."""
    shift = QPointF(view.horizontalScrollBar().value(), view.verticalScrollBar().value())
    layout = view.document().documentLayout()
    position = layout.hitTest(QPointF(point) + shift, Qt.HitTestAccuracy.ExactHit)
    if position < 0:
        return None
    found = _format_at(view, position)
    if not found.hasProperty(TOKEN):
        return None
    token = found.intProperty(TOKEN)
    if found.hasProperty(PARTS):
        token = token_in_formula(found, _share_at(view, position, point))
    return found.intProperty(MESSAGE), token


def _share_at(view: QTextEdit, position: int, point: QPoint) -> float:
    """Where a point is in the character at `position`: 0 its left edge, 1 its right one."""
    cursor = QTextCursor(view.document())
    cursor.setPosition(position)
    left = view.cursorRect(cursor).x()
    cursor.setPosition(position + 1)
    return (point.x() - left) / max(1, view.cursorRect(cursor).x() - left)


def _format_at(view: QTextEdit, position: int) -> QTextCharFormat:
    cursor = QTextCursor(view.document())
    cursor.setPosition(min(position + 1, view.document().characterCount() - 1))
    return cursor.charFormat()


def first_token(block: QTextBlock) -> Place | None:
    """The first token in a block; None where no token made any of it."""
    # of a long paragraph the formats of all tokens are many, and the first one nearly always tells
    pieces = block.begin()
    if not pieces.atEnd():
        first = pieces.fragment().charFormat()
        if first.hasProperty(TOKEN):
            return first.intProperty(MESSAGE), first.intProperty(TOKEN)
    for piece in block.textFormats():
        if piece.format.hasProperty(TOKEN):
            return piece.format.intProperty(MESSAGE), piece.format.intProperty(TOKEN)
    return None


def position_of(start: QTextBlock, wanted: Place) -> int | None:
    """Where in the document the token stands, or the first behind it in its message: some are not shown.

    Looks up and down from `start`, so that the cost is that of the distance.
    """
    block = _above(start, wanted)
    while block.isValid():
        for piece in block.textFormats():
            if not piece.format.hasProperty(TOKEN):
                continue
            message = piece.format.intProperty(MESSAGE)
            if message > wanted[0]:
                return None
            if message == wanted[0] and _last_token(piece.format) >= wanted[1]:
                return int(block.position() + piece.start)
        block = block.next()
    return None


def _above(block: QTextBlock, wanted: Place) -> QTextBlock:
    """The nearest block upwards that begins with the token or before it."""
    while block.previous().isValid():
        first = first_token(block)
        if first is not None and first <= wanted:
            return block
        block = block.previous()
    return block


def _last_token(text_format: QTextCharFormat) -> int:
    if text_format.hasProperty(PARTS):
        return max(part.token for part in formula_parts(text_format))
    return int(text_format.intProperty(TOKEN))
