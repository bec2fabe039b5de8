"""How full the context is: counted for what was opened, what is written, and what a reply adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, QTimer

from desktop_app.chats.messages import Message
from desktop_app.chats.store import StoredMessage
from desktop_app.engines.overflow import reply_room
from desktop_app.ui.chat.conversation import model_messages
from desktop_app.ui.chat.live_reply import LiveReply
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.context_figures import ContextFigures
from desktop_app.ui.engine.engine_thread import EngineThread

_AFTER_TYPING_MS = 250
_TYPED = "typed"
_CHAT = "context:"


class ContextUse(QObject):
    """Remembers what each conversation was last counted at. Every count is the tokenizer's.

    max_tokens: what a reply may have. prompt: the messages as the model is asked, with a system prompt.
    stored: those of the open conversation.
    """

    def __init__(self, thread: EngineThread, composer: Composer, parent: QObject) -> None:
        super().__init__(parent)
        self.max_tokens: Callable[[], int] = lambda: 0
        self.prompt: Callable[[tuple[Message, ...]], tuple[Message, ...]] = lambda messages: messages
        self.stored: Callable[[], Sequence[StoredMessage]] = tuple
        self._thread = thread
        self._composer = composer
        self._model = ""
        self._tokens: dict[str, int] = {}
        self._systems: dict[str, tuple[Message, ...]] = {}
        self._typed = 0
        self._conversation = ""
        self._live: LiveReply | None = None
        self._empty = True
        self._timer = self._patience(self._count_typed)
        self._settings_timer = self._patience(self._settings_settled)
        composer.changed.connect(self._changed)
        composer.tray.counted.connect(self._show)
        thread.counted.connect(self._counted)

    @property
    def limit(self) -> int:
        return self._thread.state.context_limit

    @property
    def wanted(self) -> int:
        """Tokens to keep free for a reply."""
        return reply_room(self.max_tokens(), self.limit)

    def tokens(self, conversation_id: str) -> int | None:
        """What the conversation was last counted at."""
        return self._tokens.get(conversation_id)

    def keep(self, live: LiveReply) -> None:
        """Notes the count of a reply that has ended."""
        if live.context_tokens is not None:
            self._tokens[live.conversation_id] = live.context_tokens
            self._systems[live.conversation_id] = _system(live.messages)

    def forget(self, conversation_id: str) -> None:
        self._tokens.pop(conversation_id, None)
        self._systems.pop(conversation_id, None)

    def count(self, conversation_id: str, load: Callable[[], Sequence[StoredMessage]]) -> None:
        """Has an opened conversation counted, unless that is known. load: its messages."""
        model = self._thread.state.model
        if model != self._model:
            self._model = model
            self._tokens.clear()
            self._count_typed()
        if model and conversation_id and conversation_id not in self._tokens:
            messages = self.prompt(model_messages(load()))
            if messages:
                self._systems[conversation_id] = _system(messages)
                self._thread.count(_CHAT + conversation_id, messages, conversation_id)

    def settings_changed(self) -> None:
        """The system prompt may be another one now; it is typed letter by letter."""
        self._settings_timer.start()

    def _settings_settled(self) -> None:
        conversation = self._conversation
        system = _system(self.prompt(()))
        counted = conversation in self._tokens and self._live is None
        if counted and system != self._systems.get(conversation):
            del self._tokens[conversation]
            self.count(conversation, self.stored)
        self._show()

    def _patience(self, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(_AFTER_TYPING_MS)
        timer.timeout.connect(act)
        return timer

    def show(self, conversation_id: str, live: LiveReply | None, *, empty: bool) -> None:
        """live: the reply that runs in this conversation. empty: nothing was written yet."""
        self._conversation, self._live, self._empty = conversation_id, live, empty
        self._show()

    def _show(self) -> None:
        tokens = self._live.context_tokens if self._live is not None else None
        if tokens is None:
            tokens = 0 if self._empty else self._tokens.get(self._conversation)
        written = self._typed + self._composer.tray.tokens
        self._composer.set_context(ContextFigures(tokens, written, self.wanted, self.limit))

    def _changed(self) -> None:
        if self._composer.typed:
            self._timer.start()
        else:
            self._timer.stop()
            self._typed = 0
        self._show()

    def _count_typed(self) -> None:
        text = self._composer.typed
        if text:
            self._thread.count_text(_TYPED, text)

    def _counted(self, key: str, tokens: int) -> None:
        if key == _TYPED and self._composer.typed:
            self._typed = max(0, tokens)
        elif key.startswith(_CHAT) and tokens >= 0:
            self._tokens[key.removeprefix(_CHAT)] = tokens
        else:
            return
        self._show()


def _system(messages: Sequence[Message]) -> tuple[Message, ...]:
    return tuple(message for message in messages if message.role == "system")
