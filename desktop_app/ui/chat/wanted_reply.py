"""A reply that is about to be asked for, for whoever has a say in whether it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.chats.messages import Message


@dataclass(frozen=True, slots=True)
class WantedReply:
    """conversation: "" for the chat that is not stored yet. question: what it answers, "" where a reply goes
    on. messages: what the model would read, without the system prompt; read only where they are needed.
    again: asks for it once more; None where the question stands in the message field, to be sent from there.
    """

    conversation: str
    question: str
    messages: Callable[[], tuple[Message, ...]]
    again: Callable[[], None] | None = None

    @property
    def in_field(self) -> bool:
        return self.again is None


# Whether it may be asked for now. Where it may not, who said so sees to it that it is asked for again.
Gate = Callable[[WantedReply], bool]
