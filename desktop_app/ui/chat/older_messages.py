"""A long conversation from its end: the last messages are written at once, older ones above them later.

An edit above costs as much as all that stands below it, however little it adds: Qt places each block anew. So
messages are read and parsed first, outside of any edit, and then many blocks are written in one.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QTextDocument

from desktop_app.ui.chat.message_writer import MessageWriter, ReadMessage
from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.shown_message import PastMessage, ShownMessage

# What is written at once: more than any window shows.
_FIRST_CHARACTERS = 5_000
_FIRST_MESSAGES = 24
# Blocks that one edit writes: few enough for a frame, and many where placing all others takes long anyway.
_BATCH = 20
_SHARE = 100
_HURRIED_BATCH = 120
_WHOLE_TURN = 2
_END = object()


@dataclass(frozen=True, slots=True)
class _ReadTurn:
    """start: index of its first message. blocks: of the document, roughly."""

    start: int
    messages: tuple[ReadMessage, ...]
    blocks: int


class OlderMessages:
    """Goes up turn by turn: a turn begins with a question, whose margins fit whatever stands above it."""

    def __init__(self, document: QTextDocument, messages: MessageWriter, bottom: DocumentWriter) -> None:
        self._document = document
        self._messages = messages
        self._bottom = bottom
        self.clear()

    def clear(self) -> None:
        self._past: Sequence[PastMessage] = ()
        self._shown: Sequence[ShownMessage] = ()
        self._unread = 0
        self._reading: Iterator[None] | None = None
        self._read: deque[_ReadTurn] = deque()
        self._left = 0
        self._below = 0
        self._above: DocumentWriter | None = None
        self._work: Iterator[None] = iter(())

    @property
    def waiting(self) -> bool:
        """Whether something is not written yet."""
        return self._left > 0 or self._above is not None

    def is_written(self, index: int) -> bool:
        return index >= self._left and (index >= self._below or self._above is None)

    def begin(self, past: Sequence[PastMessage], shown: Sequence[ShownMessage]) -> None:
        """Writes the last messages; shown: what the view keeps of each message of `past`."""
        self._past, self._shown = past, shown
        self._left = self._below = self._unread = first_shown(past)
        for index in range(self._left, len(past)):
            self._messages.past(self._bottom, past[index], shown[index], index)

    def enough(self, hurry: bool) -> bool:
        """Whether enough was read for an edit. hurry: somebody waits for all of it."""
        known = sum(turn.blocks for turn in self._read)
        return self._unread == 0 or self._above is not None or known >= self._batch(hurry)

    def read(self, budget_s: float, hurry: bool) -> None:
        """Reads more, for about as long as the budget says. The document is left alone."""
        until = time.perf_counter() + budget_s
        while not self.enough(hurry) and time.perf_counter() < until:
            if self._reading is None:
                self._reading = self._read_turn()
            if next(self._reading, _END) is _END:
                self._reading = None

    def write(self, hurry: bool) -> None:
        """Writes what was read, as far as it fits into one edit; of a turn all, unless it is a long one."""
        before, batch = self._document.blockCount(), self._batch(hurry)
        while self._above or self._read:
            written = self._document.blockCount() - before
            if written >= (batch if self._above is None else _WHOLE_TURN * batch):
                return
            self._step()

    def finish_turn(self) -> None:
        """Writes the rest of the turn that is half written."""
        while self._above is not None:
            self._step()

    def _batch(self, hurry: bool) -> int:
        return max(_HURRIED_BATCH if hurry else _BATCH, self._document.blockCount() // _SHARE)

    def _read_turn(self) -> Iterator[None]:
        start, end = turn_start(self._past, self._unread - 1), self._unread
        messages = []
        for index in range(start, end):
            messages.append((yield from self._messages.reading(self._past[index], self._shown[index], index)))
        self._read.append(_ReadTurn(start, tuple(messages), sum(read.size for read in messages)))
        self._unread = start

    def _step(self) -> None:
        before = self._document.characterCount()
        if self._above is None:
            turn = self._read.popleft()
            self._above = self._bottom.above()
            self._work = self._turn(self._above, turn)
            self._below, self._left = self._left, turn.start
        elif next(self._work, _END) is _END:
            self._above.close_above()
            self._above = None
        self._bottom.shift(self._document.characterCount() - before)

    def _turn(self, writer: DocumentWriter, turn: _ReadTurn) -> Iterator[None]:
        for read in turn.messages:
            yield from self._messages.writing(writer, read)


def first_shown(past: Sequence[PastMessage]) -> int:
    """The first of the messages that are written at once."""
    index, characters = len(past), 0
    while index > 0 and characters < _FIRST_CHARACTERS and len(past) - index < _FIRST_MESSAGES:
        end, index = index, turn_start(past, index - 1)
        characters += sum(len(message.text) for message in past[index:end])
    return index


def turn_start(past: Sequence[PastMessage], index: int) -> int:
    """The question that the message belongs to, or the first message."""
    while index > 0 and not past[index].by_user:
        index -= 1
    return index
