"""Files with exported chats, written whole or not at all and read with care."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from desktop_app.atomic_write import write_atomically
from desktop_app.chats.export_json import FORMAT, conversations_from_json
from desktop_app.chats.exported import ChatFileError, ExportedConversation
from desktop_app.chats.messages_json import conversation_from_messages
from desktop_app.chats.steps import Steps

# far more than any chat; a film that was picked by mistake is not read into memory
_MOST_BYTES = 2**30


def write_export(path: Path, text: str) -> None:
    """Raises ChatFileError when the file cannot be written; one that was there is as it was."""
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        raise ChatFileError(f"{path} cannot be written: {error.strerror or error}.") from error


def read_conversations(
    path: Path, now: float, steps: Steps | None = None
) -> tuple[ExportedConversation, ...]:
    """The conversations in a file of ours or in one with messages in the form of OpenAI's API.

    now: seconds since 1970, for messages without dates.

    Raises:
        ChatFileError: the file cannot be read, is of another kind, newer than this program or damaged.
        Cancelled: from steps.
    """
    data = _json(path)
    if isinstance(data, dict) and data.get("format") == FORMAT:
        return conversations_from_json(data, steps)
    if isinstance(data, list) or (isinstance(data, dict) and "messages" in data):
        return (conversation_from_messages(data, now),)
    raise ChatFileError(f"{path} holds no chats; pick a file that was exported as JSON.")


def _json(path: Path) -> Any:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ChatFileError(f"{path} is too big to be a file of chats.")
        return json.loads(path.read_bytes(), parse_constant=_refuse, object_hook=_let_others_run)
    except OSError as error:
        raise ChatFileError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise ChatFileError(
            f"{path} is no JSON or is damaged; pick a file that was exported as JSON."
        ) from error


def _let_others_run(value: dict[str, Any]) -> dict[str, Any]:
    """The parser alone would keep every other thread waiting, the window's too, to the end of the file."""
    return value


def _refuse(name: str) -> Any:
    raise ValueError(name)
