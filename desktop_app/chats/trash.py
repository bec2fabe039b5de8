"""Deleted conversations: out of sight at once, gone only when they are purged."""

from __future__ import annotations

from desktop_app.chats.chat_file import ChatFile, require
from desktop_app.chats.records import CONVERSATION_COLUMNS, Conversation, conversation_from

# in the trash since 1970: out of sight until it is whole, and gone at the next start if it never is
HIDDEN = 0.0
# what was deleted longer ago is removed for good, when the program starts
KEPT_DAYS = 30.0
DAY_S = 86_400.0
_PIECE = 20


class Trash:
    """A reply that runs in a deleted conversation is kept to its end, so that undo brings all of it back."""

    def __init__(self, file: ChatFile) -> None:
        self._file = file

    def conversations(self) -> list[Conversation]:
        """What a user deleted, last comes first; not what is still being made."""
        rows = self._file.rows(
            f"SELECT {CONVERSATION_COLUMNS} FROM conversations WHERE deleted_at > ?"
            " ORDER BY deleted_at DESC, rowid DESC",
            (HIDDEN,),
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
        # by and by, the last messages first: SQLite follows no chain of a thousand messages, and between two
        # pieces others can write
        while self._file.change(
            "DELETE FROM messages WHERE rowid IN (SELECT m.rowid FROM messages m"
            " JOIN conversations c ON c.id = m.conversation_id"
            " WHERE c.id = ? AND c.deleted_at IS NOT NULL ORDER BY m.rowid DESC LIMIT ?)",
            (conversation_id, _PIECE),
        ):
            pass
        self._file.change(
            "DELETE FROM conversations WHERE id = ? AND deleted_at IS NOT NULL", (conversation_id,)
        )

    def expired(self, days: float) -> list[str]:
        """Ids of what was deleted more than so many days ago."""
        rows = self._file.rows(
            "SELECT id FROM conversations WHERE deleted_at < ?", (self._file.clock() - days * DAY_S,)
        )
        return [row[0] for row in rows]
