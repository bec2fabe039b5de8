"""Whole exports and imports: from the store into a file and back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from desktop_app.chats.export_file import read_conversations, write_export
from desktop_app.chats.export_html import conversation_to_html
from desktop_app.chats.export_json import json_pieces
from desktop_app.chats.export_markdown import conversation_to_markdown
from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.exported import export_conversation
from desktop_app.chats.messages_json import messages_text
from desktop_app.chats.records import Conversation
from desktop_app.chats.steps import Steps
from desktop_app.chats.store import ChatStore

ExportFormat = Literal["slipstream", "messages", "markdown", "html"]
EXTENSIONS: dict[ExportFormat, str] = {
    "slipstream": ".json",
    "messages": ".json",
    "markdown": ".md",
    "html": ".html",
}


def export_chat(
    store: ChatStore, conversation_id: str, path: Path, kind: ExportFormat, words: ExportWords, steps: Steps
) -> None:
    """Raises ChatStoreError, ChatFileError or (from steps) Cancelled; then the file is as it was."""
    steps.expect(1)
    chat = export_conversation(store, store.conversation(conversation_id), steps)
    match kind:
        case "slipstream":
            text = "".join(json_pieces([chat], steps))
        case "messages":
            text = messages_text(chat)
        case "markdown":
            text = conversation_to_markdown(chat, words)
        case "html":
            text = conversation_to_html(chat, words, steps=steps)
    # a stop that came while the text was made
    steps.step()
    write_export(path, text)


def export_all(store: ChatStore, path: Path, steps: Steps) -> int:
    """All chats that are not deleted, in our own form; returns how many. Raises as `export_chat` does."""
    chats = store.conversations()
    # one after the other: their traces need not be in memory at once
    pieces = json_pieces((export_conversation(store, chat, steps) for chat in chats), steps)
    write_export(path, "".join(pieces))
    return len(chats)


def import_chats(store: ChatStore, paths: Sequence[Path], now: float, steps: Steps) -> list[Conversation]:
    """All that is in the files, or nothing. now: seconds since 1970, for messages without dates.

    Raises:
        ChatFileError: one of the files cannot be read or holds no chats.
        ChatStoreError: the disk does not play along.
        Cancelled: from steps.
    """
    found = [chat for path in paths for chat in read_conversations(path, now, steps)]
    return store.imports.add(found, steps)
