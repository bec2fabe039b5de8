"""What one conversation or a preset may set for itself: the same records as the settings, and a few more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from desktop_app.decoding.drafters.names import NONE
from desktop_app.settings.draft_words import DRAFT_WORDS
from desktop_app.settings.kinds import Choice, Prose, from_file, shown
from desktop_app.settings.record import QT_TRANSLATE_NOOP, Record
from desktop_app.settings.table import RECORDS

SYSTEM = Record(
    "system",
    "chat",
    Prose(),
    "",
    QT_TRANSLATE_NOOP("Settings", "System prompt"),
    QT_TRANSLATE_NOOP("Settings", "What the model is told before the first message."),
    "reply",
)

_SAME = ("temperature", "top_p", "top_k", "min_p", "max_tokens", "stop", "draft", "k", "verifier")


def _shared(name: str) -> Record:
    record = next(record for record in RECORDS if record.name == name)
    if name == "draft" and isinstance(record.kind, Choice):
        # a conversation has no mode of its own: without a draft it is plain
        none = (NONE, DRAFT_WORDS[NONE])
        return replace(record, kind=replace(record.kind, options=(*record.kind.options, none)))
    return record


CHAT_RECORDS: tuple[Record, ...] = (SYSTEM, *map(_shared, _SAME))


def usable(document: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The values that make sense, in the program's form, and a sentence for each one that does not.

    Keys that are not known are left out without a word: another version may know them.
    """
    values: dict[str, Any] = {}
    problems = []
    for record in CHAT_RECORDS:
        if record.name not in document:
            continue
        value = document[record.name]
        if record.kind.accepts(value):
            values[record.name] = from_file(record.kind, value)
        else:
            problems.append(f"{record.name} must be {record.kind.expected}, not {shown(value)}.")
    return values, tuple(problems)
