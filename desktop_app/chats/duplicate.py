"""A second copy of a conversation with all its branches and rounds."""

from __future__ import annotations

import uuid

from desktop_app.chats.chat_file import ChatFile
from desktop_app.chats.message_rows import end_reply, leaf_of
from desktop_app.chats.search import index_message, index_title
from desktop_app.chats.text import clean
from desktop_app.chats.trash import HIDDEN, Trash

_SAME = "role, content, status, created, started, reason, error, tally, model, mode, tokens, continues"


def duplicate(file: ChatFile, conversation_id: str, title: str) -> str:
    """Returns the id of the copy, which has ids, dates and a pin of its own.

    A reply that is being written is copied as far as it is, as an interrupted one. The copy is made message
    by message, as imports are, and is hidden until it is whole.
    """
    with file.transaction():
        leaf = leaf_of(file, conversation_id)
        copy = _copy_conversation(file, conversation_id, clean(title))
        rows = file.rows(
            "SELECT id, parent_id, status FROM messages WHERE conversation_id = ? ORDER BY rowid",
            (conversation_id,),
        )
    new_ids = {row[0]: uuid.uuid4().hex for row in rows}
    try:
        for message_id, parent_id, status in rows:
            parent = new_ids[parent_id] if parent_id else None
            with file.transaction():
                _copy_message(file, copy, parent, message_id, new_ids[message_id])
                if status == "streaming":
                    end_reply(file, new_ids[message_id], "interrupted", None)
                else:
                    index_message(file, new_ids[message_id])
        file.change(
            "UPDATE conversations SET leaf_id = ?, deleted_at = NULL WHERE id = ?",
            (new_ids[leaf] if leaf else None, copy),
        )
    except BaseException:
        Trash(file).erase(copy)
        raise
    return copy


def _copy_conversation(file: ChatFile, conversation_id: str, title: str) -> str:
    copy, now = uuid.uuid4().hex, file.clock()
    file.change(
        "INSERT INTO conversations(id, title, created, updated, folder, settings, deleted_at)"
        " SELECT ?, ?, ?, ?, folder, settings, ? FROM conversations WHERE id = ?",
        (copy, title, now, now, HIDDEN, conversation_id),
    )
    index_title(file, copy)
    return copy


def _copy_message(file: ChatFile, conversation_id: str, parent: str | None, old: str, new: str) -> None:
    file.change(
        f"INSERT INTO messages(id, conversation_id, parent_id, {_SAME})"
        f" SELECT ?, ?, ?, {_SAME} FROM messages WHERE id = ?",
        (new, conversation_id, parent, old),
    )
    file.change(
        "INSERT INTO parts(message_id, seq, round, text)"
        " SELECT ?, seq, round, text FROM parts WHERE message_id = ?",
        (new, old),
    )
