"""From stored messages to the messages a model is given."""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.chats.messages import Message
from desktop_app.chats.store import StoredMessage


def model_messages(stored: Iterable[StoredMessage]) -> tuple[Message, ...]:
    """The path as the model sees it: roles alternate, and nothing in it is empty.

    A question whose reply failed without a word is left out with it: it may be why the reply failed. One
    that was stopped before its first word is joined with the question after it.
    """
    result: list[Message] = []
    for message in stored:
        if message.role == "assistant" and not message.content:
            if message.status == "failed" and result and result[-1].role == "user":
                result.pop()
            continue
        if result and result[-1].role == message.role == "user":
            result[-1] = Message("user", f"{result[-1].content}\n\n{message.content}")
        else:
            result.append(Message(message.role, message.content))
    return tuple(result)
