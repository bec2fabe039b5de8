"""Writes rendered blocks at the end of the conversation's document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from desktop_app.ui.chat.rendering.code_coloring import CodeColoring
from desktop_app.ui.chat.rendering.code_colors import colored_lines, lexer_of
from desktop_app.ui.chat.rendering.inline_alignment import PLAIN, Run
from desktop_app.ui.chat.rendering.markdown_blocks import Block, Kind
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.run_insertion import LINE_BREAK, insert_run, insert_tokens
from desktop_app.ui.chat.rendering.run_lines import lines_of
from desktop_app.ui.chat.rendering.table_format import hairline
from desktop_app.ui.chat.rendering.table_writer import insert_table
from desktop_app.ui.chat.rendering.text_formats import LANGUAGE, MESSAGE, BlockKind, TextFormats
from desktop_app.ui.chat.rendering.utf16 import units


@dataclass(frozen=True, slots=True)
class WriterMark:
    end: QTextCursor
    fresh: bool
    before: BlockKind | None
    after_item: bool


class DocumentWriter:
    """Appends to a document. Behind what is written there may stand a tail, which is replaced at will.

    The end of the document is never an empty block, except where a table needs one behind it. Code has its
    colours only when `coloring` has run, which it must not inside an edit.
    """

    def __init__(self, document: QTextDocument, formats: TextFormats) -> None:
        self._document = document
        self.formats = formats
        self.coloring = CodeColoring(document)
        self._panels = count(1)
        self._begin()

    def clear(self) -> None:
        self.coloring.clear()
        self._document.clear()
        self._begin()

    def _begin(self) -> None:
        self._cursor = QTextCursor(self._document)
        self._end = 0
        self._fresh = True
        self._before: BlockKind | None = None
        self._after_item = False
        self._panel = 0
        self._tail_open = False
        self._tail_start = 0

    def above(self) -> DocumentWriter:
        """A writer for what stands above all that is written; it must begin with a user's message."""
        cursor = QTextCursor(self._document)
        cursor.insertBlock(cursor.blockFormat(), cursor.blockCharFormat())
        writer = DocumentWriter(self._document, self.formats)
        writer._panels = self._panels
        writer.coloring = self.coloring
        return writer

    def close_above(self) -> None:
        """Nothing more comes from a writer made by `above`."""
        if self._fresh:
            self._cursor.setPosition(self._end)
            self._cursor.setBlockFormat(hairline(QTextBlockFormat()))

    def below(self, place: QTextCursor) -> DocumentWriter:
        """A writer for what stands between the block that `place` is at the end of, and the next one."""
        writer = DocumentWriter(self._document, self.formats)
        writer._panels, writer.coloring = self._panels, self.coloring
        writer._end, writer._fresh, writer._before = place.position(), False, BlockKind.TEXT
        return writer

    @contextmanager
    def elsewhere(self) -> Iterator[None]:
        """An edit above what this writer writes next."""
        before = self._document.characterCount()
        yield
        self.shift(self._document.characterCount() - before)

    def mark(self) -> WriterMark:
        """Where the writer is, to come back to with `rewind`."""
        return WriterMark(self.cursor_at_end(), self._fresh, self._before, self._after_item)

    def rewind(self, mark: WriterMark) -> None:
        """Takes back what was written since the mark."""
        self.clear_tail()
        self.resume(mark)
        self._cursor.setPosition(self._end)
        self._cut()

    def resume(self, mark: WriterMark) -> None:
        """Goes on where another writer was; what stands behind the mark stays."""
        self._end, self._fresh = mark.end.position(), mark.fresh
        self._before, self._after_item = mark.before, mark.after_item

    def cursor_at_end(self) -> QTextCursor:
        """A cursor that stays where the writer is now."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(self._end)
        cursor.setKeepPositionOnInsert(True)
        return cursor

    @staticmethod
    def change_line(end: QTextCursor, text: str) -> None:
        """Gives the line that `end` is at the end of another text, in the looks it has."""
        line = QTextCursor(end.block())
        line.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        line.insertText(text, line.charFormat())
        end.setPosition(line.position())

    def shift(self, characters: int) -> None:
        """So many more characters stand above what this writer wrote."""
        self._end += characters
        self._tail_start += characters

    @property
    def end(self) -> int:
        """Position behind the last character written for good."""
        return self._end

    # What is written for good.

    def user_message(self, text: str, message: int, links: Sequence[tuple[str, str]] = ()) -> None:
        """links: label and address of each, on lines of their own behind the text."""
        characters = QTextCharFormat()
        characters.setProperty(MESSAGE, message)
        self._open(self.formats.user())
        self._cursor.insertText(text.replace("\n", LINE_BREAK), characters)
        for number, (label, address) in enumerate(links):
            if text or number:
                self._cursor.insertText(LINE_BREAK, characters)
            link = self.formats.characters(replace(PLAIN, href=address))
            link.setProperty(MESSAGE, message)
            self._cursor.insertText(label, link)
        self._close(BlockKind.USER)

    def note(self, text: str, message: int) -> None:
        characters = self.formats.dim_characters()
        characters.setProperty(MESSAGE, message)
        self._open(self.formats.note())
        self._cursor.insertText(text.replace("\n", LINE_BREAK), characters)
        self._close(BlockKind.NOTE)

    def fold_line(self, text: str, address: str, message: int) -> None:
        """A line that folds and unfolds what is under it."""
        characters = self.formats.dim_characters()
        characters.setProperty(MESSAGE, message)
        characters.setAnchor(True)
        characters.setAnchorHref(address)
        self._open(self.formats.fold_line(self._before))
        self._cursor.insertText(text, characters)
        self._close(BlockKind.TEXT)

    def plain_lines(self, start: int, end: int, reply: ReplyText, message: int, new: bool) -> None:
        """The source between two places, as it is. new: on a line of its own."""
        if new:
            self._start_block(self.formats.thought())
        else:
            self._cursor.setPosition(self._end)
        run = Run(reply.text[start:end], tuple(range(start, end)))
        self._tail_lines(run, reply, message, self.formats.characters(PLAIN))
        self._end = self._cursor.position()

    def block(self, block: Block, reply: ReplyText, message: int) -> None:
        if block.kind is Kind.CODE:
            self._code(block, reply, message)
        elif block.kind is Kind.TABLE:
            self._table(block, reply, message)
        else:
            self._text(block, reply, message)

    def block_steps(self, block: Block, reply: ReplyText, message: int) -> Iterator[None]:
        """The same in steps, after each of which the edit may end: a line of code has its colours at once."""
        if block.kind is Kind.CODE:
            yield from self._code_steps(block, reply, message)
        else:
            self.block(block, reply, message)
            yield

    def code_line(self, run: Run, reply: ReplyText, message: int, language: str, first: bool) -> None:
        """One line of a code panel at the top level."""
        self._code_line(run, reply, message, language, first, None)

    def end_code(self) -> None:
        self.coloring.add(self._document.findBlock(self._end), self.formats.theme)

    def _text(self, block: Block, reply: ReplyText, message: int) -> None:
        self._open(self.formats.paragraph(block, self._before, self._after_item))
        if block.marker is not None:
            insert_run(self._cursor, block.marker, reply, message, self.formats.characters(PLAIN, 0))
            self._cursor.insertText("\t", self.formats.characters(PLAIN))
        for run in block.runs:
            insert_run(self._cursor, run, reply, message, self.formats.characters(run.style, block.level))
        kinds = {Kind.HEADING: BlockKind.HEADING, Kind.RULE: BlockKind.RULE}
        self._close(kinds.get(block.kind, BlockKind.TEXT), item=block.depth > 0)

    def _code(self, block: Block, reply: ReplyText, message: int) -> None:
        for number, run in enumerate(_code_runs(block)):
            self._code_line(run, reply, message, block.language, number == 0, block)
        last = self._document.findBlock(self._end)
        self.coloring.add_new(last, self.formats.theme, block.text.count("\n") + 1)

    def _code_steps(self, block: Block, reply: ReplyText, message: int) -> Iterator[None]:
        lexer = lexer_of(block.language)
        colors = colored_lines(block.text, lexer, self.formats.theme) if lexer else iter(())
        for number, run in enumerate(_code_runs(block)):
            self._code_line(run, reply, message, block.language, number == 0, block)
            ranges = next(colors, [])
            if ranges:
                self._document.findBlock(self._end).layout().setFormats(ranges)
            yield

    def _code_line(
        self, run: Run, reply: ReplyText, message: int, language: str, first: bool, block: Block | None
    ) -> None:
        if first:
            self._panel = next(self._panels)
        block_format = self.formats.code(block, first, self._before, self._panel)
        block_format.setProperty(LANGUAGE, language)
        self._open(block_format)
        insert_tokens(self._cursor, run, reply, message, self.formats.code_characters())
        self._close(BlockKind.CODE)

    def _table(self, block: Block, reply: ReplyText, message: int) -> None:
        goes_on = block.piece is not None and not block.piece.first
        gap = QTextBlockFormat() if goes_on else self.formats.paragraph(None, self._before, False)
        self._open(hairline(gap))
        self._cursor.setPosition(insert_table(self._cursor, block, self.formats, reply, message))
        self._close(BlockKind.TEXT)
        self._fresh = True

    # The running tail.

    def show_tail(self, run: Run, kept: int, reply: ReplyText, message: int, code: bool, first: bool) -> None:
        """Shows `run` behind what is written, of which the first `kept` characters stand there already."""
        if not run.text:
            self.clear_tail()
            return
        if not self._tail_open:
            kept = 0
            formats = self.formats
            self._tail_start = self._start_tail(
                formats.code(None, first, self._before, self._panel + first)
                if code
                else formats.paragraph(None, self._before, self._after_item)
            )
        self._cursor.setPosition(self._tail_start + units(run.text[:kept]))
        self._cut()
        base = self.formats.code_characters() if code else self.formats.characters(PLAIN)
        self._tail_lines(Run(run.text[kept:], run.offsets[kept:]), reply, message, base)

    def _tail_lines(self, run: Run, reply: ReplyText, message: int, base: QTextCharFormat) -> None:
        """Each line of the tail is a block of its own: laying out one long block anew costs too much."""
        for number, line in enumerate(lines_of(run.text, run.offsets)):
            if number:
                block_format = self._cursor.blockFormat()
                block_format.setTopMargin(0)
                self._cursor.insertBlock(block_format, QTextCharFormat())
            insert_tokens(self._cursor, line, reply, message, base)

    def clear_tail(self) -> None:
        if not self._tail_open:
            return
        self._tail_open = False
        self._cursor.setPosition(self._end)
        kept = self._cursor.blockFormat()
        self._cut()
        self._cursor.setBlockFormat(kept)

    def _start_tail(self, block_format: QTextBlockFormat) -> int:
        self._tail_open = True
        self._start_block(block_format)
        return self._cursor.position()

    def _cut(self) -> None:
        if not self._cursor.atEnd():
            self._cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
            self._cursor.removeSelectedText()

    # Pieces.

    def _open(self, block_format: QTextBlockFormat) -> None:
        self.clear_tail()
        self._start_block(block_format)

    def _start_block(self, block_format: QTextBlockFormat) -> None:
        self._cursor.setPosition(self._end)
        if self._fresh:
            self._cursor.setBlockFormat(block_format)
            self._cursor.setBlockCharFormat(QTextCharFormat())
        else:
            self._cursor.insertBlock(block_format, QTextCharFormat())

    def _close(self, kind: BlockKind, item: bool = False) -> None:
        self._end = self._cursor.position()
        self._fresh = False
        self._before = kind
        self._after_item = item


def _code_runs(block: Block) -> list[Run]:
    return list(lines_of(block.text, [offset for run in block.runs for offset in run.offsets]))
