"""The way of a message: from the composer into the store and the engine, and its events onto the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import ChatRequest, Event, Failed, Finished, Plan, Started, Text
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.composer import Composer
from desktop_app.ui.conversation import model_messages
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.engine_thread import EngineState, EngineThread
from desktop_app.ui.instruments import Instruments
from desktop_app.ui.live_reply import LiveReply, end_note, stored_note, stored_status
from desktop_app.ui.preferences import ReplyLimits
from desktop_app.ui.status_line import StatusAction, StatusLine
from desktop_app.ui.toolbar import ReplyOptions, Toolbar

# Figures that change at every frame cannot be read.
_STATUS_EVERY_MS = 250


@dataclass(frozen=True, slots=True)
class ChatParts:
    """The widgets a chat is shown in."""

    chat: ChatView
    composer: Composer
    dashboard: Dashboard
    status: StatusLine
    toolbar: Toolbar


class ChatController(QObject):
    """Knows which conversation is open and which reply runs; the two need not be the same."""

    conversations_changed = Signal()
    content_changed = Signal()

    def __init__(
        self,
        store: ChatStore,
        thread: EngineThread,
        parts: ChatParts,
        limits: Callable[[], ReplyLimits],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._limits = limits
        self._current = ""
        self._live: LiveReply | None = None
        self._has_messages = False
        self._context: dict[str, int] = {}
        self._instruments = Instruments(store, parts.dashboard, parts.status.show_error, self)
        self._since_status = QElapsedTimer()
        thread.events.connect(self._events)
        thread.state_changed.connect(self._state_changed)
        parts.composer.submitted.connect(self.submit)
        parts.composer.stop_requested.connect(self.stop)
        parts.toolbar.mode_changed.connect(self._mode_changed)

    @property
    def current(self) -> str:
        """The open conversation's id, "" for one that is not stored yet."""
        return self._current

    @property
    def has_messages(self) -> bool:
        return self._has_messages

    @property
    def replying(self) -> bool:
        return self._live is not None

    # -- asking -------------------------------------------------------------------------------------------

    def submit(self, text: str) -> None:
        """Asks; whatever stands in the way, the text stays in the composer and the status says why."""
        try:
            sent = self._submit(text)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            sent = False
        self._parts.composer.set_text("" if sent else text)

    def _submit(self, text: str) -> bool:
        obstacle = self._obstacle(text)
        if obstacle:
            self._parts.status.show_error(obstacle)
            return False
        options = self._parts.toolbar.options()
        if not self._current:
            self._current = self._store.create_conversation().id
        asked = self._store.add_user_message(self._current, text)
        reply = self._store.begin_reply(self._current)
        request = self._request(options)
        self._live = LiveReply(reply.id, self._current, request.messages)
        self._thread.reply(request, reply.id)
        self._has_messages = True
        self._parts.chat.add_user_message(asked.id, asked.content)
        self._parts.chat.begin_reply(reply.id)
        self._parts.composer.set_busy(True)
        self._show_status(now=True)
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

    def _request(self, options: ReplyOptions) -> ChatRequest:
        limits = self._limits()
        return ChatRequest(
            messages=model_messages(self._store.messages(self._current)),
            sampling=options.sampling,
            draft=options.draft,
            k=options.k,
            verifier=limits.verifier,
            max_tokens=limits.max_tokens,
            stop=limits.stop,
            seed=options.seed,
            session=self._current,
        )

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
        messages = self._messages(conversation_id)
        self._has_messages = bool(messages)
        self._parts.chat.clear()
        self._instruments.show_nothing()
        for message in messages:
            self._show_stored(message)
        self._parts.composer.set_busy(self._live is not None)
        self._show_last(messages)
        self._show_context()
        self.content_changed.emit()

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

    def _show_stored(self, message: StoredMessage) -> None:
        chat = self._parts.chat
        if message.role == "user":
            chat.add_user_message(message.id, message.content)
        elif self._live is not None and self._live.message_id == message.id:
            chat.begin_reply(message.id)
            chat.append(self._live.parts)
        elif message.role == "assistant":
            note = stored_note(message.status, message.reason, message.error)
            chat.show_reply(message.id, self._rounds(message), message.content, note)

    def _rounds(self, message: StoredMessage) -> tuple[Round, ...]:
        try:
            return self._store.rounds(message.id)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return ()

    def _show_last(self, messages: list[StoredMessage]) -> None:
        """The instruments and the status of the last reply of a conversation."""
        live = self._live
        if live is not None and live.conversation_id == self._current:
            self._instruments.show_live(live)
            self._show_status(now=True)
            return
        told = next((m for m in reversed(messages) if m.role == "assistant" and m.tally), None)
        if told is not None:
            self._instruments.show_stored(told, self._rounds(told))
        self._parts.status.show_text(stored_status(told.started, told.tally) if told else "")

    # -- events -------------------------------------------------------------------------------------------

    def _events(self, message_id: str, events: list[Event]) -> None:
        live = self._live
        if live is None or live.message_id != message_id:
            return
        live.add(events)
        if live.conversation_id == self._current:
            self._show_events(live, events)
        for event in events:
            if isinstance(event, Started):
                self._parts.toolbar.show_last_seed(event.seed)
        if live.end is not None:
            self._over(live, live.end)

    def _show_events(self, live: LiveReply, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, Started):
                self._instruments.begin(live, event)
        self._parts.chat.append([event for event in events if isinstance(event, Round | Text)])
        self._instruments.add([event for event in events if isinstance(event, Round)])
        self._show_status(now=any(isinstance(event, Plan) for event in events))

    def _over(self, live: LiveReply, end: Finished | Failed) -> None:
        self._live = None
        if live.context_tokens is not None:
            self._context[live.conversation_id] = live.context_tokens
        if live.conversation_id == self._current:
            self._parts.chat.end_reply(end_note(end))
            self._instruments.finish(live)
            self._show_end(live, end)
        self._parts.composer.set_busy(False)
        self._show_context()
        if live.mode == "plain":
            self._instruments.refresh_reference()
        self.conversations_changed.emit()

    def _show_end(self, live: LiveReply, end: Finished | Failed) -> None:
        if isinstance(end, Failed):
            self._parts.status.show_error(end.error, StatusAction(self.tr("Edit message"), self.edit_last))
        else:
            self._parts.status.show_text(live.status())

    def _show_status(self, *, now: bool) -> None:
        live = self._live
        if live is None or live.conversation_id != self._current:
            return
        if not now and self._since_status.isValid() and self._since_status.elapsed() < _STATUS_EVERY_MS:
            return
        self._since_status.start()
        text = live.status()
        chosen = self._parts.toolbar.current_mode()
        if live.mode is not None and chosen != live.mode:
            later = self.tr("plain") if chosen == "plain" else self.tr("speculative")
            text = self.tr("{later} from the next reply · {now}").format(later=later, now=text)
        self._parts.status.show_text(text)
        self._show_context()

    def _show_context(self) -> None:
        live = self._live
        tokens = self._context.get(self._current)
        if live is not None and live.conversation_id == self._current:
            tokens = live.context_tokens
        limit = self._thread.state.context_limit
        if not limit:
            self._parts.composer.set_status("")
            return
        used = "0" if not self._has_messages else "–" if tokens is None else f"{tokens:,}"
        self._parts.composer.set_status(self.tr("context {used} / {limit:,}").format(used=used, limit=limit))

    def _mode_changed(self, mode: str) -> None:
        if self._live is not None:
            self._show_status(now=True)
            return
        name = self.tr("Plain") if mode == "plain" else self.tr("Speculative")
        self._parts.status.show_text(self.tr("{mode} from the next reply.").format(mode=name))

    def _state_changed(self, state: EngineState) -> None:
        self._instruments.set_model(state.model)
        if state.stage in ("ready", "empty", "failed"):
            self._show_context()
