"""Where each rendered character of inline markdown stands in the source.

The parser gives no offsets inside a paragraph, so its tokens are walked along the very text they were made
from: what the parser took away (delimiters, escapes, link targets) is stepped over in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markdown_it.helpers import parseLinkDestination, parseLinkTitle
from markdown_it.token import Token

_MARKS = frozenset({"strong", "em", "s"})
_BACKTICKS = re.compile("`+")


@dataclass(frozen=True, slots=True)
class Style:
    """How a run of characters looks; href is the target of a link.

    formula: the place of its first character, counted from 1, in a run that is the source of one formula.
    """

    bold: bool = False
    italic: bool = False
    code: bool = False
    strike: bool = False
    href: str = ""
    formula: int = 0


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of one style; offsets[i] is the place of text[i] in the source."""

    text: str
    offsets: tuple[int, ...]
    style: Style = PLAIN


Glyph = tuple[str, int, Style]


def gather(glyphs: Sequence[Glyph]) -> tuple[Run, ...]:
    """Neighbouring characters of one style become one run."""
    runs = []
    for style, group in groupby(glyphs, key=lambda glyph: glyph[2]):
        part = list(group)
        runs.append(Run("".join(g[0] for g in part), tuple(g[1] for g in part), style))
    return tuple(runs)


def _marked(style: Style, kind: str, on: bool) -> Style:
    if kind == "strong":
        return replace(style, bold=on)
    return replace(style, italic=on) if kind == "em" else replace(style, strike=on)


class InlineWalker:
    """Walks the children of one inline token along its content.

    offsets[i] is the source offset of content[i].
    """

    def __init__(self, content: str, offsets: Sequence[int]) -> None:
        self._content = content
        self._offsets = offsets
        self._at = 0
        self._style = PLAIN
        self._glyphs: list[Glyph] = []

    def walk(self, tokens: Sequence[Token]) -> list[Glyph]:
        for token in tokens:
            self._step(token)
        return self._glyphs

    def _step(self, token: Token) -> None:
        kind, _, side = token.type.rpartition("_")
        if kind in _MARKS and side in ("open", "close"):
            self._at += len(token.markup)
            self._style = _marked(self._style, kind, side == "open")
        elif token.type in ("softbreak", "hardbreak"):
            self._line_break()
        elif token.type == "code_inline":
            self._code(token)
        elif token.type == "math_inline":
            self._formula(token)
        elif token.type == "text_special":
            self._special(token)
        elif kind == "link":
            self._link(token, side)
        elif token.type == "image":
            self._image(token)
        else:
            self._text(token.content)

    def _put(self, char: str, at: int) -> None:
        self._glyphs.append((char, self._offsets[min(at, len(self._offsets) - 1)], self._style))

    def _text(self, text: str) -> None:
        for char in text:
            if not self._content.startswith(char, self._at):
                found = self._content.find(char, self._at)
                if found < 0:
                    continue
                self._at = found
            self._put(char, self._at)
            self._at += 1

    def _special(self, token: Token) -> None:
        for extra, char in enumerate(token.content):
            self._put(char, self._at + min(extra, len(token.markup) - 1))
        self._at += len(token.markup)

    def _line_break(self) -> None:
        newline = self._content.find("\n", self._at)
        self._put("\n", newline)
        self._at = newline + 1
        self._skip(" \t")

    def _skip(self, chars: str) -> None:
        while self._at < len(self._content) and self._content[self._at] in chars:
            self._at += 1

    def _code(self, token: Token) -> None:
        start = self._at + len(token.markup)
        end = next(
            (m.start() for m in _BACKTICKS.finditer(self._content, start) if m.group() == token.markup),
            len(self._content),
        )
        stripped = 1 if end - start == len(token.content) + 2 else 0
        outer, self._style = self._style, replace(self._style, code=True)
        for index, char in enumerate(token.content):
            self._put(char, start + stripped + index)
        self._style = outer
        self._at = end + len(token.markup)

    def _formula(self, token: Token) -> None:
        outer, start = self._style, self._at
        self._at += len(token.content) + 2 * len(token.markup)
        self._style = replace(self._style, formula=self._offsets[start] + 1)
        for place in range(start, self._at):
            self._put(self._content[place], place)
        self._style = outer

    def _link(self, token: Token, side: str) -> None:
        auto = token.markup == "autolink"
        if side == "open":
            self._at += 1
            self._style = replace(self._style, href=str(token.attrGet("href") or ""))
        else:
            self._at = self._at + 1 if auto else self._after_target(self._at + 1)
            self._style = replace(self._style, href="")

    def _image(self, token: Token) -> None:
        self._at += len("![")
        for child in token.children or ():
            self._step(child)
        self._at = self._after_target(self._at + 1)

    def _after_target(self, at: int) -> int:
        """The place behind `(destination "title")`, which starts at `at`."""
        text, end = self._content, len(self._content)
        self._at = at + 1
        self._skip(" \t\n")
        destination = parseLinkDestination(text, self._at, end)
        if destination.ok:
            self._at = destination.pos
        self._skip(" \t\n")
        title = parseLinkTitle(text, self._at, end)
        if title.ok:
            self._at = title.pos
        self._skip(" \t\n")
        return self._at + 1
