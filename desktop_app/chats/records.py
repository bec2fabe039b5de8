"""What the chat store hands out: conversations and messages, and how they are read from rows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.chats.messages import Role
from desktop_app.decoding.tally import TallySummary

Status = Literal["complete", "streaming", "interrupted", "failed", "cancelled"]

CONVERSATION_COLUMNS = "id, title, created, updated, pinned, folder, deleted_at"
MESSAGE_COLUMNS = (
    "id, conversation_id, parent_id, role, content, status, created, started, reason, error, tally, continues"
)


@dataclass(frozen=True, slots=True)
class Conversation:
    """created, updated and deleted_at are seconds since 1970; folder is "" outside of any."""

    id: str
    title: str
    created: float
    updated: float
    pinned: bool = False
    folder: str = ""
    deleted_at: float | None = None


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """started is the JSON of the Started event; reason, error and tally belong to replies that ended.

    continues: its text goes on where its parent's ends, with nothing between.
    """

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
    continues: bool = False


def conversation_from(row: tuple[Any, ...]) -> Conversation:
    """From CONVERSATION_COLUMNS."""
    identity, title, created, updated, pinned, folder, deleted_at = row
    return Conversation(identity, title, created, updated, bool(pinned), folder, deleted_at)


def message_from(row: tuple[Any, ...]) -> StoredMessage:
    """From MESSAGE_COLUMNS."""
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
        continues=bool(row[11]),
    )
