"""Colours closed code panels, the newest first, in slices: a long panel would hold up the window.

Never inside an edit of the document: Qt would lay out what is marked dirty at once and forget the rest of the
edit. A table in it would then have no layout, and asking for its place would crash.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtGui import QTextBlock, QTextDocument

from desktop_app.ui.chat.rendering.code_colors import colored_lines, has_lexer, lexer_of, panel_lines
from desktop_app.ui.chat.rendering.text_formats import LANGUAGE
from desktop_app.ui.theme import Theme

_AT_ONCE = 60  # lines


class CodeColoring:
    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._waiting: list[Iterator[QTextBlock]] = []

    def clear(self) -> None:
        self._waiting.clear()

    def add(self, last: QTextBlock, theme: Theme) -> None:
        """last: the last line of a panel that is complete."""
        if _has_colors(last):
            self._waiting.append(_color(last, theme))

    def add_new(self, last: QTextBlock, theme: Theme, lines: int) -> None:
        """The same for a panel that was written in this very edit, so that its layout is still to come."""
        if lines > _AT_ONCE:
            self.add(last, theme)
        elif _has_colors(last):
            for _ in _color(last, theme):
                pass

    def run(self, budget_s: float = float("inf")) -> bool:
        """Colours for about as long as the budget says; whether something is left to do."""
        until = time.perf_counter() + budget_s
        while self._waiting and time.perf_counter() < until:
            work = self._waiting[-1]
            done = list(_until(work, until))
            if done:
                start = done[0].position()
                self._document.markContentsDirty(start, done[-1].position() + done[-1].length() - start)
            else:
                self._waiting.remove(work)
        return bool(self._waiting)


def _has_colors(last: QTextBlock) -> bool:
    return has_lexer(last.blockFormat().stringProperty(LANGUAGE))


def _until(work: Iterator[QTextBlock], until: float) -> Iterator[QTextBlock]:
    for block in work:
        yield block
        if time.perf_counter() >= until:
            return


def _color(last: QTextBlock, theme: Theme) -> Iterator[QTextBlock]:
    """Yields each line of the panel when it has its colours."""
    lexer = lexer_of(last.blockFormat().stringProperty(LANGUAGE))
    assert lexer is not None
    lines = list(panel_lines(last))
    code = "\n".join(block.text() for block in lines)
    for block, ranges in zip(lines, colored_lines(code, lexer, theme), strict=False):
        if ranges or block.layout().formats():
            block.layout().setFormats(ranges)
        yield block
