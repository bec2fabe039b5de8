"""A conversation outside the store: what exports are made of and imports become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.chats.messages import Role
from desktop_app.chats.store import ChatStore, Conversation, Status, StoredMessage
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary


class ChatFileError(SlipstreamError):
    """A file with chats cannot be written or read."""


@dataclass(frozen=True, slots=True)
class ExportedMessage:
    """parent: place of the message that it follows, which comes before it; None for a first message.

    The other fields are those of a stored message; created is in seconds since 1970.
    """

    parent: int | None
    role: Role
    content: str
    status: Status
    created: float
    started: dict[str, Any] | None = None
    reason: str | None = None
    error: str | None = None
    tally: TallySummary | None = None
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """created and updated are seconds since 1970. leaf: place of the last message of the current path."""

    title: str
    created: float
    updated: float
    messages: tuple[ExportedMessage, ...]
    leaf: int | None

    def path(self) -> list[ExportedMessage]:
        """The current path, oldest first."""
        found: list[ExportedMessage] = []
        place = self.leaf
        while place is not None:
            found.append(self.messages[place])
            place = self.messages[place].parent
        return found[::-1]


def export_conversation(store: ChatStore, conversation: Conversation) -> ExportedConversation:
    """The current path of a conversation.

    Raises:
        ChatStoreError: the chats cannot be read.
    """
    path = store.messages(conversation.id)
    return export_messages(conversation, path, path[-1].id if path else None, store.rounds)


def export_messages(
    conversation: Conversation,
    messages: Sequence[StoredMessage],
    leaf_id: str | None,
    rounds_of: Callable[[str], tuple[Round, ...]],
) -> ExportedConversation:
    """A path or a whole tree: parents come before their children, and each parent is among the messages."""
    places = {message.id: place for place, message in enumerate(messages)}
    return ExportedConversation(
        title=conversation.title,
        created=conversation.created,
        updated=conversation.updated,
        messages=tuple(_message(message, places, rounds_of(message.id)) for message in messages),
        leaf=None if leaf_id is None else places[leaf_id],
    )


def _message(message: StoredMessage, places: dict[str, int], rounds: tuple[Round, ...]) -> ExportedMessage:
    # a reply has its text once it ended, and whoever reads the file will not see this one end
    streaming = message.status == "streaming"
    text = "".join(round_.text for round_ in rounds)
    return ExportedMessage(
        parent=None if message.parent_id is None else places[message.parent_id],
        role=message.role,
        content=without_surrogates(text) if streaming else message.content,
        status="interrupted" if streaming else message.status,
        created=message.created,
        started=message.started,
        reason=message.reason,
        error=message.error,
        tally=message.tally,
        rounds=rounds,
    )
