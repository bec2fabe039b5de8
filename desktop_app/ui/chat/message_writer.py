"""Writes whole messages: a user's in its bubble, a reply of the past block by block.

A reply is read and parsed before any of it is written: an edit above a long document costs as much as all
that stands below it, so there must be few of them, and long work must not be done in one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QFontMetricsF, QTextCursor, QTextDocument

from desktop_app.chats.attachments import split_attachments
from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.rendering.long_lines import has_long_line
from desktop_app.ui.chat.rendering.markdown_blocks import Block, iter_blocks
from desktop_app.ui.chat.rendering.reply_text import displayable, reading_reply
from desktop_app.ui.chat.rendering.reply_writer import ReplyWriter
from desktop_app.ui.chat.rendering.steps import finished
from desktop_app.ui.chat.rendering.text_formats import TextFormats
from desktop_app.ui.chat.rendering.thought_block import ThoughtBlock
from desktop_app.ui.chat.rendering.thoughts import thought_of
from desktop_app.ui.chat.shown_message import PastMessage, ShownMessage
from desktop_app.ui.chat.user_bubble import file_links


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """What is known of a message before it is written. blocks: none where the writing finds them out."""

    message: PastMessage
    shown: ShownMessage
    index: int
    note_before: str = ""
    blocks: tuple[Block, ...] = ()

    @property
    def size(self) -> int:
        """Blocks of the document that it takes; a guess where only the writing finds them out."""
        return max(1, sum(block.size for block in self.blocks))


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

    def past(self, writer: DocumentWriter, message: PastMessage, shown: ShownMessage, index: int) -> None:
        """Reads it and writes it, all at once; long code is to get its colours later."""
        for _ in self._writing(writer, finished(self.reading(message, shown, index)), in_steps=False):
            pass

    def reading(
        self, message: PastMessage, shown: ShownMessage, index: int
    ) -> Generator[None, None, ReadMessage]:
        """In small steps, none of which touches the document."""
        if message.by_user:
            return ReadMessage(message, shown, index)
        rounds = message.rounds() if message.reading is None else (yield from message.reading())
        yield
        shown.reply = yield from reading_reply(rounds, message.text)
        blocks: list[Block] = []
        if not has_long_line(shown.reply.text):
            start = _answer_start(shown.reply.text)
            for block in iter_blocks(shown.reply.text[start:], start):
                blocks.append(block)
                yield
        return ReadMessage(message, shown, index, message.note_before(), tuple(blocks))

    def writing(self, writer: DocumentWriter, read: ReadMessage) -> Iterator[None]:
        """Yields after each block, so that a long reply can be written in several edits."""
        yield from self._writing(writer, read, in_steps=True)

    def _writing(self, writer: DocumentWriter, read: ReadMessage, in_steps: bool) -> Iterator[None]:
        message, shown, index = read.message, read.shown, read.index
        if message.by_user:
            self.user_message(writer, shown, message.text, index)
            return
        if read.note_before:
            writer.note(read.note_before, index)
        if has_long_line(shown.reply.text):
            live = ReplyWriter(writer, shown.reply, index)
            yield from live.finishing()
            shown.thought = live.thought
        else:
            self._thought(writer, shown, index)
            for block in read.blocks:
                if in_steps:
                    yield from writer.block_steps(block, shown.reply, index)
                else:
                    writer.block(block, shown.reply, index)
        if message.note:
            writer.note(message.note, index)

    def measure(self, shown: ShownMessage) -> None:
        """Takes the width of a question's text anew: its letters have another size."""
        if shown.bubble is not None:
            shown.text_width = self._text_width(shown.bubble.block().text().replace("\u2028", "\n"))

    def _thought(self, writer: DocumentWriter, shown: ShownMessage, index: int) -> None:
        """Writes the thought a reply begins with, folded."""
        thought = thought_of(shown.reply.text)
        if thought is not None:
            shown.thought = ThoughtBlock(writer, shown.reply, index)
            shown.thought.show(writer, thought)
            shown.thought.end(writer)

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


def _answer_start(text: str) -> int:
    """Where what follows the thought begins."""
    thought = thought_of(text)
    if thought is None:
        return 0
    return thought.answer if thought.answer >= 0 else len(text)
