"""Documents written by the chat's writers, and all that can be seen of them as plain data."""

from __future__ import annotations

from typing import Any

from chat_rounds import cut, rounds_of
from PySide6.QtGui import QBrush, QFont, QTextDocument, QTextFormat

from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.rendering.markdown_blocks import parse_blocks
from desktop_app.ui.chat.rendering.reply_text import ReplyText, reply_of
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter
from desktop_app.ui.chat.rendering.text_formats import TextFormats
from desktop_app.ui.theme import DARK

_TABS = QTextFormat.Property.TabPositions.value


def new_writer() -> tuple[QTextDocument, DocumentWriter]:
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    return document, DocumentWriter(document, TextFormats(QFont("sans", 11), DARK))


def looks_of(text_format: QTextFormat) -> dict[int, Any]:
    values = dict(sorted(text_format.properties().items()))
    return {
        key: value.color().name() if isinstance(value, QBrush) else value for key, value in values.items()
    }


def dump(document: QTextDocument) -> list[Any]:
    """All that can be seen of a document: formats of blocks, and of each run of characters."""
    rows: list[Any] = []
    block = document.begin()
    while block.isValid():
        # what follows the last table is not written yet
        if block.length() > 1 or block.next().isValid():
            looks = dict(sorted(block.blockFormat().properties().items()))
            looks[_TABS] = [tab.position for tab in block.blockFormat().tabPositions()]
            pieces = [(p.start, p.length, looks_of(p.format)) for p in block.textFormats() if p.length]
            colors = [
                (f.start, f.length, f.format.foreground().color().name()) for f in block.layout().formats()
            ]
            rows.append((block.text(), repr(looks), repr(pieces), colors))
        block = block.next()
    return rows


def streamed(source: str, lengths: list[int], per_flush: int = 1) -> QTextDocument:
    document, writer = new_writer()
    reply = ReplyText()
    live = ReplyWriter(writer, reply, 0)
    for number, round_ in enumerate(rounds_of(source, cut(source, lengths)), 1):
        reply.add_round(round_)
        if number % per_flush == 0:
            live.flush()
    live.finish()
    writer.coloring.run()
    return document


def at_once(source: str, lengths: list[int]) -> QTextDocument:
    document, writer = new_writer()
    reply = reply_of(tuple(rounds_of(source, cut(source, lengths))), source)
    for block in parse_blocks(reply.text):
        writer.block(block, reply, 0)
    writer.coloring.run()
    return document
