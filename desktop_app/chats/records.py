"""What the chat store hands out: conversations and messages, and how they are read from rows."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from desktop_app.chats.messages import ROLES, Role
from desktop_app.chats.typed_values import fits
from desktop_app.decoding.rounds import Round, round_from_json
from desktop_app.decoding.tally import TallySummary

Status = Literal["complete", "streaming", "interrupted", "failed", "cancelled"]
STATUSES: tuple[str, ...] = get_args(Status)
# the end of the year 2199; a later one is a damaged number that no calendar can show
LATEST_TIME = 7_258_118_400
_STEP = 25  # rounds that are read in one go

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
    return Conversation(identity, title, _time(created), _time(updated), bool(pinned), folder, deleted_at)


def message_from(row: tuple[Any, ...]) -> StoredMessage:
    """From MESSAGE_COLUMNS. Figures that are damaged are left out: the text is worth more than they are."""
    return StoredMessage(
        id=row[0],
        conversation_id=row[1],
        parent_id=row[2],
        role=row[3] if row[3] in ROLES else "user",
        content=row[4] if isinstance(row[4], str) else "",
        status=row[5] if row[5] in STATUSES else "interrupted",
        created=_time(row[6]),
        started=_object(row[7]),
        reason=row[8],
        error=row[9],
        tally=_tally(row[10]),
        continues=bool(row[11]),
    )


def _time(value: Any) -> float:
    readable = isinstance(value, int | float) and 0 <= value <= LATEST_TIME
    return value if readable else 0.0


def _object(text: str | None) -> dict[str, Any] | None:
    try:
        found = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _tally(text: str | None) -> TallySummary | None:
    data = _object(text)
    tally = None if data is None else TallySummary.from_json(data)
    return tally if fits(tally, TallySummary) else None


def rounds_from(lines: Sequence[str]) -> Generator[None, None, tuple[Round, ...]]:
    """In small steps, so that a window can be painted between them; no round where one is damaged."""
    rounds: list[Round] = []
    for number, line in enumerate(lines, 1):
        round_ = round_from(line)
        if round_ is None:
            return ()
        rounds.append(round_)
        if number % _STEP == 0:
            yield
    return tuple(rounds)


def round_from(line: str) -> Round | None:
    """From the column `round`; None where it is damaged."""
    try:
        return round_from_json(json.loads(line))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
