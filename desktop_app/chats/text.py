"""Text from outside made fit to keep, and titles made from it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_TITLE_WIDTH = 48
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_JOINER = "\u200d"
# the joiner itself and the skin tones; variation selectors are marks
_JOINING = frozenset({_JOINER, *map(chr, range(0x1F3FB, 0x1F400))})
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def without_surrogates(text: str) -> str:
    """Half a surrogate pair cannot be written as UTF-8; it becomes U+FFFD, so that the rest is kept."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def clean(text: str) -> str:
    """Typed or pasted text: line ends as "\\n", no control characters but "\\n" and "\\t", valid UTF-8."""
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _CONTROL.sub("", joined.replace("\r\n", "\n").replace("\r", "\n"))


def one_line(text: str) -> str:
    """A name as it was typed, clean, with single spaces."""
    return " ".join(clean(text).split())


def title_from(text: str) -> str:
    """The first line with something in it, cut at a word where it is wider than about 48 Latin letters."""
    line = next((part for part in text.split("\n") if part.strip()), "")
    # enough for any title, and a 5 MB line is not walked through
    line = " ".join(line[: _TITLE_WIDTH * 40].split())
    kept, width = 0, 0
    for cluster in _clusters(line):
        width += _width(cluster)
        if width > _TITLE_WIDTH:
            return _at_word(line[:kept], line[kept:]) + "…"
        kept += len(cluster)
    return line


def _clusters(line: str) -> Iterator[str]:
    """Characters with what is joined to them, so that a cut never splits an emoji or an accent."""
    cluster = ""
    for character in line:
        joins = character in _JOINING or unicodedata.category(character) in ("Mn", "Me", "Mc")
        if cluster and not joins and not cluster.endswith(_JOINER):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _width(cluster: str) -> int:
    return 2 if unicodedata.east_asian_width(cluster[0]) in "WF" else 1


def _at_word(kept: str, rest: str) -> str:
    space = kept.rfind(" ")
    # CJK has no spaces: going back to a far one would throw most of the title away
    if rest[0] != " " and space >= len(kept) // 2:
        kept = kept[:space]
    return kept.rstrip(" ,;:.、，；：。")
