"""Runs cut into lines, which are blocks of their own in the document. No Qt in here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop_app.ui.chat.rendering.inline_alignment import Run


def lines_of(text: str, offsets: Sequence[int]) -> Iterator[Run]:
    """Each line of `text` without its end; offsets[i] is the place of text[i] in the source."""
    start = 0
    for line in text.split("\n"):
        stop = start + len(line)
        yield Run(line, tuple(offsets[start:stop]))
        start = stop + 1
