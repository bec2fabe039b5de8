"""The versions of a conversation: every change adds a branch, none removes anything."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.chats.chat_file import ChatFile
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.message_outline import Node, Outline
from desktop_app.chats.message_rows import add_message, message_by_id, path_to
from desktop_app.chats.records import MESSAGE_COLUMNS, StoredMessage, message_from
from desktop_app.chats.schema import ChatStoreError
from desktop_app.chats.text import clean, without_surrogates
from desktop_app.decoding.rounds import Round, round_to_json


class MessageTree:
    """Versions of a message are its siblings in the same role, oldest first.

    Every method that names a message raises ChatStoreError when it is gone.
    """

    def __init__(self, file: ChatFile) -> None:
        self._file = file

    def path_to(self, message_id: str) -> list[StoredMessage]:
        """From the first message down to this one, whatever the current path is."""
        return path_to(self._file, message_by_id(self._file, message_id).id)

    def all_messages(self, conversation_id: str) -> list[StoredMessage]:
        """Every branch, parents before their children, in the order they were added."""
        rows = self._file.rows(
            f"SELECT {MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? ORDER BY rowid",
            (conversation_id,),
        )
        return [message_from(row) for row in rows]

    def edit(self, message_id: str, text: str) -> StoredMessage:
        """A new version with this text, in the place of the old one; the path ends there.

        Raises:
            ChatStoreError: the message or its conversation is gone.
        """
        with self._file.transaction():
            old = message_by_id(self._file, message_id)
            return add_message(
                self._file,
                old.conversation_id,
                old.parent_id,
                old.role,
                clean(text),
                "complete",
                old.continues,
            )

    def regenerate(self, message_id: str) -> StoredMessage:
        """An empty version of a reply with status "streaming"; the path ends there.

        Raises:
            ChatStoreError: it is no reply, or it is gone.
        """
        with self._file.transaction():
            old = _reply(message_by_id(self._file, message_id))
            return add_message(
                self._file, old.conversation_id, old.parent_id, "assistant", "", "streaming", old.continues
            )

    def continue_reply(self, message_id: str) -> StoredMessage:
        """An empty streaming message below an ended reply, whose text goes on where that one ends.

        Raises:
            ChatStoreError: it is no reply, it is still being written, or it is gone.
        """
        with self._file.transaction():
            old = _reply(message_by_id(self._file, message_id))
            if old.status == "streaming":
                raise ChatStoreError("This reply is still being written; stop it first, then continue it.")
            return add_message(
                self._file, old.conversation_id, old.id, "assistant", "", "streaming", continues=True
            )

    def fork(self, message_id: str, begun: Sequence[Round]) -> StoredMessage:
        """A new version of a reply that begins with these rounds, and below it an empty streaming message
        that goes on from there, which is returned.

        Raises:
            ChatStoreError: it is no reply, or it is gone.
        """
        with self._file.transaction():
            old = _reply(message_by_id(self._file, message_id))
            text = without_surrogates("".join(round_.text for round_ in begun))
            place = old.conversation_id, old.parent_id
            new = add_message(self._file, *place, "assistant", text, "complete", old.continues)
            for seq, round_ in enumerate(begun):
                self._file.change(
                    "INSERT INTO parts(message_id, seq, round) VALUES (?, ?, ?)",
                    (new.id, seq, dump_compact(round_to_json(round_))),
                )
            return add_message(
                self._file, old.conversation_id, new.id, "assistant", "", "streaming", continues=True
            )

    def replies_to(self, message_id: str, limit: int = 4) -> tuple[str, ...]:
        """Texts of replies to this question or to another version of it, the latest `limit`, oldest first.

        Raises:
            ChatStoreError: it is gone.
        """
        versions = self.versions_of(message_id)
        rows = self._file.rows(
            "SELECT content FROM messages WHERE role = 'assistant' AND content != ''"
            f" AND parent_id IN ({', '.join('?' * len(versions))}) ORDER BY rowid DESC LIMIT ?",
            (*versions, limit),
        )
        return tuple(row[0] for row in reversed(rows))

    def outline(self, conversation_id: str) -> Outline:
        """Which messages there are and how they hang together, on every branch."""
        rows = self._file.rows(
            "SELECT id, parent_id, role, continues FROM messages WHERE conversation_id = ? ORDER BY rowid",
            (conversation_id,),
        )
        return Outline([Node(row[0], row[1], row[2], bool(row[3])) for row in rows])

    def branch_at(self, message_id: str) -> None:
        """Makes this message the end of the path: what is added next becomes a new branch below it."""
        with self._file.transaction():
            message = message_by_id(self._file, message_id)
            self._set_leaf(message.conversation_id, message.id)

    def select(self, message_id: str) -> None:
        """Puts the message on the current path, which goes on to what was added last below it."""
        with self._file.transaction():
            message = message_by_id(self._file, message_id)
            self._set_leaf(message.conversation_id, self._newest_below(message.id))

    def versions_of(self, message_id: str) -> tuple[str, ...]:
        """Ids, the message itself among them."""
        message = message_by_id(self._file, message_id)
        rows = self._file.rows(
            "SELECT id FROM messages WHERE parent_id IS ? AND +conversation_id = ? AND role = ?"
            " ORDER BY rowid",
            (message.parent_id, message.conversation_id, message.role),
        )
        return tuple(row[0] for row in rows)

    def _newest_below(self, message_id: str) -> str:
        # by rowid: a clock may have been set back. What was added last has nothing below it.
        rows = self._file.rows(
            """WITH RECURSIVE below(id) AS (
                    SELECT ?
                    UNION ALL
                    SELECT m.id FROM below JOIN messages m ON m.parent_id = below.id)
                SELECT m.id FROM below JOIN messages m USING (id) ORDER BY m.rowid DESC LIMIT 1""",
            (message_id,),
        )
        newest: str = rows[0][0]
        return newest

    def _set_leaf(self, conversation_id: str, message_id: str) -> None:
        self._file.change("UPDATE conversations SET leaf_id = ? WHERE id = ?", (message_id, conversation_id))


def _reply(message: StoredMessage) -> StoredMessage:
    if message.role != "assistant":
        raise ChatStoreError("Only a reply can be written again or continued; choose a reply.")
    return message
