"""A message of the chat view: one that is shown, and one of the past that is still to be shown."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QTextCursor

from desktop_app.chats.attachments import Attachment
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Text
from desktop_app.ui.chat.rendering.heat_map import Heat, HeatMap
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.thought_block import ThoughtBlock


@dataclass(frozen=True, slots=True)
class PastMessage:
    """What is shown of a message that was written before. rounds and note_before are asked for when it is
    rendered; among the rounds is text that no token is known of. reading: gives the rounds in small
    steps, where to read them takes long."""

    message_id: str
    text: str
    by_user: bool = False
    note: str = ""
    rounds: Callable[[], Sequence[Round | Text]] = tuple
    note_before: Callable[[], str] = str
    reading: Callable[[], Generator[None, None, Sequence[Round | Text]]] | None = None


@dataclass(slots=True)
class ShownMessage:
    """bubble, text_width (pixels) and files are a user's; bubble stands at the start of the block.

    thought: what a reply begins with, if its model thinks.
    """

    message_id: str
    reply: ReplyText = field(default_factory=ReplyText)
    bubble: QTextCursor | None = None
    text_width: float = 0.0
    files: tuple[Attachment, ...] = ()
    thought: ThoughtBlock | None = None
    _heat: HeatMap | None = None

    def heat_at(self, token: int) -> Heat | None:
        """What became of the drafts in the paragraph with this token; None where there is no such token."""
        if not 0 <= token < len(self.reply.tokens):
            return None
        if self._heat is None or self._heat.reply is not self.reply:
            self._heat = HeatMap(self.reply)
        return self._heat.at(token)
