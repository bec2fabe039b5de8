"""In which section of the list a conversation stands: pinned, in a folder, or by its date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from desktop_app.chats.store import Conversation

SectionKind = Literal["pinned", "folder", "today", "yesterday", "week", "month"]
_WEEK = 7


@dataclass(frozen=True, slots=True)
class Section:
    """name: the folder's, or year and month as "2026-03"; "" for the other kinds."""

    kind: SectionKind
    name: str
    conversations: tuple[Conversation, ...]


def sections(conversations: Iterable[Conversation], now: datetime) -> list[Section]:
    """Pinned ones, folders by name, then days and months; newest first in each. A pinned conversation
    stands among the pinned only."""
    newest_first = sorted(conversations, key=lambda c: c.updated, reverse=True)
    pinned = tuple(c for c in newest_first if c.pinned)
    others = [c for c in newest_first if not c.pinned]
    result = [Section("pinned", "", pinned)] if pinned else []
    for folder in folders(others):
        result.append(Section("folder", folder, tuple(c for c in others if c.folder == folder)))
    dated: dict[tuple[SectionKind, str], list[Conversation]] = {}
    for conversation in others:
        if not conversation.folder:
            dated.setdefault(period_of(conversation.updated, now), []).append(conversation)
    result += [Section(kind, name, tuple(found)) for (kind, name), found in dated.items()]
    return result


def folders(conversations: Iterable[Conversation]) -> list[str]:
    """Names in use, in alphabetical order."""
    return sorted({c.folder for c in conversations if c.folder}, key=lambda name: (name.casefold(), name))


def period_of(updated: float, now: datetime) -> tuple[SectionKind, str]:
    """By local calendar day; a time in the future counts as today."""
    day = datetime.fromtimestamp(updated).date()
    age = now.date() - day
    if age <= timedelta(0):
        return "today", ""
    if age == timedelta(days=1):
        return "yesterday", ""
    if age <= timedelta(days=_WEEK):
        return "week", ""
    return "month", f"{day:%Y-%m}"
