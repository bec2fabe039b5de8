"""Streams one reply into the document: settled blocks once as markdown, the rest as a plain tail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from desktop_app.ui.chat.rendering.document_writer import DocumentWriter, WriterMark
from desktop_app.ui.chat.rendering.inline_alignment import Run
from desktop_app.ui.chat.rendering.long_lines import next_long_line, piece_of
from desktop_app.ui.chat.rendering.markdown_blocks import Block
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.stream_split import Fence, Splitter
from desktop_app.ui.chat.rendering.table_stream import TableStream
from desktop_app.ui.chat.rendering.thought_block import ThoughtBlock
from desktop_app.ui.chat.rendering.thoughts import begins, may_begin, thought_of

_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")
_OPENING_FENCE = re.compile(r" {0,3}(?:`{3,}[^`\n]*|~{3,}[^\n]*)")


class ReplyWriter:
    """What is settled is never touched again, so the cost of a flush does not grow with the reply."""

    def __init__(self, writer: DocumentWriter, reply: ReplyText, message: int) -> None:
        self._writer = writer
        self._reply = reply
        self._message = message
        self._splitter = Splitter()
        self._table = TableStream()
        self._mark: WriterMark | None = None
        self._fence: Fence | None = None
        self._code_lines = 0
        self._joint: str | None = None
        self._start = 0
        self._shown_to = 0
        self.thought: ThoughtBlock | None = None
        self._may_think = True
        self._closers_seen = 0
        self._complete = False

    def flush(self) -> None:
        """Shows what the reply has become since the last flush."""
        if self._thinks():
            self._reply.settle()
            return
        while self._advance():
            pass
        self._show_tail()
        self._reply.settle()

    def finish(self) -> None:
        """Writes all that is left; the reply is complete."""
        for _ in self.finishing():
            pass

    def finishing(self) -> Iterator[None]:
        """The same in steps."""
        self._complete = True
        if self._thinks() and self.thought is not None:
            self.thought.end(self._writer)
            return
        while self._advance():
            yield
        self._writer.clear_tail()
        rest = self._reply.text[self._start :]
        if self._fence is None:
            self._write_blocks(rest)
        else:
            if rest and not self._fence.closed_by(rest):
                self._code_line(rest)
            self._end_fence()
        self._start = len(self._reply.text)

    def _thinks(self) -> bool:
        """Whether all that is known is a thought, or may be the beginning of one."""
        text = self._reply.text
        if self._mark is None:
            # only now: a note may have been written behind the place where the reply was begun
            self._mark = self._writer.mark()
        if not self._may_think:
            return False
        thought = thought_of(text) if self._may_have_thought(text) else None
        if thought is None:
            return not self._complete and may_begin(text)
        if self.thought is None:
            self._writer.rewind(self._mark)
            self.thought = ThoughtBlock(self._writer, self._reply, self._message)
        self.thought.show(self._writer, thought)
        if thought.answer < 0:
            return True
        self._may_think = False
        self._fence, self._splitter, self._table = None, Splitter(), TableStream()
        self._start = self._shown_to = thought.answer
        return False

    def _may_have_thought(self, text: str) -> bool:
        """Looks for a closing tag only in what is new."""
        seen, self._closers_seen = self._closers_seen, len(text)
        return self.thought is not None or begins(text) or "</think>" in text[max(0, seen - 8) :]

    def _advance(self) -> bool:
        """Settles the next piece, if there is one."""
        if self._fence is not None:
            return self._advance_code(self._fence)
        blank = _BLANK_LINES.match(self._reply.text, self._start)
        if blank is not None:
            self._move(blank.end())
        newline = self._reply.text.find("\n", self._start)
        if self._advance_piece(newline):
            return True
        if newline < 0:
            return False
        fence = Fence.opened_by(self._reply.text[self._start : newline])
        if fence is not None:
            self._fence, self._code_lines = fence, 0
            self._move(newline + 1)
            return True
        tail = self._reply.text[self._start :]
        long = next_long_line(tail)
        if self._advance_table(tail if long < 0 else tail[:long], ends=long >= 0):
            return True
        if self._table.begun:
            return False
        settled = self._before_long_line(tail, long) or self._splitter.settled(tail)
        if settled:
            self._write_blocks(self._reply.text[self._start : self._start + settled])
            self._move(self._start + settled)
        return settled > 0

    def _advance_table(self, tail: str, ends: bool) -> bool:
        """Settles the next piece of a long table."""
        settled = self._table.settled(tail, ends)
        if settled:
            self._splitter.forget()
            self._write(self._table.next_piece(tail, settled, self._start))
            self._move(self._start + settled)
        return settled > 0

    def _before_long_line(self, tail: str, long: int) -> int:
        """A long line is written in pieces, and never together with what stands before it."""
        if long < 0:
            return 0
        self._splitter.forget()
        # with a blank line before it, it is a paragraph of its own
        return long if tail[:long].endswith("\n\n") else self._splitter.parsed(tail[:long])

    def _advance_piece(self, newline: int) -> bool:
        """Settles the first piece of a long line. newline: where the line ends, -1 if it still grows."""
        text, start = self._reply.text, self._start
        piece = piece_of(text[start : newline if newline >= 0 else len(text)])
        if piece:
            self._splitter.forget()
            source = text[start : start + piece]
            self._write_blocks(source)
            self._joint = source[len(source.rstrip()) :]
            self._move(start + piece)
        return piece > 0

    def _advance_code(self, fence: Fence) -> bool:
        newline = self._reply.text.find("\n", self._start)
        if newline < 0:
            return False
        line = self._reply.text[self._start : newline]
        if fence.closed_by(line):
            self._writer.clear_tail()
            self._end_fence()
        else:
            self._code_line(line)
        self._move(newline + 1)
        return True

    def _code_line(self, line: str) -> None:
        assert self._fence is not None
        cut = self._fence.stripped(line)
        start = self._start + cut
        run = Run(line[cut:], tuple(range(start, start + len(line) - cut)))
        self._write_code(run)

    def _write_code(self, run: Run) -> None:
        assert self._fence is not None
        first = self._code_lines == 0
        self._writer.code_line(run, self._reply, self._message, self._fence.language, first)
        self._code_lines += 1

    def _end_fence(self) -> None:
        if not self._code_lines:
            self._write_code(Run("", ()))
        self._writer.end_code()
        self._fence = None

    def _write_blocks(self, source: str) -> None:
        for block in self._table.blocks(source, self._start):
            self._write(block)

    def _write(self, block: Block) -> None:
        self._writer.block(replace(block, joint=self._joint), self._reply, self._message)
        self._joint = None

    def _move(self, start: int) -> None:
        self._writer.clear_tail()
        self._start = start
        self._shown_to = start

    def _show_tail(self) -> None:
        start, end = self._start, len(self._reply.text)
        code = self._fence is not None
        if code:
            start += self._fence.stripped(self._reply.text[start:end]) if self._fence else 0
        else:
            end = start + len(self._reply.text[start:end].rstrip("\n"))
        tail = self._reply.text[start:end]
        if self._held_back(tail):
            tail = ""
        kept = max(0, min(self._shown_to, self._reply.changed_from) - start)
        run = Run(tail, tuple(range(start, start + len(tail))))
        first = code and not self._code_lines
        self._writer.show_tail(run, min(kept, len(tail)), self._reply, self._message, code, first)
        self._shown_to = start + len(tail)

    def _held_back(self, tail: str) -> bool:
        """A line that is about to open or close a fence would only flash by."""
        if self._fence is None:
            return _OPENING_FENCE.fullmatch(tail) is not None
        return self._fence.may_be_closed_by(tail)
