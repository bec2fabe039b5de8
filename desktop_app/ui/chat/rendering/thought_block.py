"""A folded thought: one line that says how long it is, and under it, when it is unfolded, the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QTextCursor

from desktop_app.ui.chat.rendering.document_writer import DocumentWriter, WriterMark
from desktop_app.ui.chat.rendering.markdown_blocks import Block, iter_blocks
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.thoughts import Thought

# lupdate knows the function by this name
translate = QCoreApplication.translate

SCHEME = "thought"
# What is written in one go fills a window, and is written in a moment.
_SLICE_CHARACTERS = 1_500
_SLICE_BLOCKS = 30


class ThoughtBlock:
    """Stands in the document where `writer` is. What is folded is not in the document at all.

    A long one is unfolded in slices: `write_slice` goes on as long as it is `waiting`.
    """

    def __init__(self, writer: DocumentWriter, reply: ReplyText, message: int) -> None:
        self._reply = reply
        self._message = message
        self._thought = Thought(0, 0, -1)
        self._body_end: QTextCursor | None = None
        self._plain_to = 0
        self._body: DocumentWriter | None = None
        self._left: Iterator[None] | None = None
        self._mark: WriterMark | None = None
        writer.fold_line("…", f"{SCHEME}:{message}", message)
        self._header = writer.cursor_at_end()

    @property
    def unfolded(self) -> bool:
        return self._body_end is not None

    @property
    def waiting(self) -> bool:
        """Whether a part of it is not written yet."""
        return self._left is not None

    def show(self, writer: DocumentWriter, thought: Thought) -> None:
        """What the thought has become. writer: the one that writes at the end of the reply."""
        closed = thought.answer >= 0 > self._thought.answer
        self._thought = thought
        if self.unfolded and closed:
            self._fold(writer)
            self._unfold(writer)
        elif self._body_end is not None:
            self._append_plain(writer)
        self._write_header(writer)

    def end(self, writer: DocumentWriter) -> None:
        """The reply has ended, perhaps in the middle of the thought."""
        self.show(writer, replace(self._thought, answer=max(self._thought.answer, self._thought.end)))

    def toggle(self, writer: DocumentWriter) -> None:
        if self.unfolded:
            self._fold(writer)
        else:
            self._unfold(writer)
        self._write_header(writer)

    def _write_header(self, writer: DocumentWriter) -> None:
        arrow = "▾" if self.unfolded else "▸"
        count = tokens_in(self._reply, self._thought)
        with writer.elsewhere():
            writer.change_line(self._header, f"{_words(count, self._thought.answer >= 0)} {arrow}")

    def _unfold(self, writer: DocumentWriter) -> None:
        if self._thought.answer >= 0:
            source = self._reply.text[self._thought.start : self._thought.end]
            self._body, self._mark = writer.below(self._header), None
            self._left = self._writing(self._body, iter_blocks(source, self._thought.start))
            self.write_slice(writer)
        else:
            self._plain_to = self._thought.start
            self._body_end = QTextCursor(self._header)
            self._append_plain(writer)

    def write_slice(self, writer: DocumentWriter) -> None:
        """Writes the next blocks of a thought that is `waiting`."""
        if self._left is None or self._body is None:
            return
        with writer.elsewhere():
            if self._mark is not None:
                self._body.resume(self._mark)
            if not self._write_some(self._body, self._left):
                self._body.close_above()
                self._left = None
            self._mark = self._body.mark()
            self._body_end = self._mark.end

    def _write_some(self, body: DocumentWriter, left: Iterator[None]) -> bool:
        """Whether it stopped before the end."""
        start = body.end
        for number, _ in enumerate(left, 1):
            if number >= _SLICE_BLOCKS or body.end - start >= _SLICE_CHARACTERS:
                return True
        return False

    def _writing(self, body: DocumentWriter, blocks: Iterator[Block]) -> Iterator[None]:
        for block in blocks:
            yield from body.block_steps(replace(block, quote=block.quote + 1), self._reply, self._message)

    def _append_plain(self, writer: DocumentWriter) -> None:
        """While it thinks, the text grows as it comes; it gets its looks when it is complete."""
        assert self._body_end is not None
        start, end = self._plain_to, self._thought.end
        if start < end:
            with writer.elsewhere():
                body = writer.below(self._body_end)
                body.plain_lines(start, end, self._reply, self._message, new=self._body_end == self._header)
                self._body_end = body.cursor_at_end()
            self._plain_to = end

    def _fold(self, writer: DocumentWriter) -> None:
        assert self._body_end is not None
        with writer.elsewhere():
            cursor = QTextCursor(self._header)
            cursor.setPosition(self._body_end.position(), QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        self._body_end = None
        self._left = None


def tokens_in(reply: ReplyText, thought: Thought) -> int:
    """How many tokens made the text between the tags; 0 if the text has no tokens."""
    return len(set(reply.owners[thought.start : thought.end]) - {-1})


def linked_thought(url: QUrl) -> int | None:
    """The message whose thought a link folds or unfolds."""
    return int(url.path()) if url.scheme() == SCHEME and url.path().isdigit() else None


def _words(tokens: int, done: bool) -> str:
    if not tokens:
        text = translate("Thought", "Thought") if done else translate("Thought", "Thinking…")
    elif tokens == 1:
        text = translate("Thought", "Thought for 1 token") if done else translate("Thought", "Thinking…")
    elif done:
        text = translate("Thought", "Thought for {tokens:,} tokens")
    else:
        text = translate("Thought", "Thinking… {tokens:,} tokens")
    return text.format(tokens=tokens)
