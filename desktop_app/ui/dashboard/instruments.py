"""What the dashboard is told: the reply on screen, and the plain reply it may be compared with."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Event, Started
from desktop_app.engines.event_json import event_to_json
from desktop_app.engines.placed_plans import stored_events
from desktop_app.ui.chat.live_reply import LiveReply
from desktop_app.ui.dashboard.chat_history import ChatHistory
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.plain_reference import PlainReference, PlainReferences


class Instruments(QObject):
    """complain is told, in a sentence, when the store cannot be read."""

    def __init__(
        self, store: ChatStore, dashboard: Dashboard, complain: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._references = PlainReferences(store)
        self._dashboard = dashboard
        self._complain = complain
        self._model = ""
        self._plain: PlainReference | None = None
        self._path: Sequence[StoredMessage] = ()
        self._history = ChatHistory(store, dashboard, complain, self)

    def set_model(self, name: str) -> None:
        if name != self._model:
            self._model = name
            self.refresh_reference()

    def show_path(self, path: Sequence[StoredMessage]) -> None:
        """What is on screen: the reply that is shown next is on it."""
        self._path = path

    def show_nothing(self) -> None:
        self._history.stop()
        self._dashboard.clear()
        self.refresh_reference()

    def begin(self, live: LiveReply, started: Started) -> None:
        self.refresh_reference(live)
        self._dashboard.begin_reply(started)
        self._history.show(self._path, live.message_id, event_to_json(started))
        if self._plain is not None and started.mode != "plain":
            self._dashboard.set_same_prompt_plain(self._plain.speed_for(live.messages, started))

    def add(self, events: Sequence[Event]) -> None:
        """What came of a reply that has begun."""
        self._dashboard.add(events)

    def finish(self, live: LiveReply) -> None:
        self._dashboard.finish(live.summary())

    def show_live(self, live: LiveReply) -> None:
        """Brings a reply that runs back, as far as it is."""
        if live.started is not None:
            self.begin(live, live.started)
            self.add(live.instrument_events)

    def show_stored(self, reply: StoredMessage, rounds: Sequence[Round]) -> None:
        self._dashboard.show_reply(stored_events(reply.started, rounds), reply.tally)
        if reply.started:
            self._history.show(self._path, reply.id, reply.started)

    def refresh_reference(self, live: LiveReply | None = None) -> None:
        """The last measured plain reply of the model, labelled with the prompt it was measured on."""
        try:
            self._plain = self._references.find(self._model)
        except SlipstreamError as error:
            self._complain(str(error))
        plain = self._plain
        if plain is None:
            self._dashboard.set_plain_reference((), "")
            return
        same = live is not None and plain.same_prompt(live.messages)
        text = self.tr("plain, same prompt") if same else self.tr("plain, other prompt: “{prompt}”")
        self._dashboard.set_plain_reference(plain.rounds, text.format(prompt=plain.label))
