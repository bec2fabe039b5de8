"""Conversations on disk. What is shown was committed here first.

Messages form a tree (`parent_id`); a conversation points at the leaf of its current path.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from desktop_app.chats.chat_file import ChatFile, require
from desktop_app.chats.conversation_options import ConversationOptions
from desktop_app.chats.duplicate import duplicate
from desktop_app.chats.imports import Imports
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.message_rows import add_message, end_reply, leaf_of, note_end, path_to
from desktop_app.chats.message_tree import MessageTree
from desktop_app.chats.records import (
    CONVERSATION_COLUMNS,
    MESSAGE_COLUMNS,
    Conversation,
    Status,
    StoredMessage,
    conversation_from,
    message_from,
    round_from,
)
from desktop_app.chats.schema import ChatStoreError, NewerChatsError
from desktop_app.chats.search import SearchHit, index_title, search
from desktop_app.chats.text import clean, one_line, title_from, without_surrogates
from desktop_app.chats.trash import Trash
from desktop_app.decoding.rounds import Round, round_to_json
from desktop_app.decoding.tally import TallySummary

__all__ = [
    "ChatStore",
    "ChatStoreError",
    "Conversation",
    "NewerChatsError",
    "SearchHit",
    "Status",
    "StoredMessage",
]

_MIN_PLAIN_TOKENS = 16


class ChatStore:
    """One connection to the chat database; each thread makes its own.

    tree holds the versions of messages, options what is set on a conversation, trash the deleted ones,
    imports brings in others.
    notice is a sentence for the user when opening the file was not plain sailing, "" otherwise. Every
    method raises ChatStoreError when the disk does not play along or what it names is gone.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._file = ChatFile(path, clock)
        self.notice = self._file.notice
        self.tree = MessageTree(self._file)
        self.options = ConversationOptions(self._file)
        self.trash = Trash(self._file)
        self.imports = Imports(self._file)

    def close(self) -> None:
        self._file.close()

    def together(self) -> AbstractContextManager[None]:
        """Everything that is changed within is stored when it ends, or nothing of it."""
        return self._file.transaction()

    def flush(self) -> None:
        """What was stored outlives a power cut too, not only a crash. For a thread that may wait."""
        self._file.flush()

    def conversations(self) -> list[Conversation]:
        """Newest first, pinned or not; without the deleted ones."""
        rows = self._rows(
            f"SELECT {CONVERSATION_COLUMNS} FROM conversations WHERE deleted_at IS NULL"
            " ORDER BY updated DESC, rowid DESC"
        )
        return [conversation_from(row) for row in rows]

    def conversation(self, conversation_id: str) -> Conversation:
        """Raises ChatStoreError when it is gone; a deleted one is there until it is purged."""
        rows = self._rows(
            f"SELECT {CONVERSATION_COLUMNS} FROM conversations WHERE id = ?", (conversation_id,)
        )
        require(rows)
        return conversation_from(rows[0])

    def create_conversation(self, title: str = "") -> Conversation:
        now = self._file.clock()
        new = Conversation(uuid.uuid4().hex, clean(title), now, now)
        with self._file.transaction():
            self._file.change(
                "INSERT INTO conversations(id, title, created, updated) VALUES (?, ?, ?, ?)",
                (new.id, new.title, now, now),
            )
            index_title(self._file, new.id)
        return new

    def rename(self, conversation_id: str, title: str) -> None:
        line = one_line(title)
        with self._file.transaction():
            changed = self._file.change(
                "UPDATE conversations SET title = ? WHERE id = ? AND deleted_at IS NULL",
                (line, conversation_id),
            )
            require(changed)
            index_title(self._file, conversation_id)

    def duplicate(self, conversation_id: str, title: str) -> Conversation:
        """A copy with every branch and round, and ids of its own."""
        return self.conversation(duplicate(self._file, conversation_id, title))

    def delete(self, conversation_id: str) -> None:
        """Puts the conversation into the trash; one that is gone already is no error."""
        self.trash.put(conversation_id)

    def search(self, query: str, limit: int = 50) -> list[SearchHit]:
        """Best first, at most three hits of a conversation; deleted ones are left out."""
        return search(self._file, query, limit)

    def messages(self, conversation_id: str) -> list[StoredMessage]:
        """The current path, oldest first."""
        rows = self._rows("SELECT leaf_id FROM conversations WHERE id = ?", (conversation_id,))
        return path_to(self._file, rows[0][0]) if rows else []

    def asked_before(self, conversation_id: str, limit: int = 100) -> list[str]:
        """What was asked on any branch, newest first: in this conversation, then in all others."""
        rows = self._rows(
            """SELECT content FROM messages WHERE rowid IN (
                   SELECT rowid FROM messages WHERE role = 'user'
                   AND conversation_id NOT IN (SELECT id FROM conversations WHERE deleted_at IS NOT NULL)
                   ORDER BY conversation_id = ?1 DESC, created DESC, rowid DESC LIMIT ?2)
               ORDER BY conversation_id = ?1 DESC, created DESC, rowid DESC""",
            (conversation_id, limit),
        )
        return [row[0] for row in rows]

    def rounds(self, message_id: str) -> tuple[Round, ...]:
        """None where one of them is damaged: the message has its text without them."""
        rounds = [round_from(line) for line in self.round_lines(message_id)]
        whole = tuple(round_ for round_ in rounds if round_ is not None)
        return whole if len(whole) == len(rounds) else ()

    def round_lines(self, message_id: str) -> list[str]:
        """The same as they are stored, for `rounds_from`: to make rounds of them takes long."""
        rows = self._rows(
            "SELECT round FROM parts WHERE message_id = ? AND round IS NOT NULL ORDER BY seq", (message_id,)
        )
        return [row[0] for row in rows]

    def add_user_message(self, conversation_id: str, text: str) -> StoredMessage:
        """Also gives a conversation without a title one made of the text."""
        content = clean(text)
        with self._file.transaction():
            leaf = leaf_of(self._file, conversation_id)
            message = add_message(self._file, conversation_id, leaf, "user", content, "complete")
            named = self._file.change(
                "UPDATE conversations SET title = ? WHERE id = ? AND title = ''",
                (title_from(content), conversation_id),
            )
            if named:
                index_title(self._file, conversation_id)
        return message

    def begin_reply(self, conversation_id: str) -> StoredMessage:
        """An empty reply with status "streaming" after the last message."""
        with self._file.transaction():
            leaf = leaf_of(self._file, conversation_id)
            return add_message(self._file, conversation_id, leaf, "assistant", "", "streaming")

    def set_started(self, message_id: str, started: dict[str, Any]) -> None:
        changed = self._file.change(
            "UPDATE messages SET started = ?, model = ?,"
            " mode = CASE mode WHEN 'switched' THEN mode ELSE ? END WHERE id = ?",
            (
                dump_compact(started),
                _column_text(started.get("model")),
                _column_text(started.get("mode")),
                message_id,
            ),
        )
        require(changed)

    def note_mode(self, message_id: str, mode: str) -> None:
        """A reply that is decoded in another mode than it began with is an example of neither."""
        self._file.change(
            "UPDATE messages SET mode = 'switched' WHERE id = ? AND mode <> ?",
            (message_id, _column_text(mode)),
        )

    def add_round(self, message_id: str, round_: Round) -> None:
        """Committed when this returns; one statement, so that it costs a fraction of a millisecond."""
        self._add_part(message_id, dump_compact(round_to_json(round_)), None)

    def add_text(self, message_id: str, text: str) -> None:
        self._add_part(message_id, None, without_surrogates(text))

    def finish_reply(self, message_id: str, reason: str, text: str, tally: TallySummary | None) -> None:
        """Status becomes "cancelled" where that is the reason, else "complete"."""
        status = "cancelled" if reason == "cancelled" else "complete"
        encoded = dump_compact(tally.to_json()) if tally else None
        with self._file.transaction():
            changed = self._file.change(
                "UPDATE messages SET status = ?, reason = ?, content = ?, tally = ?, tokens = ? WHERE id = ?",
                (
                    status,
                    reason,
                    without_surrogates(text),
                    encoded,
                    tally.emitted if tally else None,
                    message_id,
                ),
            )
            require(changed)
            note_end(self._file, message_id)

    def fail_reply(self, message_id: str, error: str) -> None:
        """Keeps the text that was emitted before."""
        self._end(message_id, "failed", without_surrogates(error))

    def interrupt_reply(self, message_id: str) -> None:
        """Ends a reply nobody will finish; no effect on one that has ended. Keeps its text."""
        rows = self._rows("SELECT 1 FROM messages WHERE id = ? AND status = 'streaming'", (message_id,))
        if rows:
            self._end(message_id, "interrupted", None)

    def recover(self) -> int:
        """Ends the replies that a crash or a full disk left streaming, each with the text of its rounds.

        Returns how many there were. To be called while no reply is written.
        """
        rows = self._rows("SELECT id FROM messages WHERE status = 'streaming'")
        for (message_id,) in rows:
            self._end(message_id, "interrupted", None)
        return len(rows)

    def last_plain_reply(self, model: str) -> StoredMessage | None:
        """The latest complete reply of the model in plain mode with at least 16 tokens."""
        rows = self._rows(
            f"""SELECT {MESSAGE_COLUMNS} FROM messages
                WHERE model = ? AND mode = 'plain' AND status = 'complete' AND tokens >= ?
                AND conversation_id NOT IN (SELECT id FROM conversations WHERE deleted_at IS NOT NULL)
                ORDER BY created DESC, rowid DESC LIMIT 1""",
            (_column_text(model), _MIN_PLAIN_TOKENS),
        )
        return message_from(rows[0]) if rows else None

    def _add_part(self, message_id: str, round_json: str | None, text: str | None) -> None:
        self._file.change(
            "INSERT INTO parts(message_id, seq, round, text)"
            " SELECT ?1, coalesce(max(seq), -1) + 1, ?2, ?3 FROM parts WHERE message_id = ?1",
            (message_id, round_json, text),
        )

    def _end(self, message_id: str, status: Status, error: str | None) -> None:
        with self._file.transaction():
            end_reply(self._file, message_id, status, error)

    def _rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        return self._file.rows(statement, values)


def _column_text(value: object) -> str:
    return without_surrogates(str(value))
