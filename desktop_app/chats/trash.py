"""Deleted conversations: out of sight at once, gone only when they are purged."""

from __future__ import annotations

from desktop_app.chats.chat_file import ChatFile, require
from desktop_app.chats.records import CONVERSATION_COLUMNS, Conversation, conversation_from

_DAY_S = 86_400.0


class Trash:
    """A reply that runs in a deleted conversation is kept to its end, so that undo brings all of it back."""

    def __init__(self, file: ChatFile) -> None:
        self._file = file

    def conversations(self) -> list[Conversation]:
        """Deleted last comes first."""
        rows = self._file.rows(
            f"SELECT {CONVERSATION_COLUMNS} FROM conversations WHERE deleted_at IS NOT NULL"
            " ORDER BY deleted_at DESC, rowid DESC"
        )
        return [conversation_from(row) for row in rows]

    def put(self, conversation_id: str) -> None:
        """One that is in it or gone already is no error."""
        self._file.change(
            "UPDATE conversations SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL",
            (self._file.clock(), conversation_id),
        )

    def restore(self, conversation_id: str) -> None:
        """As it was; no effect on one that is not deleted.

        Raises:
            ChatStoreError: it was purged.
        """
        changed = self._file.change(
            "UPDATE conversations SET deleted_at = NULL WHERE id = ?", (conversation_id,)
        )
        require(changed)

    def erase(self, conversation_id: str) -> None:
        """Removes a deleted conversation for good; one that is not in the trash stays."""
        self._file.change(
            "DELETE FROM conversations WHERE id = ? AND deleted_at IS NOT NULL", (conversation_id,)
        )

    def expired(self, days: float) -> list[str]:
        """Ids of what was deleted more than so many days ago."""
        rows = self._file.rows(
            "SELECT id FROM conversations WHERE deleted_at < ?", (self._file.clock() - days * _DAY_S,)
        )
        return [row[0] for row in rows]
