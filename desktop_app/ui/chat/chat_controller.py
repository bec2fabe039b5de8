"""The way of a message: from the composer into the store and the engine, and its events onto the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Event, Failed, Finished
from desktop_app.ui.chat.chat_parts import ChatParts
from desktop_app.ui.chat.chat_request import ChatRequests
from desktop_app.ui.chat.chat_screen import ChatScreen
from desktop_app.ui.chat.conversation import model_messages, shown_messages, with_question
from desktop_app.ui.chat.live_reply import LiveReply
from desktop_app.ui.chat.message_actions import MessageActions
from desktop_app.ui.chat.mode_switch import ModeSwitch
from desktop_app.ui.chat.wanted_reply import Gate, WantedReply
from desktop_app.ui.composer.context_use import ContextUse
from desktop_app.ui.engine.asking import Asking
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.guarded import guarded
from desktop_app.ui.status_line import StatusAction


class ChatController(QObject):
    """Knows which conversation is open and which reply runs; the two need not be the same.

    opened: another conversation is shown. stored: the new chat has got this id. reply_ended: in that
    conversation, by itself.
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
        requests: ChatRequests,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._requests = requests
        self._current = ""
        self._screen = ChatScreen(store, thread, parts, self)
        self._asking = Asking(store, thread, requests, self._screen, self)
        self.messages = MessageActions(store, self._asking, parts, lambda: self._current, self)
        self.messages.path_changed.connect(self._reopen)
        self.messages.replied.connect(self._reply_begun)
        thread.events.connect(self._events)
        parts.composer.submitted.connect(self.submit)
        parts.composer.stop_requested.connect(self.stop)

    @property
    def current(self) -> str:
        """The open conversation's id, "" for one that is not stored yet."""
        return self._current

    @property
    def mode(self) -> ModeSwitch:
        return self._screen.mode

    @property
    def context(self) -> ContextUse:
        return self._screen.context

    @property
    def has_messages(self) -> bool:
        return self._screen.has_messages

    @property
    def replying(self) -> bool:
        return self._asking.live is not None

    # -- asking -------------------------------------------------------------------------------------------

    def set_gate(self, gate: Gate) -> None:
        """gate: asked before any reply is; what it holds back stays where it was written."""
        self._asking.gate = gate

    def submit(self, text: str) -> None:
        """Asks; whatever stands in the way, the text stays in the composer and the status says why."""
        was_new = not self._current
        try:
            sent = self._submit(text)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            sent = False
        if not sent:
            self._parts.composer.set_text(text)
        if was_new and self._current:
            self.stored.emit(self._current)

    def ask_example(self, text: str) -> None:
        """Asks what the empty chat offers; what was being written stays."""
        written = self._parts.composer.text()
        self.submit(text)
        if written:
            self._parts.composer.set_text(written)

    def _submit(self, text: str) -> bool:
        obstacle = self._asking.obstacle()
        if not text.strip():
            obstacle = self.tr("There is nothing to send yet: type a message first.")
        elif self.messages.edit_state.message_id:
            return self.messages.send(text)
        if obstacle:
            self._parts.status.show_error(obstacle)
            return False
        current = self._current
        wanted = WantedReply(current, text, lambda: with_question(model_messages(self._path(current)), text))
        if not self._asking.gate(wanted):
            return False
        options = self._asking.options()
        # all of it or nothing: what is half stored would be sent a second time
        with self._store.together():
            if not current:
                current = self._store.create_conversation().id
                self._requests.write_for(current)
            asked = self._store.add_user_message(current, text)
            reply = self._store.begin_reply(current)
            path = self._store.tree.path_to(reply.id)
        if not self._current:
            self._current = current
            self._requests.adopt(current)
        self._asking.begin(reply, options, path, asked=asked)
        self._parts.composer.set_text("")
        self._reply_begun()
        return True

    def _path(self, conversation_id: str) -> Sequence[StoredMessage]:
        return self._store.messages(conversation_id) if conversation_id else ()

    def _reply_begun(self) -> None:
        self.content_changed.emit()
        self.conversations_changed.emit()

    def stop(self) -> None:
        """Stops whatever runs: fetch, load, prefill or decode."""
        self._thread.stop()

    def escape(self) -> None:
        """Leaves an edit; else stops whatever runs, but for a load: it was asked for elsewhere."""
        if self.messages.edit_state.message_id and not self.replying:
            self.messages.edit_state.cancel()
        else:
            self._thread.stop_all_but_loads()

    def edit_last(self) -> None:
        """Puts the last question into the message field, to send another version of it."""
        asked = [message for message in self._screen.stored(self._current) if message.role == "user"]
        self.messages.edit(asked[-1].id if asked else "")

    # -- conversations ------------------------------------------------------------------------------------

    def new_chat(self) -> None:
        self.open("")

    def open(self, conversation_id: str) -> None:
        """Shows a conversation as it was, and the reply that runs in it as far as it is."""
        self.messages.edit_state.leave()
        self._current = conversation_id
        self.opened.emit(conversation_id)
        self._screen.show(conversation_id, self._screen.stored(conversation_id))
        self._requests.open(conversation_id)
        self.content_changed.emit()

    def _reopen(self) -> None:
        """Another path of the open conversation is shown."""
        self._screen.show(self._current, self._screen.stored(self._current))
        self.content_changed.emit()

    def show_message(self, conversation_id: str, message_id: str) -> None:
        """Opens a conversation where this message is, on whatever branch; "" opens it as it is."""
        if message_id and message_id not in [m.id for m in self._screen.stored(conversation_id)]:
            self._guarded(lambda: self._store.tree.select(message_id))
        self.open(conversation_id)
        self.conversations_changed.emit()
        shown = shown_messages(self._screen.path)
        found = (message.id for message in shown if message_id in [part.id for part in message.parts])
        self._parts.chat.scroll_to_message(next(found, ""))

    def rename(self, conversation_id: str, title: str) -> None:
        self._guarded(lambda: self._store.rename(conversation_id, title))
        self.conversations_changed.emit()

    def delete(self, conversation_id: str) -> bool:
        """Puts it into the trash and stops the reply that runs in it; returns whether that worked."""
        # nothing can be set in a deleted one
        self._requests.flush()
        if not self._guarded(lambda: self._store.delete(conversation_id)):
            return False
        if self._asking.live is not None and self._asking.live.conversation_id == conversation_id:
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

    def _guarded(self, act: Callable[[], None]) -> bool:
        return guarded(act, self._parts.status.show_error)

    # -- events -------------------------------------------------------------------------------------------

    def _events(self, message_id: str, events: list[Event]) -> None:
        live = self._asking.live
        if live is None or live.message_id != message_id:
            return
        live.add(events)
        self._screen.add(live, events)
        if live.end is not None:
            self._over(live, live.end)

    def _over(self, live: LiveReply, end: Finished | Failed) -> None:
        self._asking.live = None
        self._screen.end(live, end, StatusAction(self.tr("Edit message"), self.edit_last))
        self.conversations_changed.emit()
        if isinstance(end, Finished) and end.reason != "cancelled":
            self.reply_ended.emit(live.conversation_id)
