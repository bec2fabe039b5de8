"""Conversations in the form of OpenAI's chat API: a list of messages, alone or under "messages"."""

from __future__ import annotations

import json
from typing import Any

from desktop_app.chats.exported import ChatFileError, ExportedConversation, ExportedMessage
from desktop_app.chats.messages import ROLES, Role
from desktop_app.chats.text import clean, title_from, without_surrogates

_OTHER_NAMES = {"developer": "system"}


def conversation_to_messages(conversation: ExportedConversation) -> list[dict[str, str]]:
    """The current path; what a reply was made of is left out."""
    return [{"role": message.role, "content": message.content} for message in conversation.turns()]


def messages_text(conversation: ExportedConversation, *, wrapped: bool = True) -> str:
    """JSON to read and to send: under "messages", as a request has them, or the bare list."""
    messages = conversation_to_messages(conversation)
    return json.dumps({"messages": messages} if wrapped else messages, ensure_ascii=False, indent=2) + "\n"


def conversation_from_messages(data: Any, now: float) -> ExportedConversation:
    """data: a list of messages or an object with one under "messages". now: seconds since 1970, for the dates
    that the messages lack.

    Raises:
        ChatFileError: this is no such list, or holds what a chat here cannot keep; the text names it.
    """
    entries = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(entries, list) or not entries:
        raise ChatFileError("There are no messages in the file, so there is nothing to import.")
    messages = tuple(_message(entry, place, now) for place, entry in enumerate(entries))
    asked = next((message.content for message in messages if message.role == "user"), "")
    return ExportedConversation(title_from(asked), now, now, messages, len(messages) - 1)


def _message(entry: Any, place: int, now: float) -> ExportedMessage:
    number = place + 1
    if not isinstance(entry, dict):
        raise ChatFileError(f"Message {number} is not an object with a role and a content.")
    role = _role(entry.get("role"), number)
    content = _content(entry, number)
    return ExportedMessage(
        parent=place - 1 if place else None,
        role=role,
        content=without_surrogates(content) if role == "assistant" else clean(content),
        status="complete",
        created=now,
    )


def _role(value: Any, number: int) -> Role:
    role = _OTHER_NAMES.get(value, value) if isinstance(value, str) else None
    if role not in ROLES:
        raise ChatFileError(
            f"Message {number} has the role {_named(value)}; only system, user and assistant can be imported."
        )
    return role


def _content(entry: dict[str, Any], number: int) -> str:
    content = entry.get("content")
    for kind in ("tool_calls", "function_call"):
        if entry.get(kind):
            raise ChatFileError(f"Message {number} holds {kind}; only text can be imported.")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise ChatFileError(f"Message {number} has no text as its content.")
    return "\n".join(_part(part, number) for part in content)


def _part(part: Any, number: int) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    text = part.get("text") if isinstance(part, dict) else None
    if kind != "text":
        raise ChatFileError(
            f"Message {number} holds a part of type {_named(kind)}; only text can be imported."
        )
    if not isinstance(text, str):
        raise ChatFileError(f"Message {number} holds a text part without text.")
    return text


def _named(value: Any) -> str:
    return f"“{' '.join(clean(value).split())[:40]}”" if isinstance(value, str) else "none"
