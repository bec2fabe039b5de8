"""Puts imported conversations into the store, all of them or none."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from desktop_app.chats.chat_file import ChatFile
from desktop_app.chats.exported import ExportedConversation, ExportedMessage
from desktop_app.chats.json_text import dump_compact
from desktop_app.chats.records import Conversation
from desktop_app.chats.search import index_message, index_title
from desktop_app.chats.steps import NoSteps, Steps
from desktop_app.chats.trash import HIDDEN, Trash
from desktop_app.decoding.rounds import round_to_json


class Imports:
    """Message by message, so that nobody who wants to write has to wait for all of them. Until the last one
    is there they are hidden, and what a crash leaves of them goes at the next start."""

    def __init__(self, file: ChatFile) -> None:
        self._file = file

    def add(
        self, conversations: Sequence[ExportedConversation], steps: Steps | None = None
    ) -> list[Conversation]:
        """Each becomes a new conversation with its own dates; nothing that is there is changed.

        Raises:
            ChatStoreError: the disk does not play along; nothing was added.
            Cancelled: from steps; nothing was added.
        """
        steps = steps or NoSteps()
        steps.expect(sum(len(conversation.messages) for conversation in conversations))
        added: list[Conversation] = []
        try:
            for conversation in conversations:
                added.append(self._add_hidden(conversation))
                self._add_messages(added[-1], conversation, steps)
            self._show(added)
        except BaseException:
            trash = Trash(self._file)
            for new in added:
                trash.erase(new.id)
            raise
        return added

    def _add_hidden(self, exported: ExportedConversation) -> Conversation:
        new = Conversation(
            uuid.uuid4().hex,
            exported.title,
            exported.created,
            exported.updated,
            exported.pinned,
            exported.folder,
        )
        settings = dump_compact(exported.settings) if exported.settings else None
        with self._file.transaction():
            self._file.change(
                "INSERT INTO conversations(id, title, created, updated, pinned, folder, settings, deleted_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (new.id, new.title, new.created, new.updated, new.pinned, new.folder, settings, HIDDEN),
            )
            index_title(self._file, new.id)
        return new

    def _add_messages(self, new: Conversation, exported: ExportedConversation, steps: Steps) -> None:
        ids = [uuid.uuid4().hex for _ in exported.messages]
        for message_id, message in zip(ids, exported.messages, strict=True):
            with self._file.transaction():
                _add_message(self._file, new.id, message_id, _id(ids, message.parent), message)
                index_message(self._file, message_id)
            steps.step()
        self._file.change(
            "UPDATE conversations SET leaf_id = ? WHERE id = ?", (_id(ids, exported.leaf), new.id)
        )

    def _show(self, added: Sequence[Conversation]) -> None:
        with self._file.transaction():
            for new in added:
                self._file.change("UPDATE conversations SET deleted_at = NULL WHERE id = ?", (new.id,))


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
        " started, reason, error, tally, tokens, continues) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
            message.continues,
        ),
    )
    for seq, round_ in enumerate(message.rounds):
        file.change(
            "INSERT INTO parts(message_id, seq, round) VALUES (?, ?, ?)",
            (message_id, seq, dump_compact(round_to_json(round_))),
        )
