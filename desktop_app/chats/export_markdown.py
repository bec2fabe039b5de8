"""A conversation as Markdown: a heading for each turn, replies as the model wrote them."""

from __future__ import annotations

import re
from datetime import tzinfo

from markdown_it import MarkdownIt
from markdown_it.token import Token

from desktop_app.chats.export_words import ExportWords, date_text
from desktop_app.chats.exported import ExportedConversation, ExportedMessage

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
_PARAGRAPH = frozenset({"paragraph_open", "inline", "paragraph_close"})
_FENCE = re.compile(r"`{3,}")
_SPECIAL = re.compile(r"([\\`*_\[\]<>~&#])")
_LINE_END = re.compile(r"(?<!\n)\n(?!\n)")
_NEXT = "\n\n## next\n"


def conversation_to_markdown(
    conversation: ExportedConversation, words: ExportWords | None = None, zone: tzinfo | None = None
) -> str:
    """The current path. zone: of the date, None for this machine's."""
    words = words or ExportWords()
    title = " ".join(conversation.title.split())
    parts = [
        f"# {_escaped(title or words.untitled)}",
        date_text(conversation.created, zone),
        *(_turn(message, words) for message in conversation.turns()),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _turn(message: ExportedMessage, words: ExportWords) -> str:
    text = message.content.strip("\n")
    body = contained(text) if message.role == "assistant" else literal(text)
    note = " ".join(words.note(message).split())
    parts = [f"## {words.roles[message.role]}", body, f"*{_escaped(note)}*" if note else ""]
    return "\n\n".join(part for part in parts if part)


def literal(text: str) -> str:
    """Text that a reader shows letter by letter and line by line: in a fence where it needs one."""
    # two blanks keep the end of a line that would join the next one
    return _LINE_END.sub("  \n", text) if _reads_as_it_stands(text) else _fenced(text)


def contained(markdown: str) -> str:
    """Markdown that does not swallow what follows it: a fence that was left open is closed."""
    last = _last_block(markdown)
    if last.type == "fence":
        markdown = f"{markdown}\n{last.markup}"
        last = _last_block(markdown)
    return markdown if last.type == "heading_close" else _fenced(markdown)


def _last_block(markdown: str) -> Token:
    """What a heading behind the text is taken for: a heading, or the block that swallowed it."""
    return _PARSER.parse(markdown + _NEXT)[-1]


def _reads_as_it_stands(text: str) -> bool:
    tokens = _PARSER.parse(text)
    if any(token.type not in _PARAGRAPH for token in tokens):
        return False
    shown = [_shown(token) for token in tokens if token.type == "inline"]
    return "\n\n".join(shown) == text


def _shown(paragraph: Token) -> str:
    parts = ((part.type, part.content) for part in paragraph.children or ())
    return "".join({"text": content, "softbreak": "\n"}.get(kind, "\0") for kind, content in parts)


def _fenced(text: str) -> str:
    longest = max((len(run) for run in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}text\n{text}\n{fence}"


def _escaped(line: str) -> str:
    return _SPECIAL.sub(r"\\\1", line)
