"""The way of a message: from the composer into the store and the engine, and its events onto the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Event, Failed, Finished, Overflow
from desktop_app.ui.chat_parts import ChatParts
from desktop_app.ui.chat_request import chat_request
from desktop_app.ui.chat_screen import ChatScreen
from desktop_app.ui.context_use import ContextUse
from desktop_app.ui.conversation import model_messages
from desktop_app.ui.engine_thread import EngineThread
from desktop_app.ui.live_reply import LiveReply
from desktop_app.ui.preferences import ReplyLimits
from desktop_app.ui.status_line import StatusAction


class ChatController(QObject):
    """Knows which conversation is open and which reply runs; the two need not be the same.

    opened: another conversation is shown. stored: the new chat has got this id. reply_ended: in that
    conversation, by itself. gate: asked before a message is sent; where it says no, the
    message stays in the composer.
    """

    conversations_changed = Signal()
    content_changed = Signal()
    opened = Signal(str)
    stored = Signal(str)
    reply_ended = Signal(str)

    def __init__(
        self,
        store: ChatStore,
        thread: EngineThread,
        parts: ChatParts,
        limits: Callable[[], ReplyLimits],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.gate: Callable[[str], bool] = lambda _: True
        self.overflow: Callable[[], Overflow] = lambda: "stop"
        self._store = store
        self._thread = thread
        self._parts = parts
        self._limits = limits
        self._current = ""
        self._live: LiveReply | None = None
        self._screen = ChatScreen(store, thread, parts, self)
        thread.events.connect(self._events)
        parts.composer.submitted.connect(self.submit)
        parts.composer.stop_requested.connect(self.stop)

    @property
    def current(self) -> str:
        """The open conversation's id, "" for one that is not stored yet."""
        return self._current

    @property
    def context(self) -> ContextUse:
        return self._screen.context

    @property
    def has_messages(self) -> bool:
        return self._screen.has_messages

    @property
    def replying(self) -> bool:
        return self._live is not None

    # -- asking -------------------------------------------------------------------------------------------

    def submit(self, text: str) -> None:
        """Asks; whatever stands in the way, the text stays in the composer and the status says why."""
        was_new = not self._current
        try:
            sent = self._submit(text)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            sent = False
        self._parts.composer.set_text("" if sent else text)
        if was_new and self._current:
            self.stored.emit(self._current)

    def _submit(self, text: str) -> bool:
        obstacle = self._obstacle(text)
        if obstacle:
            self._parts.status.show_error(obstacle)
            return False
        if not self.gate(text):
            return False
        options = self._parts.toolbar.options()
        with self._store.together():
            # a reply whose end could not be written when the disk was full
            self._store.recover()
            current = self._current or self._store.create_conversation().id
            asked = self._store.add_user_message(current, text)
            reply = self._store.begin_reply(current)
        self._current = current
        messages = model_messages(self._store.messages(self._current))
        self._live = LiveReply(reply.id, self._current, messages)
        request = chat_request(messages, options, self._limits(), self._current)
        self._thread.reply(replace(request, overflow=self.overflow()), reply.id)
        self._screen.begin(self._live, asked)
        self.content_changed.emit()
        self.conversations_changed.emit()
        return True

    def _obstacle(self, text: str) -> str:
        state = self._thread.state
        if not text.strip():
            return self.tr("There is nothing to send yet: type a message first.")
        if self._live is not None:
            return self.tr("A reply is being written: stop it or wait for its end, then send.")
        if state.stage in ("fetching", "loading"):
            return self.tr("The model is still being loaded; your text stays here, send it when it is ready.")
        if not state.model:
            return self.tr("No model is loaded: choose one under Target, then send; your text stays here.")
        return ""

    def stop(self) -> None:
        """Stops whatever runs: fetch, load, prefill or decode."""
        self._thread.stop()

    def edit_last(self) -> None:
        """Puts the last question back into the composer, unless something is being written there."""
        asked = [m for m in self._messages(self._current) if m.role == "user"]
        composer = self._parts.composer
        if composer.text().strip():
            self._parts.status.show_text(self.tr("The message field is in use: send or clear it, then edit."))
        elif asked:
            composer.set_text(asked[-1].content)
        composer.take_focus()

    # -- conversations ------------------------------------------------------------------------------------

    def new_chat(self) -> None:
        self.open("")

    def open(self, conversation_id: str) -> None:
        """Shows a conversation as it was, and the reply that runs in it as far as it is."""
        self._current = conversation_id
        self.opened.emit(conversation_id)
        self._screen.show(conversation_id, self._messages(conversation_id))
        self.content_changed.emit()

    def show_message(self, conversation_id: str, message_id: str) -> None:
        """Opens a conversation where this message is, on whatever branch; "" opens it as it is."""
        if message_id and message_id not in [m.id for m in self._messages(conversation_id)]:
            self._guarded(lambda: self._store.tree.select(message_id))
        self.open(conversation_id)
        self.conversations_changed.emit()
        if message_id:
            self._parts.chat.scroll_to_message(message_id)

    def rename(self, conversation_id: str, title: str) -> None:
        self._guarded(lambda: self._store.rename(conversation_id, title))
        self.conversations_changed.emit()

    def delete(self, conversation_id: str) -> bool:
        """Puts it into the trash and stops the reply that runs in it; returns whether that worked."""
        if not self._guarded(lambda: self._store.delete(conversation_id)):
            return False
        if self._live is not None and self._live.conversation_id == conversation_id:
            self._thread.stop()
        self._thread.forget(conversation_id)
        self._screen.forget(conversation_id)
        if conversation_id == self._current:
            self.new_chat()
        self.conversations_changed.emit()
        return True

    def restore(self, conversation_id: str) -> bool:
        """Takes it out of the trash; returns whether that worked."""
        return self._guarded(lambda: self._store.trash.restore(conversation_id))

    def _messages(self, conversation_id: str) -> list[StoredMessage]:
        try:
            return self._store.messages(conversation_id) if conversation_id else []
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return []

    def _guarded(self, act: Callable[[], None]) -> bool:
        try:
            act()
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return False
        return True

    # -- events -------------------------------------------------------------------------------------------

    def _events(self, message_id: str, events: list[Event]) -> None:
        live = self._live
        if live is None or live.message_id != message_id:
            return
        live.add(events)
        self._screen.add(live, events)
        if live.end is not None:
            self._over(live, live.end)

    def _over(self, live: LiveReply, end: Finished | Failed) -> None:
        self._live = None
        self._screen.end(live, end, StatusAction(self.tr("Edit message"), self.edit_last))
        self.conversations_changed.emit()
        if isinstance(end, Finished) and end.reason != "cancelled":
            self.reply_ended.emit(live.conversation_id)
