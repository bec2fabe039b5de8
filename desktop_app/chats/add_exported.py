"""Puts imported conversations into the store, all of them or none."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from desktop_app.chats.chat_file import ChatFile
from desktop_app.chats.exported import ExportedConversation, ExportedMessage
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.search import index_message, index_title
from desktop_app.chats.store import ChatStore, Conversation
from desktop_app.decoding.rounds import round_to_json


def add_exported(store: ChatStore, conversations: Sequence[ExportedConversation]) -> list[Conversation]:
    """Each becomes a new conversation with its own dates; nothing that is there is changed.

    Raises:
        ChatStoreError: the disk does not play along; the store is as it was.
    """
    with store._file.transaction():
        return [_add(store._file, conversation) for conversation in conversations]


def _add(file: ChatFile, conversation: ExportedConversation) -> Conversation:
    new = Conversation(uuid.uuid4().hex, conversation.title, conversation.created, conversation.updated)
    ids = [uuid.uuid4().hex for _ in conversation.messages]
    file.change(
        "INSERT INTO conversations(id, title, created, updated, leaf_id) VALUES (?, ?, ?, ?, ?)",
        (new.id, new.title, new.created, new.updated, _id(ids, conversation.leaf)),
    )
    for message_id, message in zip(ids, conversation.messages, strict=True):
        _add_message(file, new.id, message_id, _id(ids, message.parent), message)
        index_message(file, message_id)
    index_title(file, new.id)
    return new


def _id(ids: list[str], place: int | None) -> str | None:
    return None if place is None else ids[place]


def _add_message(
    file: ChatFile,
    conversation_id: str,
    message_id: str,
    parent_id: str | None,
    message: ExportedMessage,
) -> None:
    # model and mode stay empty: a speed from another machine must not become this one's plain reference
    file.change(
        "INSERT INTO messages(id, conversation_id, parent_id, role, content, status, created,"
        " started, reason, error, tally, tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            message_id,
            conversation_id,
            parent_id,
            message.role,
            message.content,
            message.status,
            message.created,
            None if message.started is None else dump_compact(message.started),
            message.reason,
            message.error,
            None if message.tally is None else dump_compact(message.tally.to_json()),
            None if message.tally is None else message.tally.emitted,
        ),
    )
    for seq, round_ in enumerate(message.rounds):
        file.change(
            "INSERT INTO parts(message_id, seq, round) VALUES (?, ?, ?)",
            (message_id, seq, dump_compact(round_to_json(round_))),
        )
