"""Text made fit for the search index, queries for it, and the piece of text shown with a match.

The index splits at spaces and punctuation. Scripts written without spaces (Chinese, Japanese, Thai and their
neighbours, and Korean for its long words) are found by any run of characters: each of theirs is made a word,
and a query is cut the same way and matched as a phrase.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# around a match; never in indexed text
MATCH_BEGIN, MATCH_END = "\x02", "\x03"

# a word boundary that shows nothing
_EDGE = "\u200b"
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_BOUNDARY = re.compile(rf"(?<=[{_UNSPACED}])(?=\w)|(?<=\w)(?=[{_UNSPACED}])")
_UNWANTED = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff{_EDGE}]")
_LETTER = re.compile(r"[^\W_]")
_MAX_QUERY = 200
_LEAD = 32

Snippet = tuple[tuple[str, bool], ...]


def searchable_text(text: str) -> str:
    """The text as it is indexed: composed characters, no control characters, boundaries made visible."""
    wanted = _UNWANTED.sub("", text)
    # looking for boundaries is slow, and most long texts have none
    if wanted.isascii():
        return wanted
    return _BOUNDARY.sub(_EDGE, unicodedata.normalize("NFC", wanted))


def index_query(query: str) -> tuple[str, tuple[str, ...]]:
    """What was typed, as an expression for the index and the pieces it cannot find, such as emoji.

    All words must be there; the last one may be unfinished unless a space follows it or it is a single
    letter. No character of a query has a meaning of its own. Only the first 200 characters count.
    """
    text = searchable_text(query[:_MAX_QUERY])
    terms = text.split()
    words = [term for term in terms if _LETTER.search(term)]
    signs = tuple(term for term in terms if not _LETTER.search(term))
    quoted = ['"' + word.replace('"', '""') + '"' for word in words]
    # what begins with one letter is half of all words
    if words and len(words[-1]) > 1 and text.endswith(words[-1]):
        quoted[-1] += "*"
    return " ".join(quoted), signs


def like_pattern(sign: str) -> str:
    """Matches text that contains the sign; the escape character is a backslash."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", sign) + "%"


def around(text: str, sign: str, width: int = 120) -> str:
    """The part of a text around a sign, marked as the index marks a match."""
    at = text.find(sign)
    if at < 0:
        return text[:width]
    begin, end = max(0, at - _LEAD), at + len(sign)
    rest = text[end : end + width]
    tail = "…" if end + width < len(text) else ""
    head = "…" if begin else ""
    return f"{head}{text[begin:at]}{MATCH_BEGIN}{sign}{MATCH_END}{rest}{tail}"


def snippet_from(marked: str) -> Snippet:
    """A marked part of an indexed text in one line, as pieces (text, is a match); the first match is near
    the front, so that it is seen where the line is cut."""
    line = re.sub(r"\s+", " ", marked.replace(_EDGE, "")).strip()
    head, mark, rest = line.partition(MATCH_BEGIN)
    if mark and len(head) > _LEAD:
        cut = head[-_LEAD:]
        head = "…" + (cut.partition(" ")[2] or cut)
    return tuple(_pieces(head + mark + rest))


def _pieces(line: str) -> Iterable[tuple[str, bool]]:
    for index, part in enumerate(re.split(f"[{MATCH_BEGIN}{MATCH_END}]", line)):
        if part:
            yield part, index % 2 == 1
