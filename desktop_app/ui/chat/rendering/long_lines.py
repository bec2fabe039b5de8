"""Paragraphs that are too long to be laid out as one are shown in pieces. No Qt in here.

A text view lays out a whole paragraph whenever a word is added to it. The pieces end with a sentence where no
markdown is open, and depend on nothing but the line: a reply looks the same streamed or shown at once.
"""

from __future__ import annotations

import re

_LONG = 2_400
_SHORTEST = 800
_SENTENCE_END = re.compile(r"(?:[.!?…][\"')\]”’]*[ ]+|[。！？]+[”’」』]*)(?=[^\W\d_])")
_WORD_END = re.compile(r"[ ]+(?=[^\W\d_])")
_SIGNS = re.compile(r"([`*_~$])\1*")
_LONG_LINE = re.compile(rf"^[^\W\d_][^\n]{{{_LONG - 1}}}", re.MULTILINE)


def has_long_line(text: str) -> bool:
    return _LONG_LINE.search(text) is not None


def next_long_line(text: str) -> int:
    """Where the first long line after the first line begins; -1 if there is none."""
    found = _LONG_LINE.search(text, text.find("\n") + 1) if "\n" in text else None
    return found.start() if found else -1


def piece_of(line: str) -> int:
    """How many characters of a long line are its first piece; 0 if it is none, or must be longer for one.

    The next piece begins with a letter, so that it is a paragraph as well.
    """
    limit = _LONG
    while len(line) >= limit and line[:1].isalpha():
        for pattern in (_SENTENCE_END, _WORD_END):
            ends = [found.end() for found in pattern.finditer(line, _SHORTEST, limit)]
            middle = [end for end in reversed(ends) if end <= limit * 2 // 3]
            for end in (*middle, *(end for end in ends if end > limit * 2 // 3)):
                if _nothing_open(line[:end]):
                    return end
        limit *= 2
    return 0


def _nothing_open(text: str) -> bool:
    runs = [found.group() for found in _SIGNS.finditer(text)]
    if any(runs.count(run) % 2 for run in set(runs)):
        return False
    return all(text.count(one) == text.count(other) for one, other in ("[]", "()", "<>"))
