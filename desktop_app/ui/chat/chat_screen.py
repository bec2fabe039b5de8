"""What is shown of the open conversation: messages, the reply that runs, instruments, status, context."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import takewhile

from PySide6.QtCore import QElapsedTimer, QObject

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.chats.text import title_from
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Event, Failed, Finished, Plan, Started, Text
from desktop_app.ui.chat.chat_parts import ChatParts
from desktop_app.ui.chat.conversation import (
    WholeMessage,
    model_messages,
    pieces_of,
    reading_pieces,
    shown_messages,
)
from desktop_app.ui.chat.live_reply import LiveReply, end_note, stored_note, stored_status
from desktop_app.ui.chat.message_bar import VersionCount
from desktop_app.ui.chat.mode_switch import ModeSwitch
from desktop_app.ui.chat.shown_message import PastMessage
from desktop_app.ui.chat.switch_words import promise_of, stored_promise
from desktop_app.ui.composer.context_use import ContextUse
from desktop_app.ui.dashboard.instruments import Instruments
from desktop_app.ui.engine.engine_thread import EngineState, EngineThread
from desktop_app.ui.status_line import StatusAction

# Figures that change at every frame cannot be read.
_STATUS_EVERY_MS = 250


class ChatScreen(QObject):
    """Shows one conversation at a time; of replies in others it only keeps the count of tokens."""

    def __init__(self, store: ChatStore, thread: EngineThread, parts: ChatParts, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._parts = parts
        self._conversation = ""
        self._empty = True
        self._path: Sequence[StoredMessage] = ()
        self._live: LiveReply | None = None
        self.context = ContextUse(thread, parts.composer, self)
        self.context.stored = self._stored_here
        self._instruments = Instruments(store, parts.dashboard, parts.status.show_error, self)
        self._since_status = QElapsedTimer()
        parts.chat.promise_of = self._promise
        self.mode = ModeSwitch(thread, parts.toolbar, self._live_here, self)
        thread.state_changed.connect(self._state_changed)
        parts.toolbar.mode_changed.connect(self._mode_changed)

    @property
    def has_messages(self) -> bool:
        return not self._empty

    @property
    def path(self) -> Sequence[StoredMessage]:
        """What is shown, as it was stored when it was opened or a reply to it began."""
        return self._path

    def show(self, conversation_id: str, messages: Sequence[StoredMessage]) -> None:
        """Shows a conversation as it was, and the reply that runs in it as far as it is."""
        self._conversation = conversation_id
        self._empty = not messages
        self._path = messages
        self._instruments.show_path(messages)
        self._instruments.show_nothing()
        self._show_messages(messages)
        self._parts.composer.set_busy(self._live is not None)
        self._show_last(messages)
        self.mode.explain()
        self._count(lambda: messages)
        self._show_context()

    def restart(self, live: LiveReply, path: Sequence[StoredMessage]) -> None:
        """A reply begins that is not added to what is shown: the path to it is shown anew."""
        self._live = live
        self.show(live.conversation_id, path)
        self._parts.chat.scroll_to_latest()

    def forget(self, conversation_id: str) -> None:
        self.context.forget(conversation_id)

    def begin(self, live: LiveReply, asked: StoredMessage, path: Sequence[StoredMessage]) -> None:
        """A question was asked in this conversation, and its reply begins. path: to the reply."""
        self._conversation = live.conversation_id
        self._live = live
        self._path = path
        self._instruments.show_path(path)
        self._empty = False
        self._parts.chat.add_user_message(asked.id, asked.content)
        self._parts.chat.begin_reply(live.message_id)
        self._show_versions(path)
        self._parts.composer.set_busy(True)
        self.mode.explain()
        self._show_status(now=True)

    def add(self, live: LiveReply, events: Sequence[Event]) -> None:
        """events: new ones, which the reply has got already."""
        if live.conversation_id == self._conversation:
            for event in events:
                if isinstance(event, Started):
                    self._instruments.begin(live, event)
                    self._note_beginning(live.messages, event.left_out)
                    self.mode.explain()
            self._parts.chat.append([event for event in events if isinstance(event, Round | Text)])
            self._instruments.add(events)
            self._show_status(now=any(isinstance(event, Started | Plan) for event in events))
        for event in events:
            if isinstance(event, Started):
                self._parts.toolbar.show_last_seed(event.seed)

    def end(self, live: LiveReply, end: Finished | Failed, edit: StatusAction) -> None:
        """edit: what is offered where a reply failed; the sentence that says why stands under the reply."""
        self._live = None
        self.context.keep(live)
        if live.conversation_id == self._conversation:
            self._parts.chat.end_reply(end_note(end))
            self._instruments.finish(live)
            if isinstance(end, Failed):
                self._parts.status.show_text(self.tr("The reply failed."), edit)
            elif end.reason == "eos" and not end.text:
                self._parts.status.show_text(self.tr("The model had nothing to add."))
            else:
                self._parts.status.show_text(live.status())
        self._parts.composer.set_busy(False)
        self.mode.explain()
        self._show_context()
        if live.mode == "plain":
            self._instruments.refresh_reference()

    def stored(self, conversation_id: str) -> Sequence[StoredMessage]:
        """Its current path; none where it cannot be read, which is said."""
        try:
            return self._store.messages(conversation_id) if conversation_id else ()
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return ()

    # -- messages -----------------------------------------------------------------------------------------

    def _past(self, message: WholeMessage) -> PastMessage:
        if message.role == "user":
            return PastMessage(message.id, message.content, by_user=True)
        last = message.last
        return PastMessage(
            message.id,
            message.content,
            note=stored_note(last.status, last.reason, last.error),
            reading=partial(reading_pieces, message.parts, self._round_lines),
            note_before=partial(self._beginning_of, message.parts[0]),
        )

    def _beginning_of(self, message: StoredMessage) -> str:
        """What is said between a question and this reply to it."""
        left_out = (message.started or {}).get("left_out", 0)
        if not left_out:
            return ""
        before = takewhile(lambda other: other.id != message.id, self._path)
        return self._beginning(model_messages(before), left_out)

    def _show_messages(self, path: Sequence[StoredMessage]) -> None:
        chat, live = self._parts.chat, self._live_here()
        past = [message for message in shown_messages(path) if message.role in ("user", "assistant")]
        running = None
        if live is not None and past and past[-1].last.id == live.message_id:
            running = past.pop()
        chat.show_past([self._past(message) for message in past])
        if live is not None and running is not None:
            chat.begin_reply(running.id)
            if live.started is not None:
                self._note_beginning(live.messages, live.started.left_out)
            chat.append([*pieces_of(running.parts[:-1], self._rounds), *live.parts])
        self._show_versions(path)

    def _note_beginning(self, messages: Sequence[Message], left_out: int) -> None:
        text = self._beginning(messages, left_out)
        if text:
            self._parts.chat.add_note(text)

    def _beginning(self, messages: Sequence[Message], left_out: int) -> str:
        """messages: as they were asked, of which the model did not read so many turns."""
        asked = [message.content for message in messages if message.role == "user"]
        if not 0 < left_out < len(asked):
            return ""
        text = self.tr(
            "From here on the model reads this chat from “{text}”; it leaves out %n turn(s).", "", left_out
        )
        return text.format(text=title_from(asked[left_out]))

    def _show_versions(self, path: Sequence[StoredMessage]) -> None:
        if not path:
            return
        try:
            outline = self._store.tree.outline(self._conversation)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return
        counts = {}
        for message in shown_messages(path):
            versions = outline.versions(message.id, message.last.id)
            counts[message.id] = VersionCount(versions.at + 1, len(versions.ends))
        self._parts.chat.hand.set_versions(counts)

    def _round_lines(self, message_id: str) -> list[str]:
        try:
            return self._store.round_lines(message_id)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return []

    def _rounds(self, message_id: str) -> tuple[Round, ...]:
        try:
            return self._store.rounds(message_id)
        except SlipstreamError as error:
            self._parts.status.show_error(str(error))
            return ()

    def _show_last(self, messages: Sequence[StoredMessage]) -> None:
        """The instruments and the status of the last reply of a conversation."""
        live = self._live_here()
        if live is not None:
            self._instruments.show_live(live)
            self._show_status(now=True)
            return
        told = next((m for m in reversed(messages) if m.role == "assistant" and m.tally), None)
        if told is None:
            self._parts.status.show_text("")
            return
        rounds = self._rounds(told.id)
        self._instruments.show_stored(told, rounds)
        self._parts.status.show_text(stored_status(told.started, told.tally, rounds))

    def _promise(self, message_id: str) -> str:
        """What switching does to the text of a reply, which may be made of several."""
        live = self._live_here()
        # read anew: the path was read before the last reply began
        for message in shown_messages(self._stored_here()):
            if message.id == message_id:
                running = live is not None and message.last.id == live.message_id
                return promise_of(live.started) if live and running else stored_promise(message.last.started)
        return ""

    def _live_here(self) -> LiveReply | None:
        live = self._live
        return live if live is not None and live.conversation_id == self._conversation else None

    # -- status and context -------------------------------------------------------------------------------

    def _show_status(self, *, now: bool) -> None:
        live = self._live_here()
        if live is None:
            return
        if not now and self._since_status.isValid() and self._since_status.elapsed() < _STATUS_EVERY_MS:
            return
        self._since_status.start()
        later = self.mode.note(live)
        self._parts.status.show_running(" · ".join(filter(None, (later, live.status()))))
        self._show_context()

    def _show_context(self) -> None:
        self.context.show(self._conversation, self._live_here(), empty=self._empty)

    def _count(self, load: Callable[[], Sequence[StoredMessage]]) -> None:
        if self._live_here() is None:
            self.context.count(self._conversation, load)

    def _mode_changed(self, mode: str) -> None:
        if self._live_here() is not None:
            self._show_status(now=True)
            return
        name = self.tr("Plain") if mode == "plain" else self.tr("Speculative")
        self._parts.status.show_text(self.tr("{mode} from the next reply.").format(mode=name))

    def _state_changed(self, state: EngineState) -> None:
        self._instruments.set_model(state.model)
        if state.stage in ("ready", "empty", "failed"):
            self._count(self._stored_here)
            self._show_context()

    def _stored_here(self) -> Sequence[StoredMessage]:
        return self.stored(self._conversation)
