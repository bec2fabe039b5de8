"""Inserts runs at a cursor, each character with the properties of the token that made it."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtGui import QTextCharFormat, QTextCursor

from desktop_app.ui.chat.rendering.inline_alignment import Run
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.text_formats import (
    FORMULA,
    FORMULA_AT,
    FORMULA_OBJECT,
    MESSAGE,
    ORIGIN,
    ORIGINS,
    PARTS,
    ROUND,
    SWITCH,
    TOKEN,
)

LINE_BREAK = "\u2028"


def insert_run(cursor: QTextCursor, run: Run, reply: ReplyText, message: int, base: QTextCharFormat) -> None:
    """A formula becomes one character that is drawn; it knows its source and all of its tokens."""
    if not run.style.formula:
        insert_tokens(cursor, run, reply, message, base)
        return
    parts: list[int] = []
    for owner, group in groupby(reply.owners[offset] for offset in run.offsets):
        if owner >= 0:
            mark = reply.tokens[owner]
            parts += [mark.index, mark.round_position, ORIGINS.index(mark.origin), len(list(group))]
    base.setObjectType(FORMULA_OBJECT)
    base.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
    base.setProperty(MESSAGE, message)
    base.setProperty(FORMULA, run.text)
    base.setProperty(FORMULA_AT, run.offsets[0])
    base.setProperty(PARTS, parts)
    cursor.insertText("\ufffc", _token_format(base, reply, reply.owners[run.offsets[0]]))


def insert_tokens(
    cursor: QTextCursor, run: Run, reply: ReplyText, message: int, base: QTextCharFormat
) -> None:
    owners = [reply.owners[offset] for offset in run.offsets]
    text = run.text.replace("\n", LINE_BREAK)
    base.setProperty(MESSAGE, message)
    start = 0
    for end in range(1, len(owners) + 1):
        if end == len(owners) or owners[end] != owners[start]:
            cursor.insertText(text[start:end], _token_format(base, reply, owners[start]))
            start = end


def _token_format(base: QTextCharFormat, reply: ReplyText, owner: int) -> QTextCharFormat:
    if owner < 0:
        return base
    mark = reply.tokens[owner]
    result = QTextCharFormat(base)
    result.setProperty(TOKEN, mark.index)
    result.setProperty(ORIGIN, mark.origin.value)
    result.setProperty(ROUND, mark.round_position)
    if mark.part:
        result.setProperty(SWITCH, mark.part)
    return result
