"""What drafters are called in the window."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from desktop_app.decoding.drafters.names import CHOICES
from desktop_app.settings.draft_words import DRAFT_WORDS


def draft_title(name: str) -> str:
    """For a menu or a label: of a path its last part; a composite stands as it is."""
    if name in DRAFT_WORDS:
        return QCoreApplication.translate("Settings", DRAFT_WORDS[name])
    return PurePath(name).name if is_path(name) else name


def is_path(name: str) -> bool:
    """Whether a draft is a model or a head, named by where it lies."""
    return PurePath(name).is_absolute() or name.startswith("~")


def is_draft(name: str) -> bool:
    """Whether it can be asked to draft: a known word, a path, or several of them joined."""
    return is_path(name) or all(
        part.partition(":")[0] in DRAFT_WORDS or is_path(part) for part in name.split("+")
    )


def draft_choices(*others: str) -> tuple[tuple[str, str], ...]:
    """Value and title of who may be asked to draft. others: names that come after."""
    return tuple((name, draft_title(name)) for name in (*CHOICES, *others))


def drafter_name(drafter: str) -> str:
    """Inside a sentence; of a composite all its parts, where all of them are known."""
    parts = drafter.split("+")
    if not all(part in DRAFT_WORDS for part in parts):
        return drafter
    titles = [draft_title(part) for part in parts]
    return " + ".join(title[:1].lower() + title[1:] for title in titles)
