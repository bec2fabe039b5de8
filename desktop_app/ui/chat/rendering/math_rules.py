"""Formulas in markdown: \\( \\), \\[ \\], $ $ and $$ $$, as rules of the parser. No Qt in here.

A display formula ends at the blank line at the latest, so that the beginning of a reply never looks different
once more of it is known.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

CLOSERS = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
_DISPLAY = ("\\[", "$$")
_WORDS = re.compile(r"\s[A-Za-z]{2,}|[A-Za-z]{2,}\s")
_FORMULA_SIGNS = re.compile(r"[\\^_={}]")


def add_math_rules(parser: MarkdownIt) -> None:
    parser.inline.ruler.before("escape", "math_inline", _inline)
    interrupted = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("fence", "math_block", _block, {"alt": interrupted})


def tex_of(source: str) -> tuple[str, bool]:
    """What stands between the delimiters of a formula, and whether it is displayed by itself."""
    opener = next(opener for opener in CLOSERS if source.startswith(opener))
    return source[len(opener) : len(source) - len(opener)].strip(), opener in _DISPLAY


def _inline(state: StateInline, silent: bool) -> bool:
    opener = next((o for o in CLOSERS if state.src.startswith(o, state.pos)), None)
    if opener is None:
        return False
    start = state.pos + len(opener)
    end = _dollar_end(state.src, start) if opener == "$" else state.src.find(CLOSERS[opener], start)
    if end < 0 or not state.src[start:end].strip():
        return False
    if not silent:
        token = state.push("math_inline", "", 0)
        token.content = state.src[start:end]
        token.markup = opener
    state.pos = end + len(opener)
    return True


def _dollar_end(text: str, start: int) -> int:
    """The dollar that closes a formula; -1 where dollars are more likely amounts of money."""
    if start >= 2 and text[start - 2].isalnum():
        return -1
    end = text.find("$", start)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("$", end + 1)
    if end < 0 or text[start].isspace() or text[end - 1].isspace() or text[end + 1 : end + 2].isalnum():
        return -1
    inside = text[start:end]
    prose = _WORDS.search(inside) is not None and _FORMULA_SIGNS.search(inside) is None
    return -1 if prose or "\n\n" in inside else end


def _block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    if state.is_code_block(first):
        return False
    place = state.bMarks[first] + state.tShift[first]
    opener = next((o for o in _DISPLAY if state.src.startswith(o, place)), None)
    if opener is None:
        return False
    line, end = _closing(state, first, last, place + len(opener), CLOSERS[opener])
    whole = end >= 0 and not state.src[end + len(opener) : state.eMarks[line]].strip()
    if end >= 0 and line == first and not whole:
        return False
    if silent:
        return True
    content = state.getLines(first, line + 1, state.blkIndent, False).strip()
    if whole and content[2:-2].strip():
        token = state.push("math_block", "", 0)
        token.content, token.markup, token.map = content, opener, [first, line + 1]
    else:
        _paragraph(state, content, [first, line + 1])
    state.line = line + 1
    return True


def _closing(state: StateBlock, first: int, last: int, place: int, closer: str) -> tuple[int, int]:
    """The line with the closer and its place; without one, the line before the blank line and -1."""
    line = first
    while True:
        found = state.src.find(closer, place, state.eMarks[line])
        following = line + 1
        if found >= 0 or following >= last or state.isEmpty(following):
            return line, found
        if state.sCount[following] < state.blkIndent:
            return line, -1
        line = following
        place = state.bMarks[line] + state.tShift[line]


def _paragraph(state: StateBlock, content: str, lines: list[int]) -> None:
    state.push("paragraph_open", "p", 1).map = lines
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = content, lines, []
    state.push("paragraph_close", "p", -1)
