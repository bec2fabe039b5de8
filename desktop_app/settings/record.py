"""What is said about one setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from desktop_app.settings.kinds import Kind

Counts = Literal["now", "reply", "load", "start"]


@dataclass(frozen=True, slots=True)
class Record:
    """What is said about one setting. section: its table in the file; label and description are English.

    counts: when a change does, at once, for the next reply, when a model is loaded, or at the next start.
    """

    name: str
    section: str
    kind: Kind
    default: Any
    label: str
    description: str
    counts: Counts


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # noqa: N802
    """Marks a text for lupdate, which knows it by this name. PySide's own is typed as object."""
    return text
