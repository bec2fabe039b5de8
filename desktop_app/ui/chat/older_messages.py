"""A long conversation from its end: the last messages are written at once, older ones above them later."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from PySide6.QtGui import QTextDocument

from desktop_app.ui.chat.message_writer import MessageWriter
from desktop_app.ui.chat.rendering.document_writer import DocumentWriter
from desktop_app.ui.chat.shown_message import PastMessage, ShownMessage

# What is written at once: more than any window shows.
_FIRST_CHARACTERS = 5_000
_FIRST_MESSAGES = 24


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
        self._left = self._below = first_shown(past)
        for index in range(self._left, len(past)):
            for _ in self._messages.past(self._bottom, past[index], shown[index], index):
                pass

    def write(self, budget_s: float) -> None:
        """Writes more, for about as long as the budget says. One block can take longer."""
        until = time.perf_counter() + budget_s
        while self.waiting and time.perf_counter() < until:
            before = self._document.characterCount()
            self._step()
            self._bottom.shift(self._document.characterCount() - before)

    def finish_turn(self) -> None:
        """Writes the rest of the turn that is half written."""
        while self._above is not None:
            before = self._document.characterCount()
            self._step()
            self._bottom.shift(self._document.characterCount() - before)

    def _step(self) -> None:
        if self._above is None:
            start = turn_start(self._past, self._left - 1)
            self._above = self._bottom.above()
            self._work = self._turn(self._above, start, self._left)
            self._below, self._left = self._left, start
            return
        for _ in self._work:
            return
        self._above.close_above()
        self._above = None

    def _turn(self, writer: DocumentWriter, start: int, end: int) -> Iterator[None]:
        for index in range(start, end):
            yield from self._messages.past(writer, self._past[index], self._shown[index], index)


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
