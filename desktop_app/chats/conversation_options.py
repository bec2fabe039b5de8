"""What a user sets on a conversation: its pin, its folder, how it is answered, and text not sent yet."""

from __future__ import annotations

import json
from typing import Any

from desktop_app.chats.chat_file import ChatFile, require
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.text import one_line, without_surrogates


class ConversationOptions:
    """None of these moves a conversation up. All raise ChatStoreError when the conversation is gone."""

    def __init__(self, file: ChatFile) -> None:
        self._file = file

    def pin(self, conversation_id: str, pinned: bool) -> None:
        self._set("pinned", int(pinned), conversation_id)

    def move_to_folder(self, conversation_id: str, folder: str) -> None:
        """ "" takes it out of its folder. A folder is there while a conversation is in it."""
        self._set("folder", one_line(folder), conversation_id)

    def rename_folder(self, folder: str, name: str) -> None:
        """Onto the name of another folder joins them; "" dissolves it. Deleted conversations go along."""
        self._file.change("UPDATE conversations SET folder = ? WHERE folder = ?", (one_line(name), folder))

    def settings(self, conversation_id: str) -> dict[str, Any]:
        """As they were set; {} where nothing was, or what was is damaged."""
        rows = self._file.rows("SELECT settings FROM conversations WHERE id = ?", (conversation_id,))
        require(rows)
        try:
            found = json.loads(rows[0][0] or "{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    def set_settings(self, conversation_id: str, settings: dict[str, Any]) -> None:
        """A JSON object; the store does not look into it."""
        self._set("settings", dump_compact(settings), conversation_id)

    def unsent(self, conversation_id: str) -> str:
        """The text that waits to be sent; conversation "" is the new chat that is not stored yet."""
        rows = self._file.rows(
            "SELECT text FROM unsent WHERE conversation_id IS ?", (conversation_id or None,)
        )
        return rows[0][0] if rows else ""

    def set_unsent(self, conversation_id: str, text: str) -> None:
        """ "" removes it. Kept as typed."""
        key = conversation_id or None
        with self._file.transaction():
            self._file.change("DELETE FROM unsent WHERE conversation_id IS ?", (key,))
            if text:
                self._file.change(
                    "INSERT INTO unsent(conversation_id, text) VALUES (?, ?)", (key, without_surrogates(text))
                )

    def _set(self, column: str, value: object, conversation_id: str) -> None:
        changed = self._file.change(
            f"UPDATE conversations SET {column} = ? WHERE id = ? AND deleted_at IS NULL",
            (value, conversation_id),
        )
        require(changed)
