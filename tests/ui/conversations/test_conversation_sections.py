"""Days are those of the calendar, months those of the date."""

from __future__ import annotations

from datetime import datetime

import pytest

from desktop_app.chats.store import Conversation
from desktop_app.ui.conversations.conversation_sections import folders, period_of, sections

NOW = datetime(2026, 3, 15, 0, 30)


@pytest.mark.parametrize(
    ("moment", "period"),
    [
        (datetime(2026, 3, 16, 8, 0), ("today", "")),
        (datetime(2026, 3, 15, 0, 0), ("today", "")),
        (datetime(2026, 3, 14, 23, 59), ("yesterday", "")),
        (datetime(2026, 3, 14, 0, 0), ("yesterday", "")),
        (datetime(2026, 3, 13, 23, 59), ("week", "")),
        (datetime(2026, 3, 8, 0, 0), ("week", "")),
        (datetime(2026, 3, 7, 23, 59), ("month", "2026-03")),
        (datetime(2026, 2, 28), ("month", "2026-02")),
        (datetime(2025, 3, 20), ("month", "2025-03")),
    ],
)
def test_the_period_of_a_moment(moment: datetime, period: tuple[str, str]) -> None:
    assert period_of(moment.timestamp(), NOW) == period


def test_every_conversation_stands_in_one_section() -> None:
    chats = [
        Conversation(f"{pinned}{folder}{day}", "", 0, datetime(2026, 3, day).timestamp(), pinned, folder)
        for pinned in (False, True)
        for folder in ("", "b", "A")
        for day in (1, 13, 14, 15)
    ]
    found = sections(chats, NOW)
    assert [(section.kind, section.name) for section in found] == [
        ("pinned", ""), ("folder", "A"), ("folder", "b"),
        ("today", ""), ("yesterday", ""), ("week", ""), ("month", "2026-03"),
    ]  # fmt: skip
    placed = [chat.id for section in found for chat in section.conversations]
    assert sorted(placed) == sorted(chat.id for chat in chats)
    for section in found:
        dates = [chat.updated for chat in section.conversations]
        assert dates == sorted(dates, reverse=True)


def test_names_are_sorted_as_people_do() -> None:
    chats = [Conversation(name, "", 0, 0, False, name) for name in ("b", "A", "a", "", "C")]
    assert folders(chats) == ["A", "a", "b", "C"]
