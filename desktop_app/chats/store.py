"""Conversations on disk. What is shown was committed here first.

Messages form a tree (`parent_id`); a conversation points at the leaf of its current path.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from desktop_app.chats.database import in_words, open_database
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.messages import Role
from desktop_app.chats.schema import ChatStoreError, NewerChatsError
from desktop_app.chats.text import clean, title_from, without_surrogates
from desktop_app.decoding.rounds import Round, round_from_json, round_to_json
from desktop_app.decoding.tally import TallySummary

__all__ = ["ChatStore", "ChatStoreError", "Conversation", "NewerChatsError", "Status", "StoredMessage"]

Status = Literal["complete", "streaming", "interrupted", "failed", "cancelled"]

_MESSAGE = "id, conversation_id, parent_id, role, content, status, created, started, reason, error, tally"
_MIN_PLAIN_TOKENS = 16


@dataclass(frozen=True, slots=True)
class Conversation:
    """created and updated are seconds since 1970."""

    id: str
    title: str
    created: float
    updated: float


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """started is the JSON of the Started event; reason, error and tally belong to replies that ended."""

    id: str
    conversation_id: str
    parent_id: str | None
    role: Role
    content: str
    status: Status
    created: float
    started: dict[str, Any] | None
    reason: str | None
    error: str | None
    tally: TallySummary | None


class ChatStore:
    """One connection to the chat database; each thread makes its own.

    notice is a sentence for the user when opening the file was not plain sailing, "" otherwise. Every
    method raises ChatStoreError when the disk does not play along or what it names is gone.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._clock = clock
        self._connection, self.notice = open_database(path)

    def close(self) -> None:
        self._connection.close()

    def conversations(self) -> list[Conversation]:
        """Newest first."""
        rows = self._rows(
            "SELECT id, title, created, updated FROM conversations ORDER BY updated DESC, rowid DESC"
        )
        return [Conversation(*row) for row in rows]

    def create_conversation(self, title: str = "") -> Conversation:
        now = self._clock()
        new = Conversation(uuid.uuid4().hex, clean(title), now, now)
        self._change(
            "INSERT INTO conversations(id, title, created, updated) VALUES (?, ?, ?, ?)",
            (new.id, new.title, now, now),
        )
        return new

    def rename(self, conversation_id: str, title: str) -> None:
        line = " ".join(clean(title).split())
        changed = self._change("UPDATE conversations SET title = ? WHERE id = ?", (line, conversation_id))
        self._require(changed)

    def delete(self, conversation_id: str) -> None:
        """Removes the conversation and all of its messages; one that is gone already is no error."""
        self._change("DELETE FROM conversations WHERE id = ?", (conversation_id,))

    def messages(self, conversation_id: str) -> list[StoredMessage]:
        """The current path, oldest first."""
        rows = self._rows(
            f"""WITH RECURSIVE path(id, depth) AS (
                    SELECT leaf_id, 0 FROM conversations WHERE id = ?
                    UNION ALL
                    SELECT m.parent_id, depth + 1 FROM messages m JOIN path ON m.id = path.id
                    WHERE m.parent_id IS NOT NULL)
                SELECT {_MESSAGE} FROM path JOIN messages USING (id) ORDER BY depth DESC""",
            (conversation_id,),
        )
        return [_message(row) for row in rows]

    def rounds(self, message_id: str) -> tuple[Round, ...]:
        rows = self._rows(
            "SELECT round FROM parts WHERE message_id = ? AND round IS NOT NULL ORDER BY seq", (message_id,)
        )
        return tuple(round_from_json(json.loads(row[0])) for row in rows)

    def add_user_message(self, conversation_id: str, text: str) -> StoredMessage:
        """Also gives a conversation without a title one made of the text."""
        content = clean(text)
        with self._transaction():
            message = self._append(conversation_id, "user", content, "complete")
            self._connection.execute(
                "UPDATE conversations SET title = ? WHERE id = ? AND title = ''",
                (title_from(content), conversation_id),
            )
        return message

    def begin_reply(self, conversation_id: str) -> StoredMessage:
        """An empty reply with status "streaming" after the last message."""
        with self._transaction():
            return self._append(conversation_id, "assistant", "", "streaming")

    def set_started(self, message_id: str, started: dict[str, Any]) -> None:
        changed = self._change(
            "UPDATE messages SET started = ?, model = ?, mode = ? WHERE id = ?",
            (
                dump_compact(started),
                _column_text(started.get("model")),
                _column_text(started.get("mode")),
                message_id,
            ),
        )
        self._require(changed)

    def add_round(self, message_id: str, round_: Round) -> None:
        """Committed when this returns; one statement, so that it costs a fraction of a millisecond."""
        self._add_part(message_id, dump_compact(round_to_json(round_)), None)

    def add_text(self, message_id: str, text: str) -> None:
        self._add_part(message_id, None, without_surrogates(text))

    def finish_reply(self, message_id: str, reason: str, text: str, tally: TallySummary | None) -> None:
        """Status becomes "cancelled" where that is the reason, else "complete"."""
        status = "cancelled" if reason == "cancelled" else "complete"
        encoded = dump_compact(tally.to_json()) if tally else None
        with self._transaction():
            changed = self._connection.execute(
                "UPDATE messages SET status = ?, reason = ?, content = ?, tally = ?, tokens = ? WHERE id = ?",
                (
                    status,
                    reason,
                    without_surrogates(text),
                    encoded,
                    tally.emitted if tally else None,
                    message_id,
                ),
            ).rowcount
            self._require(changed)
            self._touch_conversation_of(message_id)

    def fail_reply(self, message_id: str, error: str) -> None:
        """Keeps the text that was emitted before."""
        self._end(message_id, "failed", without_surrogates(error))

    def interrupt_reply(self, message_id: str) -> None:
        """Ends a reply nobody will finish; no effect on one that has ended. Keeps its text."""
        rows = self._rows("SELECT 1 FROM messages WHERE id = ? AND status = 'streaming'", (message_id,))
        if rows:
            self._end(message_id, "interrupted", None)

    def recover(self) -> int:
        """Ends the replies that a crash left streaming, each with the text of its rounds.

        Returns how many there were. To be called once, before the first reply begins.
        """
        rows = self._rows("SELECT id FROM messages WHERE status = 'streaming'")
        for (message_id,) in rows:
            self._end(message_id, "interrupted", None)
        return len(rows)

    def last_plain_reply(self, model: str) -> StoredMessage | None:
        """The latest complete reply of the model in plain mode with at least 16 tokens."""
        rows = self._rows(
            f"""SELECT {_MESSAGE} FROM messages
                WHERE model = ? AND mode = 'plain' AND status = 'complete' AND tokens >= ?
                ORDER BY created DESC, rowid DESC LIMIT 1""",
            (_column_text(model), _MIN_PLAIN_TOKENS),
        )
        return _message(rows[0]) if rows else None

    def _append(self, conversation_id: str, role: Role, content: str, status: Status) -> StoredMessage:
        found = self._connection.execute(
            "SELECT leaf_id FROM conversations WHERE id = ?", (conversation_id,)
        ).fetchone()
        self._require(found is not None)
        now = self._clock()
        new = StoredMessage(
            uuid.uuid4().hex, conversation_id, found[0], role, content, status, now, None, None, None, None
        )
        self._connection.execute(
            "INSERT INTO messages(id, conversation_id, parent_id, role, content, status, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (new.id, conversation_id, new.parent_id, role, content, status, now),
        )
        self._connection.execute(
            "UPDATE conversations SET leaf_id = ?, updated = ? WHERE id = ?", (new.id, now, conversation_id)
        )
        return new

    def _add_part(self, message_id: str, round_json: str | None, text: str | None) -> None:
        self._change(
            "INSERT INTO parts(message_id, seq, round, text)"
            " SELECT ?1, coalesce(max(seq), -1) + 1, ?2, ?3 FROM parts WHERE message_id = ?1",
            (message_id, round_json, text),
        )

    def _end(self, message_id: str, status: Status, error: str | None) -> None:
        with self._transaction():
            changed = self._connection.execute(
                "UPDATE messages SET status = ?, error = ?, content = ? WHERE id = ?",
                (status, error, self._text_so_far(message_id), message_id),
            ).rowcount
            self._require(changed)
            self._touch_conversation_of(message_id)

    def _text_so_far(self, message_id: str) -> str:
        rows = self._connection.execute(
            "SELECT round, text FROM parts WHERE message_id = ? ORDER BY seq", (message_id,)
        )
        parts = (text if line is None else round_from_json(json.loads(line)).text for line, text in rows)
        return without_surrogates("".join(parts))

    def _touch_conversation_of(self, message_id: str) -> None:
        self._connection.execute(
            "UPDATE conversations SET updated = ?"
            " WHERE id = (SELECT conversation_id FROM messages WHERE id = ?)",
            (self._clock(), message_id),
        )

    def _rows(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with in_words(self._path):
            return self._connection.execute(statement, values).fetchall()

    def _change(self, statement: str, values: tuple[object, ...]) -> int:
        with in_words(self._path):
            return self._connection.execute(statement, values).rowcount

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with in_words(self._path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                # a full disk may have rolled back already
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @staticmethod
    def _require(found: object) -> None:
        if not found:
            raise ChatStoreError(
                "That conversation no longer exists; what was to be saved in it was dropped."
            )


def _message(row: tuple[Any, ...]) -> StoredMessage:
    started, tally = row[7], row[10]
    return StoredMessage(
        id=row[0],
        conversation_id=row[1],
        parent_id=row[2],
        role=row[3],
        content=row[4],
        status=row[5],
        created=row[6],
        started=json.loads(started) if started else None,
        reason=row[8],
        error=row[9],
        tally=TallySummary.from_json(json.loads(tally)) if tally else None,
    )


def _column_text(value: object) -> str:
    return without_surrogates(str(value))
