"""From stored messages to the messages a reader sees and a model is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from desktop_app.chats.messages import Message, Role
from desktop_app.chats.records import StoredMessage


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """One message to the eye: a stored one, and those that go on with it."""

    parts: tuple[StoredMessage, ...]

    @property
    def id(self) -> str:
        """Of the part that began it."""
        return self.parts[0].id

    @property
    def last(self) -> StoredMessage:
        return self.parts[-1]

    @property
    def role(self) -> Role:
        return self.parts[0].role

    @property
    def content(self) -> str:
        return "".join(part.content for part in self.parts)


def shown_messages(path: Iterable[StoredMessage]) -> list[ShownMessage]:
    """The path with every reply in one piece."""
    groups: list[list[StoredMessage]] = []
    for message in path:
        if message.continues and groups and groups[-1][0].role == message.role:
            groups[-1].append(message)
        else:
            groups.append([message])
    return [ShownMessage(tuple(group)) for group in groups]


def model_messages(stored: Iterable[StoredMessage]) -> tuple[Message, ...]:
    """The path as the model sees it: roles alternate, and nothing in it is empty.

    A question whose reply failed without a word is left out with it: it may be why the reply failed. One
    that was stopped before its first word is joined with the question after it. A reply that was gone on
    with is one message.
    """
    result: list[Message] = []
    for message in shown_messages(stored):
        if message.role == "assistant" and not message.content:
            if message.last.status == "failed" and result and result[-1].role == "user":
                result.pop()
            continue
        if result and result[-1].role == message.role == "user":
            result[-1] = Message("user", f"{result[-1].content}\n\n{message.content}")
        else:
            result.append(Message(message.role, message.content))
    return tuple(result)
