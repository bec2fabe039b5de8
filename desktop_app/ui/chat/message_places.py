"""Where the messages of a conversation stand in the document and in the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QTextBlock, QTextDocument

from desktop_app.ui.chat.rendering.backdrop import PlacedBlock
from desktop_app.ui.chat.rendering.plain_copy import plain_text
from desktop_app.ui.chat.rendering.text_formats import KIND, MESSAGE, PANEL, BlockKind, TextFormats


@dataclass(slots=True)
class Place:
    """The visible part of a message, in pixels of the viewport.

    in_panel: its last visible line stands in a code panel. ends: whether its end is visible.
    """

    message: int
    by_user: bool
    left: float
    top: float
    bottom: float
    in_panel: bool = False
    ends: bool = True


def places(placed: Sequence[PlacedBlock]) -> list[Place]:
    """Of the messages in these blocks, from top to bottom."""
    found: list[Place] = []
    for item in placed:
        message = message_of(item.block)
        if message is None:
            continue
        if not found or found[-1].message != message:
            kind = item.block.blockFormat().stringProperty(KIND)
            by_user, rect = kind == BlockKind.USER, item.rect
            found.append(Place(message, by_user, rect.left(), rect.top(), rect.bottom()))
        found[-1].left = min(found[-1].left, item.rect.left())
        found[-1].bottom = max(found[-1].bottom, item.rect.bottom())
        found[-1].in_panel = bool(item.block.blockFormat().intProperty(PANEL))
    if found:
        found[-1].ends = _message_below(placed[-1].block) != found[-1].message
    return found


def paint_chosen(
    painter: QPainter, found: Sequence[Place], chosen: int, formats: TextFormats, column: tuple[float, float]
) -> None:
    """A thin bar beside the message that was chosen with the keyboard."""
    for place in found:
        if place.message == chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(formats.theme.color("accent"))
            left = (place.left - 0.75 * formats.pad if place.by_user else column[0]) - formats.pad
            painter.drawRoundedRect(QRectF(left, place.top, 3, place.bottom - place.top), 1.5, 1.5)


def message_of(block: QTextBlock) -> int | None:
    """The index of the block's message; None for a block without text of a message."""
    if not block.isValid():
        return None
    for span in block.textFormats():
        if span.format.hasProperty(MESSAGE):
            return int(span.format.intProperty(MESSAGE))
    return None


def _message_below(block: QTextBlock) -> int | None:
    """Of the next block that has text: an empty line of code has none."""
    block = block.next()
    while block.isValid():
        message = message_of(block)
        if message is not None:
            return message
        block = block.next()
    return None


def first_block(document: QTextDocument, message: int) -> QTextBlock | None:
    """None when the message is not written yet."""
    return next(_blocks_of(document, message), None)


def message_text(document: QTextDocument, message: int) -> str:
    """What is shown of a message, as it would be copied; "" when it is not written yet."""
    blocks = list(_blocks_of(document, message))
    if not blocks:
        return ""
    last = blocks[-1]
    return plain_text(document, blocks[0].position(), last.position() + last.length() - 1)


def _blocks_of(document: QTextDocument, message: int) -> Iterator[QTextBlock]:
    """Its blocks of text; a note under it is not part of it."""
    block = document.begin()
    while block.isValid():
        found = message_of(block)
        if found is not None and found > message:
            return
        if found == message and block.blockFormat().stringProperty(KIND) != BlockKind.NOTE:
            yield block
        block = block.next()
