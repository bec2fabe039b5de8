"""Files that go with a question: fenced blocks behind its text, and those blocks found again.

The stored content of a message is the whole of it. So whatever keeps, exports, edits or sends a message keeps
its files, and a model reads them as it reads any code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pygments.lexers import find_lexer_class_for_filename

_GAP = "\n\n"
_HEADER = re.compile(r"^File: ([^\n]+)\n(`{3,})[^`\n]*\n", re.MULTILINE)
_TICKS = re.compile("`{3,}")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file: name is one line, text is clean and has no line end behind its last line."""

    name: str
    text: str

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1


def with_attachments(text: str, attachments: Iterable[Attachment]) -> str:
    """The content of a message; `split_attachments` is the way back."""
    return with_blocks(text, map(block, attachments))


def with_blocks(text: str, blocks: Iterable[str]) -> str:
    """As `with_attachments`, for files that were made into blocks before."""
    return _GAP.join([*([text] if text else []), *blocks])


def split_attachments(content: str) -> tuple[str, tuple[Attachment, ...]]:
    """What was typed, and the files behind it."""
    for header in _HEADER.finditer(content):
        start = header.start()
        if start == 0 or content.endswith(_GAP, 0, start):
            found = _blocks(content, start)
            if found:
                return content[: max(0, start - len(_GAP))], found
    return content, ()


def block(attachment: Attachment) -> str:
    """The file as a model reads it."""
    longest = max((len(ticks) for ticks in _TICKS.findall(attachment.text)), default=2)
    fence = "`" * (longest + 1)
    return f"File: {attachment.name}\n{fence}{_language(attachment.name)}\n{attachment.text}\n{fence}"


def _language(name: str) -> str:
    lexer = find_lexer_class_for_filename(name)
    alias = lexer.aliases[0] if lexer is not None and lexer.aliases else ""
    return "" if alias == "text" else alias


def _blocks(content: str, start: int) -> tuple[Attachment, ...]:
    """The files from here to the end of the content, none when anything else stands there."""
    found = []
    while header := _HEADER.match(content, start):
        closing = re.compile(rf"\n{header[2]}(?=\n|\Z)").search(content, header.end())
        if closing is None:
            return ()
        found.append(Attachment(header[1], content[header.end() : closing.start()]))
        if closing.end() == len(content):
            return tuple(found)
        if not content.startswith(_GAP, closing.end()):
            return ()
        start = closing.end() + len(_GAP)
    return ()
