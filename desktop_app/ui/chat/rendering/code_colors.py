"""Syntax colours of closed code panels, laid over the text without touching it."""

from __future__ import annotations

from collections.abc import Iterator

from pygments.lexer import Lexer
from pygments.lexers import find_lexer_class_by_name, get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Token
from pygments.util import ClassNotFound
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextLayout

from desktop_app.ui.chat.rendering.text_formats import PANEL
from desktop_app.ui.chat.rendering.utf16 import units
from desktop_app.ui.theme import Theme

# Each at least 4.5:1 on the panel of its theme (tests/ui/chat/test_code_colors.py).
_COLORS = {
    "dark": {
        Comment: "#8b95a6",
        Keyword: "#c8a2f0",
        String: "#9fd08a",
        Number: "#f0b56c",
        Name.Function: "#7fbdf2",
        Name.Class: "#7fbdf2",
        Name.Decorator: "#7fbdf2",
        Name.Tag: "#7fbdf2",
        Name.Builtin: "#6fd0c5",
        Operator.Word: "#c8a2f0",
    },
    "light": {
        Comment: "#5f6b7c",
        Keyword: "#7b2fb0",
        String: "#2f6b1e",
        Number: "#96510a",
        Name.Function: "#0b5fa8",
        Name.Class: "#0b5fa8",
        Name.Decorator: "#0b5fa8",
        Name.Tag: "#0b5fa8",
        Name.Builtin: "#0f6b66",
        Operator.Word: "#7b2fb0",
    },
}


def code_color(theme: Theme, kind: object) -> str | None:
    """The colour of a Pygments token type, None for the colour of the text."""
    colors = _COLORS[theme.name]
    while kind is not Token and kind is not None:
        if kind in colors:
            return colors[kind]
        kind = kind.parent  # type: ignore[attr-defined]
    return None


def panel_text(block: QTextBlock) -> str:
    """The code of the panel that `block` belongs to."""
    last = block
    panel = block.blockFormat().intProperty(PANEL)
    while last.next().isValid() and last.next().blockFormat().intProperty(PANEL) == panel:
        last = last.next()
    return "\n".join(line.text() for line in panel_lines(last))


def panel_lines(last: QTextBlock) -> Iterator[QTextBlock]:
    """The blocks of the code panel that ends with the block `last`."""
    panel = last.blockFormat().intProperty(PANEL)
    first = last
    while first.previous().isValid() and first.previous().blockFormat().intProperty(PANEL) == panel:
        first = first.previous()
    while first != last:
        yield first
        first = first.next()
    yield last


def has_lexer(language: str) -> bool:
    """Without making one: the first of a language takes long."""
    try:
        return bool(language) and find_lexer_class_by_name(language) is not None
    except ClassNotFound:
        return False


def lexer_of(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False) if language else None
    except ClassNotFound:
        return None


def colored_lines(code: str, lexer: Lexer, theme: Theme) -> Iterator[list[QTextLayout.FormatRange]]:
    """The colours of each line in turn, found as far as they are asked for."""
    ranges: list[QTextLayout.FormatRange] = []
    column = 0
    for kind, value in lexer.get_tokens(code):
        color = code_color(theme, kind)
        for number, part in enumerate(value.split("\n")):
            if number:
                yield ranges
                ranges, column = [], 0
            length = units(part)
            if color is not None and length:
                ranges.append(_range(column, length, color))
            column += length
    yield ranges


def _range(start: int, length: int, color: str) -> QTextLayout.FormatRange:
    characters = QTextCharFormat()
    characters.setForeground(QColor(color))
    result = QTextLayout.FormatRange()
    result.start = start
    result.length = length
    result.format = characters
    return result
