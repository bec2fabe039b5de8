"""Markdown as a flat list of blocks whose every character knows its place in the source. No Qt in here.

CommonMark with tables, strikethrough, task items and formulas, which keep their source. Raw HTML is text, an
image is its alternative text, numbers of a list stand as written, and reference links are text: with them a
later line could change what was shown long before, and a reply must look the same streamed or shown at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_app.ui.chat.rendering.inline_alignment import PLAIN, Glyph, InlineWalker, Run, Style, gather
from desktop_app.ui.chat.rendering.long_tables import TablePiece, pieces_of
from desktop_app.ui.chat.rendering.math_rules import add_math_rules

_CONTAINER = r"(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))"
_TASK = re.compile(r"\[([ xX])\] ")


class Kind(StrEnum):
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    CODE = "code"
    TABLE = "table"
    RULE = "rule"
    FORMULA = "formula"


@dataclass(frozen=True, slots=True)
class Block:
    """One block in reading order.

    level: of a heading, 1 to 6. depth: lists it stands in. quote: quotes it stands in. marker: the bullet or
    number before the first block of a list item. lines: first source line and the one behind the last. rows:
    the cells of a table, header first; a cell is its runs. piece: which of a long table, whose pieces are
    blocks of their own. joint: what stood between this block and the one before, where both are pieces of one
    paragraph.
    """

    kind: Kind
    lines: tuple[int, int]
    runs: tuple[Run, ...] = ()
    level: int = 0
    depth: int = 0
    quote: int = 0
    marker: Run | None = None
    language: str = ""
    rows: tuple[tuple[tuple[Run, ...], ...], ...] = ()
    piece: TablePiece | None = None
    joint: str | None = None

    @property
    def size(self) -> int:
        """How many blocks of a document show it."""
        if self.kind is Kind.TABLE:
            return len(self.rows) * len(self.rows[0])
        return self.text.count("\n") + 1 if self.kind is Kind.CODE else 1

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


def new_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    add_math_rules(parser)
    # kept apart, escapes and entities still say what they were in the source
    return parser.disable(["reference", "text_join"])


_PARSER = new_parser()
_BLOCK_PARSER = new_parser().disable("inline")


def parse_blocks(source: str, base: int = 0, before: TablePiece | None = None) -> list[Block]:
    """The blocks of `source`; offsets count from `base`. `source` has no carriage returns or NULs.

    before: the piece after which the first table goes on; its header is repeated in `source` and left out.
    """
    return list(iter_blocks(source, base, before))


def iter_blocks(source: str, base: int = 0, before: TablePiece | None = None) -> Iterator[Block]:
    """The same one by one: all but the borders of the blocks is found out when a block is asked for."""
    return _BlockReader(source, base, before).read(_BLOCK_PARSER.parse(source))


class _BlockReader:
    def __init__(self, source: str, base: int, before: TablePiece | None) -> None:
        self._source = source
        self._base = base
        self._before = before
        self._lines = source.split("\n")
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._depth = 0
        self._quote = 0
        self._marker: Run | None = None
        self._marker_lines = (0, 0)
        # Everything is read in source order, so a search never has to look before this.
        self._cursor = 0
        self._blocks: list[Block] = []

    def read(self, tokens: list[Token]) -> Iterator[Block]:
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.type == "table_open":
                index = self._table(tokens, index)
            else:
                self._token(token, tokens[index + 1] if index + 1 < len(tokens) else token)
            index += 1
            yield from self._blocks
            self._blocks.clear()

    def _token(self, token: Token, following: Token) -> None:
        kind = token.type
        if kind in ("bullet_list_open", "ordered_list_open"):
            self._flush_marker()
            self._depth += 1
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._depth -= 1
        elif kind == "list_item_open":
            self._open_item(token)
        elif kind in ("list_item_close", "blockquote_open"):
            self._flush_marker()
            self._quote += kind == "blockquote_open"
        elif kind == "blockquote_close":
            self._quote -= 1
        elif kind == "paragraph_open":
            self._paragraph(token, following)
        elif kind == "heading_open":
            self._heading(token, following)
        elif kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "math_block":
            self._formula(token)
        elif kind == "hr":
            self._flush_marker()
            self._add(Kind.RULE, _lines(token))

    def _add(self, kind: Kind, lines: tuple[int, int], runs: tuple[Run, ...] = (), **more: object) -> None:
        marker, self._marker = self._marker, None
        if marker is not None:
            lines = (self._marker_lines[0], lines[1])
        common = {"depth": self._depth, "quote": self._quote, "marker": marker}
        self._blocks.append(Block(kind, lines, runs, **{**common, **more}))  # type: ignore[arg-type]
        self._cursor = max(self._cursor, self._starts[lines[0]])
        if runs:
            self._cursor = max(self._cursor, runs[-1].offsets[-1] - self._base + 1)

    def _flush_marker(self) -> None:
        """An item that starts with no paragraph still shows its bullet."""
        if self._marker is not None:
            self._add(Kind.PARAGRAPH, self._marker_lines)

    def _open_item(self, token: Token) -> None:
        first, last = _lines(token)
        shown = token.info + token.markup
        start = self._source.find(shown, max(self._starts[first], self._cursor))
        self._cursor = start + len(shown)
        text = shown if token.info else "•"
        offsets = tuple(range(self._base + start, self._base + start + len(text)))
        self._marker = Run(text, offsets)
        self._marker_lines = (first, min(first + 1, last))

    def _paragraph(self, token: Token, inline: Token) -> None:
        glyphs = self._inline(inline, _lines(token)[0])
        if self._marker is not None:
            glyphs = self._task(glyphs)
        self._add(Kind.PARAGRAPH, _lines(token), gather(glyphs))

    def _task(self, glyphs: list[Glyph]) -> list[Glyph]:
        found = _TASK.match("".join(glyph[0] for glyph in glyphs[:4]))
        if found is None:
            return glyphs
        box = "☐" if found.group(1) == " " else "☑"
        self._marker = Run(box, (glyphs[0][1],))
        return glyphs[4:]

    def _heading(self, token: Token, inline: Token) -> None:
        first = _lines(token)[0]
        glyphs: list[Glyph] = []
        if token.markup.startswith("#"):
            pattern = re.compile(re.escape(token.markup) + r"[ \t]+")
            found = pattern.search(self._source, max(self._starts[first], self._cursor))
            if found is not None and inline.content:
                start = self._base + found.end()
                glyphs = self._walk(inline, range(start, start + len(inline.content)))
        else:
            glyphs = self._inline(inline, first)
        self._add(Kind.HEADING, _lines(token), gather(glyphs), level=int(token.tag[1:]))

    def _formula(self, token: Token) -> None:
        offsets = self._line_offsets(token.content, _lines(token)[0])
        style = Style(formula=offsets[0] + 1)
        glyphs = [(char, offset, style) for char, offset in zip(token.content, offsets, strict=False)]
        self._add(Kind.FORMULA, _lines(token), gather(glyphs))

    def _inline(self, inline: Token, first: int) -> list[Glyph]:
        return self._walk(inline, self._line_offsets(inline.content, first))

    def _line_offsets(self, content: str, first: int) -> list[int]:
        """Content lines are source lines without their container prefix: the ends of both agree.

        One offset more than there are characters: that of the end.
        """
        offsets: list[int] = []
        for number, line in enumerate(content.split("\n"), first):
            body = line.strip(" \t")
            source = self._lines[number].rstrip(" \t")
            start = self._base + self._starts[number] + len(source) - len(body)
            lead = len(line) - len(line.lstrip(" \t"))
            offsets.extend(start - lead + index for index in range(len(line) + 1))
            # the newline stands behind what was stripped from the end of the line
            offsets[-1] = self._base + self._starts[number] + len(self._lines[number])
        return offsets

    def _walk(self, inline: Token, offsets: range | list[int]) -> list[Glyph]:
        children: list[Token] = []
        _PARSER.inline.parse(inline.content, _PARSER, {}, children)
        return InlineWalker(inline.content, offsets).walk(children) if inline.content else []

    def _code(self, token: Token) -> None:
        self._flush_marker()
        first, last = _lines(token)
        number = first + 1 if token.type == "fence" else first
        glyphs: list[Glyph] = []
        for line in token.content.removesuffix("\n").split("\n") if token.content else ():
            glyphs.extend(self._code_line(line, number))
            number += 1
        language = token.info.split()[0] if token.info.split() else ""
        self._add(Kind.CODE, (first, last), gather(glyphs[:-1]), language=language)

    def _code_line(self, line: str, number: int) -> list[Glyph]:
        source, start = self._lines[number], self._base + self._starts[number]
        body = line.lstrip(" ")
        # a tab that was cut in two stands as spaces that the source does not have: keep what it has
        kept = min(len(line) - len(body), len(source) - len(body))
        shown = source[len(source) - len(body) - kept :] if len(line) > len(body) else body
        if shown.lstrip(" \t") != body.lstrip(" \t"):
            shown = body
        place = start + len(source) - len(shown)
        glyphs = [(char, place + index, PLAIN) for index, char in enumerate(shown)]
        return [*glyphs, ("\n", start + len(source), PLAIN)]

    def _table(self, tokens: list[Token], index: int) -> int:
        self._flush_marker()
        lines = _lines(tokens[index])
        rows: list[list[tuple[Run, ...]]] = []
        place = 0
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "tr_open":
                rows.append([])
                place = self._row_start(_lines(token)[0])
            elif token.type == "inline":
                offsets, place = self._cell(token.content, place)
                rows[-1].append(gather(self._walk(token, offsets)))
            index += 1
        before, self._before = self._before, None
        for part, piece in pieces_of([tuple(row) for row in rows[1 if before else 0 :]], before):
            self._add(Kind.TABLE, lines, rows=part, piece=piece)
        return index

    def _row_start(self, number: int) -> int:
        containers = re.compile(f"{_CONTAINER}{{0,{self._depth + self._quote}}}")
        found = containers.match(self._lines[number])
        return self._starts[number] + (found.end() if found else 0)

    def _cell(self, content: str, place: int) -> tuple[list[int], int]:
        """Source offsets of the characters of a cell and the place behind it."""
        source = self._source
        place = _skip_blanks(source, place)
        if source.startswith("|", place):
            place = _skip_blanks(source, place + 1)
        offsets = []
        for char in content:
            if char == "|" and source.startswith("\\|", place):
                place += 1
            offsets.append(self._base + place)
            place += 1
        return offsets, _skip_blanks(source, place)


def _skip_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _lines(token: Token) -> tuple[int, int]:
    assert token.map is not None
    return token.map[0], token.map[1]
