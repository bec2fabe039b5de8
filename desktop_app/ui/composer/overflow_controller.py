"""What happens when a message leaves its reply no room: the user chooses, once for each conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from PySide6.QtCore import QObject, Signal

from desktop_app.chats.attachments import split_attachments
from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.chat.conversation import model_messages
from desktop_app.ui.composer.chat_summary import ChatSummary
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.status_line import StatusAction, StatusLine

Choice = Literal["ask", "drop_oldest", "summary", "stop"]
CHOICES: tuple[Choice, ...] = get_args(Choice)
# tokens of a chat template around one message, at the very most
_TEMPLATE = 64
_KEY = "fits:"


@dataclass(frozen=True, slots=True)
class OverflowParts:
    """settings: of the open conversation, which keep its choice."""

    composer: Composer
    status: StatusLine
    chats: ChatController
    settings: ChatSettings


@dataclass(frozen=True, slots=True)
class _Pending:
    key: str
    conversation: str
    text: str
    turns: int


class OverflowController(QObject):
    """Stands before sending: a message that surely fits passes at once, any other is counted first.

    choice_changed: the choice of the open chat may be another one now.
    """

    choice_changed = Signal()

    def __init__(self, store: ChatStore, thread: EngineThread, parts: OverflowParts, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._context = parts.chats.context
        self._summary = ChatSummary(store, thread, parts.status, self)
        self._pending: _Pending | None = None
        self._summing: _Pending | None = None
        self._passed = ""
        self._serial = 0
        parts.chats.gate = self._may_send
        parts.chats.content_changed.connect(self._chat_changed)
        parts.composer.changed.connect(self._text_changed)
        parts.settings.changed.connect(self.choice_changed)
        parts.settings.changed.connect(parts.chats.context.settings_changed)
        parts.composer.overflow.chosen.connect(self._chosen)
        thread.counted.connect(self._counted)
        self._summary.done.connect(self._go_on)
        self._summary.failed.connect(self._unblock)

    @property
    def choice(self) -> Choice:
        found = self._parts.settings.overflow_choice
        return next((name for name in CHOICES if name == found), "ask")

    def choose(self, choice: Choice) -> None:
        """For the open conversation, from now on."""
        self._parts.settings.set("overflow", choice)

    # -- before sending -----------------------------------------------------------------------------------

    def _may_send(self, text: str) -> bool:
        if self._passed == text:
            self._passed = ""
            return True
        self._pending = None
        self._parts.composer.overflow.hide()
        # the engine itself leaves out what is too much
        if self.choice == "drop_oldest" or self._surely_fits(text):
            return True
        self._serial += 1
        conversation = self._parts.chats.current
        messages = self._messages(conversation, text)
        turns = sum(message.role == "user" for message in messages)
        self._pending = _Pending(f"{_KEY}{self._serial}", conversation, text, turns)
        self._thread.count(self._pending.key, self._context.prompt(messages), conversation)
        return False

    def _surely_fits(self, text: str) -> bool:
        """No token is shorter than a byte."""
        conversation = self._parts.chats.current
        used = self._context.tokens(conversation) if conversation else _TEMPLATE
        most = len(text.encode("utf-8", "replace")) + _TEMPLATE
        return used is not None and used + most + self._context.wanted <= self._context.limit

    def _messages(self, conversation: str, text: str) -> tuple[Message, ...]:
        stored = model_messages(self._store.messages(conversation)) if conversation else ()
        if stored and stored[-1].role == "user":
            # as it will be joined
            return (*stored[:-1], Message("user", f"{stored[-1].content}\n\n{text}"))
        return (*stored, Message("user", text))

    def _counted(self, key: str, tokens: int) -> None:
        pending = self._pending
        if pending is None or pending.key != key:
            return
        limit, wanted = self._context.limit, self._context.wanted
        if tokens < 0 or tokens + wanted <= limit or (pending.turns < 2 and tokens < limit):
            self._send()
        elif pending.turns < 2:
            self._pending = None
            self._parts.status.show_error(
                self.tr(
                    "The message has {tokens:,} tokens and this model holds {limit:,}, the reply included: "
                    "shorten it."
                ).format(tokens=tokens, limit=limit)
            )
        else:
            self._settle(tokens)

    def _settle(self, tokens: int) -> None:
        if self.choice == "summary":
            self._sum_up()
        elif self.choice == "stop":
            self._parts.status.show_error(
                self._sentence(tokens), StatusAction(self.tr("Choose again"), lambda: self._ask(tokens))
            )
        else:
            self._ask(tokens)

    def _ask(self, tokens: int) -> None:
        if self._pending is not None:
            self._parts.composer.overflow.ask(self._sentence(tokens))

    def _sentence(self, tokens: int) -> str:
        text = self.tr(
            "With this message the chat has {tokens:,} tokens, the reply may have {wanted:,}, and this model "
            "holds {limit:,}."
        )
        return text.format(tokens=tokens, wanted=self._context.wanted, limit=self._context.limit)

    def _chosen(self, choice: Choice) -> None:
        self.choose(choice)
        if choice == "stop":
            self._parts.status.show_text(self.tr("Nothing was sent: make the message shorter."))
            self._parts.composer.take_focus()
        elif choice == "summary":
            self._sum_up()
        else:
            self._send()

    def _send(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            # a file that came meanwhile has to be counted, too
            text = self._parts.composer.message()
            self._passed = pending.text
            self._parts.chats.submit(text)
            self._passed = ""
            self._parts.composer.take_focus()

    # -- the text or the chat changed meanwhile -------------------------------------------------------------

    def _text_changed(self) -> None:
        pending = self._pending
        if pending is not None and self._parts.composer.typed.strip() != split_attachments(pending.text)[0]:
            self._pending = None
            self._parts.composer.overflow.hide()

    def _chat_changed(self) -> None:
        current = self._parts.chats.current
        if self._pending is not None and current != self._pending.conversation:
            self._pending = None
            self._parts.composer.overflow.hide()
        if self._summing is not None and current != self._summing.conversation:
            self._summary.cancel()

    # -- a new chat with a summary --------------------------------------------------------------------------

    def _sum_up(self) -> None:
        pending = self._pending
        if pending is None:
            return
        # the new chat takes over what is kept
        self._parts.settings.flush()
        try:
            self._summary.start(pending.conversation, self._context.limit)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return
        self._pending, self._summing = None, pending
        self._parts.composer.set_blocked(
            self.tr("The chat is being summed up; the message goes into the new one.")
        )

    def _go_on(self, conversation: str) -> None:
        """conversation: the new one, which begins with the summary."""
        composer, chats = self._parts.composer, self._parts.chats
        text, summing = composer.text(), self._summing
        composer.set_text("")
        chats.open(conversation)
        self._unblock()
        if summing is not None and text.strip() == summing.text:
            chats.submit(text.strip())
        else:
            composer.set_text(text)
        chats.conversations_changed.emit()

    def _unblock(self) -> None:
        self._summing = None
        self._parts.composer.set_blocked("")
