"""A damaged chat database makes way for a new one with what could be read of it."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from desktop_app.chats.readable_rows import UNREADABLE
from desktop_app.chats.salvage import Salvaged, salvage
from desktop_app.chats.schema import ChatStoreError, backups
from desktop_app.set_aside import set_aside

_SIDE_FILES = ("", "-wal", "-shm")

_log = logging.getLogger(__name__)


def replace_damaged(path: Path) -> str:
    """Moves the file aside, puts what could be read of it in its place, and says so.

    Raises:
        ChatStoreError: the file cannot be moved.
    """
    salvaged = _salvaged(path)
    aside = move_aside(path)
    finish_replacement(path)
    moved = f"The chat database was damaged; it was moved to {aside}"
    if salvaged is not None and salvaged.conversations:
        return (
            f"{moved}, and what could be read of it is here: conversations {salvaged.conversations}, "
            f"messages {salvaged.messages}."
        )
    older = "".join(f" An older copy of the chats is in {copy}." for copy in backups(path)[-1:])
    return f"{moved} and a new one was started.{older}"


def finish_replacement(path: Path) -> None:
    """Puts what was salvaged in the place of the damaged file, where the program ended in between."""
    if not path.exists() and _whole(path).exists():
        with suppress(OSError):
            _whole(path).rename(path)


def move_aside(path: Path) -> Path:
    """Raises ChatStoreError when the file cannot be moved."""
    try:
        return set_aside(path, _SIDE_FILES)
    except OSError as error:
        raise ChatStoreError(
            f"The chat database {path} is damaged and cannot be moved aside ({error.strerror or error}); "
            "move it away and start Slipstream again."
        ) from error


def _salvaged(path: Path) -> Salvaged | None:
    partial = path.with_name(f"{path.name}.salvaging")
    try:
        found = salvage(path, partial)
        partial.replace(_whole(path))
    except (OSError, *UNREADABLE):
        # the damaged file itself is kept in any case
        _log.exception("Nothing could be read of the damaged chats in %s", path)
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        return None
    return found


def _whole(path: Path) -> Path:
    return path.with_name(f"{path.name}.salvaged")
