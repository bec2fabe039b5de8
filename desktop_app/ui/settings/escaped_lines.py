r"""A list of texts as lines to edit; what a field would change or hide is written as \n, \t or \u00a0."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAMED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MEANT = {escape: char for char, escape in _NAMED.items()}
_ESCAPED = re.compile(r"\\(?:[\\nrt]|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})")


def to_lines(texts: Sequence[str]) -> str:
    return "\n".join("".join(map(_escaped, text)) for text in texts)


def from_lines(lines: str) -> tuple[str, ...]:
    """Empty lines are no texts; a backslash that begins nothing known stands for itself."""
    texts = (_ESCAPED.sub(_meant, line) for line in lines.split("\n"))
    return tuple(text for text in texts if text)


def _escaped(char: str) -> str:
    if char in _NAMED:
        return _NAMED[char]
    if char.isprintable():
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _meant(found: re.Match[str]) -> str:
    text = found[0]
    if text in _MEANT:
        return _MEANT[text]
    code = int(text[2:], 16)
    # half of a surrogate pair is no character and cannot be kept in a file
    return text if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF else chr(code)
