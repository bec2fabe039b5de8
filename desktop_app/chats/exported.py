"""A conversation outside the store: what exports are made of and imports become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from desktop_app.chats.messages import Role
from desktop_app.chats.records import Conversation, Status, StoredMessage
from desktop_app.chats.steps import NoSteps, Steps
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import TallySummary

if TYPE_CHECKING:
    from desktop_app.chats.store import ChatStore


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
    continues: bool = False


@dataclass(frozen=True, slots=True)
class ExportedConversation:
    """created and updated are seconds since 1970. leaf: place of the last message of the current path.

    settings: what is set for this conversation; pinned, folder and settings are as in the store.
    """

    title: str
    created: float
    updated: float
    messages: tuple[ExportedMessage, ...]
    leaf: int | None
    pinned: bool = False
    folder: str = ""
    settings: dict[str, Any] = field(default_factory=dict)

    def path(self) -> list[ExportedMessage]:
        """The current path, oldest first."""
        found: list[ExportedMessage] = []
        place = self.leaf
        while place is not None:
            found.append(self.messages[place])
            place = self.messages[place].parent
        return found[::-1]

    def turns(self) -> list[ExportedMessage]:
        """The current path as it is read: a reply and what continues it are one, without figures."""
        found: list[ExportedMessage] = []
        for message in self.path():
            if message.continues and found and found[-1].role == message.role:
                found[-1] = _joined(found[-1], message)
            else:
                found.append(message)
        return found


def _joined(first: ExportedMessage, rest: ExportedMessage) -> ExportedMessage:
    return replace(
        first,
        content=first.content + rest.content,
        status=rest.status,
        reason=rest.reason,
        error=rest.error,
        tally=None,
        rounds=first.rounds + rest.rounds,
    )


def export_conversation(
    store: ChatStore, conversation: Conversation, steps: Steps | None = None
) -> ExportedConversation:
    """A conversation with all its branches and what is set for it.

    Raises:
        ChatStoreError: the chats cannot be read.
        Cancelled: from steps.
    """
    steps = steps or NoSteps()
    messages = store.tree.all_messages(conversation.id)
    path = store.messages(conversation.id)
    steps.expect(len(messages))

    def rounds(message_id: str) -> tuple[Round, ...]:
        steps.step()
        return store.rounds(message_id)

    exported = export_messages(conversation, messages, path[-1].id if path else None, rounds)
    return replace(exported, settings=store.options.settings(conversation.id))


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
        pinned=conversation.pinned,
        folder=conversation.folder,
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
        continues=message.continues,
    )
