"""How much of a growing markdown text can never change again. No Qt in here."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_app.ui.chat.rendering.markdown_blocks import new_parser

_FENCE = re.compile(r"( {0,3})(`{3,}(?=[^`\n]*$)|~{3,})[ \t]*([^\s]*)")
# Beyond this a tail is parsed again only if it has grown by an eighth, which keeps the sum linear, and if one
# of its new lines could have ended what came before.
_ALWAYS_PARSED = 2_000
_MAY_BEGIN_BLOCK = re.compile(r"^[ \t]*$|^ {0,3}[-#>*+_=`~$\\\d]", re.MULTILINE)
_BEGUN_ITEM = re.compile(r" {0,3}(?:[-*+]|\d{1,9}[.)]) +[^\s]")
_ENDED_BY_LINE = frozenset({"heading_open", "hr", "math_block"})
_ENDED_BY_BLANK_LINE = frozenset({"paragraph_open", "table_open", "blockquote_open"})


@dataclass(frozen=True, slots=True)
class Fence:
    """The opening line of a code fence at the top level."""

    indent: int
    marker: str
    language: str

    @classmethod
    def opened_by(cls, line: str) -> Fence | None:
        found = _FENCE.match(line)
        return cls(len(found[1]), found[2], found[3]) if found else None

    def closed_by(self, line: str) -> bool:
        body = line.strip(" \t")
        lead = len(line) - len(line.lstrip(" \t"))
        return (
            lead < 4
            and "\t" not in line[:lead]
            and len(body) >= len(self.marker)
            and set(body) == {self.marker[0]}
        )

    def may_be_closed_by(self, line: str) -> bool:
        """Whether a line that is not complete yet could still become the closing one."""
        body = line.strip(" \t")
        return not body or set(body) == {self.marker[0]}

    def stripped(self, line: str) -> int:
        """Leading spaces of a code line that belong to the fence."""
        return min(self.indent, len(line) - len(line.lstrip(" ")))


def _block_parser() -> MarkdownIt:
    return new_parser().disable("inline")


class Splitter:
    """Finds the settled part of a tail, which starts where the last settled part ended.

    Settled is what comes before the last block (before the last item, if it is a list), and that block too
    once nothing can be added to it. A line in progress counts only if it has begun a list item: all others
    can still turn out to be something else.
    """

    def __init__(self) -> None:
        self._parser = _block_parser()
        self._next_parse = 0
        self._looked_to = 0
        self._begun_at = -1
        self._may_have_ended = False

    def settled(self, tail: str) -> int:
        """Characters of `tail` that are settled: at the most all complete lines."""
        complete = tail.rfind("\n") + 1
        begun = complete != self._begun_at and _BEGUN_ITEM.match(tail, complete) is not None
        seen = len(tail) if begun else complete
        if not complete or seen < self._next_parse:
            return 0
        if seen > _ALWAYS_PARSED and not self._worth_parsing(tail, seen):
            return 0
        settled = self.parsed(tail[:seen])
        self.forget()
        if not settled:
            self._looked_to = seen
            self._next_parse = seen + (seen // 8 if seen > _ALWAYS_PARSED else 1)
            self._begun_at = complete if begun else -1
        return settled

    def forget(self) -> None:
        """The tail starts elsewhere now."""
        self._next_parse = 0
        self._looked_to = 0
        self._begun_at = -1
        self._may_have_ended = False

    def _worth_parsing(self, tail: str, seen: int) -> bool:
        new, self._looked_to = tail[self._looked_to : seen].removesuffix("\n"), seen
        self._may_have_ended = self._may_have_ended or _MAY_BEGIN_BLOCK.search(new) is not None
        return self._may_have_ended

    def parsed(self, text: str) -> int:
        """Up to the last block, or the last item of the last list, or all of it if nothing can join it."""
        last: Token | None = None
        block = ""
        for token in self._parser.parse(text):
            if token.map is None or token.nesting < 0:
                continue
            if token.level == 0:
                last, block = token, token.type
            elif token.level == 1 and token.type == "list_item_open":
                last = token
        if last is None or last.map is None:
            return 0
        if not text.endswith("\n"):
            return _line_start(text, last.map[0])
        blank_after = text.endswith("\n\n")
        if block in _ENDED_BY_LINE or (block in _ENDED_BY_BLANK_LINE and blank_after):
            return len(text)
        return _line_start(text, last.map[0])


def _line_start(text: str, line: int) -> int:
    at = 0
    for _ in range(line):
        at = text.index("\n", at) + 1
    return at
