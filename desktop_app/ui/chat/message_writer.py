"""Writes whole messages: a user's in its bubble, a reply of the past block by block."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QFontMetricsF, QTextCursor, QTextDocument

from desktop_app.chats.attachments import split_attachments
from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.rendering.long_lines import has_long_line
from desktop_app.ui.chat.rendering.markdown_blocks import iter_blocks
from desktop_app.ui.chat.rendering.reply_text import displayable, reply_of
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter
from desktop_app.ui.chat.rendering.text_formats import TextFormats
from desktop_app.ui.chat.rendering.thought_block import ThoughtBlock
from desktop_app.ui.chat.rendering.thoughts import thought_of
from desktop_app.ui.chat.shown_message import PastMessage, ShownMessage
from desktop_app.ui.chat.user_bubble import file_links


class MessageWriter:
    """column: width of the text column in pixels, which bubbles stand at the right edge of."""

    def __init__(self, document: QTextDocument, formats: TextFormats) -> None:
        self._document = document
        self._formats = formats
        self.column = 0.0

    def user_message(self, writer: DocumentWriter, shown: ShownMessage, text: str, index: int) -> None:
        typed, shown.files = split_attachments(text)
        content = displayable(typed)
        links = file_links(index, shown.files)
        writer.user_message(content, index, links)
        block = self._document.findBlock(writer.end)
        shown.bubble = QTextCursor(block)
        lines = [*([content] if content else []), *(label for label, _ in links)]
        shown.text_width = self._text_width("\n".join(lines))
        self.fit_bubble(shown)

    def past(
        self, writer: DocumentWriter, message: PastMessage, shown: ShownMessage, index: int
    ) -> Iterator[None]:
        """Yields after each block, so that a long reply can be written in slices."""
        if message.by_user:
            self.user_message(writer, shown, message.text, index)
            return
        before = message.note_before()
        if before:
            writer.note(before, index)
        shown.reply = reply_of(tuple(message.rounds()), message.text)
        yield
        if has_long_line(shown.reply.text):
            live = ReplyWriter(writer, shown.reply, index)
            yield from live.finishing()
            shown.thought = live.thought
        else:
            yield from self._blocks(writer, shown, index)
        if message.note:
            writer.note(message.note, index)

    def _blocks(self, writer: DocumentWriter, shown: ShownMessage, index: int) -> Iterator[None]:
        start = self._thought(writer, shown, index)
        for block in iter_blocks(shown.reply.text[start:], start):
            writer.block(block, shown.reply, index)
            yield

    def measure(self, shown: ShownMessage) -> None:
        """Takes the width of a question's text anew: its letters have another size."""
        if shown.bubble is not None:
            shown.text_width = self._text_width(shown.bubble.block().text().replace("\u2028", "\n"))

    def _thought(self, writer: DocumentWriter, shown: ShownMessage, index: int) -> int:
        """Writes the thought a reply begins with, folded; where the answer begins."""
        thought = thought_of(shown.reply.text)
        if thought is None:
            return 0
        shown.thought = ThoughtBlock(writer, shown.reply, index)
        shown.thought.show(writer, thought)
        shown.thought.end(writer)
        return thought.answer if thought.answer >= 0 else len(shown.reply.text)

    def fit_bubble(self, shown: ShownMessage) -> None:
        if shown.bubble is None:
            return
        pad = self._formats.pad
        width = min(shown.text_width, self.column * 0.82 - 2 * pad)
        block_format = shown.bubble.blockFormat()
        block_format.setRightMargin(pad)
        block_format.setLeftMargin(max(pad, self.column - width - pad))
        shown.bubble.setBlockFormat(block_format)

    def _text_width(self, text: str) -> float:
        """Width of the longest line; beyond a few hundred characters any bubble is as wide as it can be."""
        metrics = QFontMetricsF(self._formats.body)
        lines = text.split("\n", 400)[:400]
        return max(metrics.horizontalAdvance(line[:400]) for line in lines) + 2
