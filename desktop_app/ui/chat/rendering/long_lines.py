"""Paragraphs that are too long to be laid out as one are shown in pieces. No Qt in here.

A text view lays out a whole paragraph whenever a word is added to it. The pieces end with a sentence where no
markdown is open, and depend on nothing but the line: a reply looks the same streamed or shown at once.
"""

from __future__ import annotations

import re
from bisect import bisect_left

_LONG = 2_400
_SHORTEST = 800
# What surely goes on as a paragraph, and can begin one.
_FIRST = r"""[^\W\d_]|["'({\[“‘「『《]"""
_BEGINS = re.compile(_FIRST)
_SENTENCE_END = re.compile(rf"(?:[.!?…][\"')\]”’]*[ ]+|[。！？]+[”’」』]*)(?={_FIRST})")
_WORD_END = re.compile(rf"[ ]+(?={_FIRST})")
# In one endless word, and where languages without blanks have no sentence that ends.
_ANYWHERE = re.compile(r"(?<=[^\W_])(?=[^\W\d_])")
_SIGNS = re.compile(r"([`*_~$])\1*|[][()<>]")
_OPENERS = dict(zip("])>", "[(<", strict=True))
_LONG_LINE = re.compile(rf"^(?:{_FIRST})[^\n]{{{_LONG - 1}}}", re.MULTILINE)


def has_long_line(text: str) -> bool:
    return _LONG_LINE.search(text) is not None


def next_long_line(text: str) -> int:
    """Where the first long line after the first line begins; -1 if there is none."""
    found = _LONG_LINE.search(text, text.find("\n") + 1) if "\n" in text else None
    return found.start() if found else -1


def piece_of(line: str) -> int:
    """How many characters of a long line are its first piece; 0 if it is none, or must be longer for one.

    The next piece begins like a paragraph as well.
    """
    limit = _LONG
    while len(line) >= limit and _BEGINS.match(line):
        closed = _Closed(line, limit)
        patterns = (_SENTENCE_END, _WORD_END) if limit == _LONG else (_SENTENCE_END, _WORD_END, _ANYWHERE)
        for pattern in patterns:
            ends = [found.end() for found in pattern.finditer(line, _SHORTEST, limit)]
            ends = [end for end in ends if closed.at(end)]
            if ends:
                return next((end for end in reversed(ends) if end <= limit * 2 // 3), ends[0])
        limit *= 2
    return 0


class _Closed:
    """Where in the first `limit` characters of a line no markdown is open. Found in one pass."""

    def __init__(self, line: str, limit: int) -> None:
        self._places = [0]
        self._closed = [True]
        odd: set[str] = set()
        depth = dict.fromkeys(_OPENERS.values(), 0)
        for found in _SIGNS.finditer(line, 0, limit):
            sign = found[0]
            if found[1]:
                odd ^= {sign}
            else:
                depth[_OPENERS.get(sign, sign)] += -1 if sign in _OPENERS else 1
            self._places.append(found.end())
            self._closed.append(not odd and not any(depth.values()))

    def at(self, end: int) -> bool:
        """Between the characters before and behind `end`."""
        return self._closed[bisect_left(self._places, end + 1) - 1]
