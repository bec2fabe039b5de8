"""Messages as rows: adding one to the tree, reading a path, ending a reply."""

from __future__ import annotations

import uuid

from desktop_app.chats.chat_file import ChatFile, require
from desktop_app.chats.messages import Role
from desktop_app.chats.records import MESSAGE_COLUMNS, Status, StoredMessage, message_from, round_from
from desktop_app.chats.search import index_message
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.rounds import Round


def leaf_of(file: ChatFile, conversation_id: str) -> str | None:
    """The last message of the current path, None while there is none.

    Raises:
        ChatStoreError: the conversation is gone or deleted.
    """
    rows = file.rows(
        "SELECT leaf_id FROM conversations WHERE id = ? AND deleted_at IS NULL", (conversation_id,)
    )
    require(rows)
    leaf: str | None = rows[0][0]
    return leaf


def message_by_id(file: ChatFile, message_id: str) -> StoredMessage:
    """Raises ChatStoreError when it is gone."""
    rows = file.rows(f"SELECT {MESSAGE_COLUMNS} FROM messages WHERE id = ?", (message_id,))
    require(rows)
    return message_from(rows[0])


def path_to(file: ChatFile, message_id: str | None) -> list[StoredMessage]:
    """From the first message down to this one."""
    rows = file.rows(
        f"""WITH RECURSIVE path(id, depth) AS (
                SELECT ?, 0
                UNION ALL
                SELECT m.parent_id, depth + 1 FROM messages m JOIN path ON m.id = path.id
                WHERE m.parent_id IS NOT NULL)
            SELECT {MESSAGE_COLUMNS} FROM path JOIN messages USING (id) ORDER BY depth DESC""",
        (message_id,),
    )
    return [message_from(row) for row in rows]


def add_message(
    file: ChatFile,
    conversation_id: str,
    parent_id: str | None,
    role: Role,
    content: str,
    status: Status,
    continues: bool = False,
) -> StoredMessage:
    """A new message below the parent, from now on the end of the current path. Within a transaction."""
    leaf_of(file, conversation_id)
    now = file.clock()
    new = StoredMessage(
        id=uuid.uuid4().hex,
        conversation_id=conversation_id,
        parent_id=parent_id,
        role=role,
        content=content,
        status=status,
        created=now,
        started=None,
        reason=None,
        error=None,
        tally=None,
        continues=continues,
    )
    file.change(
        "INSERT INTO messages(id, conversation_id, parent_id, role, content, status, created, continues)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (new.id, conversation_id, parent_id, role, content, status, now, continues),
    )
    file.change(
        "UPDATE conversations SET leaf_id = ?, updated = ? WHERE id = ?", (new.id, now, conversation_id)
    )
    if status != "streaming":
        index_message(file, new.id)
    return new


def end_reply(file: ChatFile, message_id: str, status: Status, error: str | None) -> None:
    """Ends a reply with the text that was emitted so far. Within a transaction."""
    changed = file.change(
        "UPDATE messages SET status = ?, error = ?, content = ? WHERE id = ?",
        (status, error, _text_so_far(file, message_id), message_id),
    )
    require(changed)
    note_end(file, message_id)


def note_end(file: ChatFile, message_id: str) -> None:
    """What is to be done after a reply has got its text. Within a transaction."""
    index_message(file, message_id)
    file.change(
        "UPDATE conversations SET updated = ? WHERE id = (SELECT conversation_id FROM messages WHERE id = ?)",
        (file.clock(), message_id),
    )


def _text_so_far(file: ChatFile, message_id: str) -> str:
    rows = file.rows("SELECT round, text FROM parts WHERE message_id = ? ORDER BY seq", (message_id,))
    rounds_or_texts = (text if line is None else round_from(line) for line, text in rows)
    texts = (part.text if isinstance(part, Round) else part or "" for part in rounds_or_texts)
    return without_surrogates("".join(texts))
