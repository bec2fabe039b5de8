"""What happens when a message leaves its reply no room: the user chooses, once for each conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from PySide6.QtCore import QObject, Signal

from desktop_app.chats.attachments import split_attachments
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.chat.wanted_reply import WantedReply
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
    wanted: WantedReply
    turns: int


class OverflowController(QObject):
    """Stands before each reply: one that surely has room is asked for at once, for any other it is counted.

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
        self._passed: tuple[str, str] | None = None
        self._serial = 0
        parts.chats.set_gate(self._may_ask)
        parts.chats.content_changed.connect(self._chat_changed)
        parts.composer.changed.connect(self._text_changed)
        parts.settings.changed.connect(self.choice_changed)
        parts.settings.changed.connect(parts.chats.context.settings_changed)
        parts.composer.overflow.chosen.connect(self._chosen)
        thread.counted.connect(self._counted)
        self._summary.done.connect(self._begin_anew)
        self._summary.failed.connect(self._unblock)

    @property
    def choice(self) -> Choice:
        found = self._parts.settings.overflow_choice
        return next((name for name in CHOICES if name == found), "ask")

    def choose(self, choice: Choice) -> None:
        """For the open conversation, from now on."""
        self._parts.settings.set("overflow", choice)

    # -- before a reply -----------------------------------------------------------------------------------

    def _may_ask(self, wanted: WantedReply) -> bool:
        if self._passed == _place(wanted):
            self._passed = None
            return True
        self._pending = None
        self._parts.composer.overflow.hide()
        # the engine itself leaves out what is too much
        if self.choice == "drop_oldest" or self._surely_fits(wanted):
            return True
        self._serial += 1
        messages = wanted.messages()
        turns = sum(message.role == "user" for message in messages)
        self._pending = _Pending(f"{_KEY}{self._serial}", wanted, turns)
        self._thread.count(self._pending.key, self._context.prompt(messages), wanted.conversation)
        return False

    def _surely_fits(self, wanted: WantedReply) -> bool:
        """No token is shorter than a byte, and what is written anew is no longer than what there is."""
        used = self._context.tokens(wanted.conversation) if wanted.conversation else _TEMPLATE
        new = wanted.question.encode("utf-8", "replace") if wanted.in_field else b""
        most = len(new) + _TEMPLATE
        return used is not None and used + most + self._context.wanted <= self._context.limit

    def _counted(self, key: str, tokens: int) -> None:
        pending = self._pending
        if pending is None or pending.key != key:
            return
        limit, wanted = self._context.limit, self._context.wanted
        if tokens < 0 or tokens + wanted <= limit or (pending.turns < 2 and tokens < limit):
            self._ask_again()
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
            in_field = self._pending.wanted.in_field
            self._parts.composer.overflow.ask(self._sentence(tokens), sending=in_field)

    def _sentence(self, tokens: int) -> str:
        if self._pending is not None and self._pending.wanted.in_field:
            text = self.tr(
                "With this message the chat has {tokens:,} tokens, the reply may have {wanted:,}, and this "
                "model holds {limit:,}."
            )
        else:
            text = self.tr(
                "Up to here the chat has {tokens:,} tokens, the reply may have {wanted:,}, and this model "
                "holds {limit:,}."
            )
        return text.format(tokens=tokens, wanted=self._context.wanted, limit=self._context.limit)

    def _chosen(self, choice: Choice) -> None:
        self.choose(choice)
        if choice == "stop":
            self._parts.status.show_text(self._left())
            self._parts.composer.take_focus()
        elif choice == "summary":
            self._sum_up()
        else:
            self._ask_again()

    def _left(self) -> str:
        if self._pending is not None and not self._pending.wanted.in_field:
            return self.tr("Nothing was asked: the chat stays as it is.")
        return self.tr("Nothing was sent: make the message shorter.")

    def _ask_again(self) -> None:
        pending, self._pending = self._pending, None
        if pending is None:
            return
        self._passed = _place(pending.wanted)
        if pending.wanted.again is not None:
            pending.wanted.again()
        else:
            # a file that came meanwhile has to be counted, too
            self._parts.chats.submit(self._parts.composer.message())
        self._passed = None
        self._parts.composer.take_focus()

    # -- the text or the chat changed meanwhile -------------------------------------------------------------

    def _text_changed(self) -> None:
        if self._pending is None or not self._pending.wanted.in_field:
            return
        asked = split_attachments(self._pending.wanted.question)[0]
        if self._parts.composer.typed.strip() != asked:
            self._drop()

    def _chat_changed(self) -> None:
        current = self._parts.chats.current
        if self._pending is not None:
            wanted = self._pending.wanted
            # what was to be written anew may not be there any more
            if current != wanted.conversation or not wanted.in_field:
                self._drop()
        if self._summing is not None and current != self._summing.wanted.conversation:
            self._summary.cancel()

    def _drop(self) -> None:
        self._pending = None
        self._parts.composer.overflow.hide()

    # -- a new chat with a summary --------------------------------------------------------------------------

    def _sum_up(self) -> None:
        pending = self._pending
        if pending is None:
            return
        # the new chat takes over what is kept
        self._parts.settings.flush()
        try:
            self._summary.start(pending.wanted.conversation, self._context.limit)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return
        self._pending, self._summing = None, pending
        if pending.wanted.in_field:
            words = self.tr("The chat is being summed up; the message goes into the new one.")
        else:
            words = self.tr("The chat is being summed up; a new one begins with that.")
        self._parts.composer.set_blocked(words)

    def _begin_anew(self, conversation: str) -> None:
        """conversation: the new one, which begins with the summary."""
        composer, chats = self._parts.composer, self._parts.chats
        wanted = self._summing.wanted if self._summing is not None else None
        if wanted is not None and not wanted.in_field:
            # what is being written belongs to the old chat
            chats.open(conversation)
            self._unblock()
            if wanted.question:
                chats.submit(wanted.question)
        else:
            text = composer.text()
            composer.set_text("")
            chats.open(conversation)
            self._unblock()
            if wanted is not None and text.strip() == wanted.question:
                chats.submit(text.strip())
            else:
                composer.set_text(text)
        chats.conversations_changed.emit()

    def _unblock(self) -> None:
        self._summing = None
        self._parts.composer.set_blocked("")


def _place(wanted: WantedReply) -> tuple[str, str]:
    return wanted.conversation, wanted.question
