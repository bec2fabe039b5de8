"""Where the system prompt of a conversation stands among its messages."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.chats.messages import Message
from desktop_app.chats.text import clean


def with_system(messages: Sequence[Message], system: str) -> tuple[Message, ...]:
    """The messages behind the system prompt; a blank one is none."""
    text = clean(system).strip()
    return (Message("system", text), *messages) if text else tuple(messages)


def without_system_role(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The same conversation for a template without a place for it: the system prompt goes before the first
    message of the user."""
    if not messages or messages[0].role != "system":
        return tuple(messages)
    system, *rest = messages
    first = next((index for index, message in enumerate(rest) if message.role == "user"), None)
    if first is None:
        return tuple(messages)
    rest[first] = Message("user", f"{system.content}\n\n{rest[first].content}")
    return tuple(rest)
