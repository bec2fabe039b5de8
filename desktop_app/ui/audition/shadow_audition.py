"""When nothing happens for a while, the open chat's replies are tried with other drafts."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from desktop_app.bench.audition_outcome import AuditionOutcome, outcome_from_json
from desktop_app.bench.duel import Lane
from desktop_app.chats.store import ChatStoreError
from desktop_app.engines.base import DraftLength
from desktop_app.ui.audition.asked_replies import asked_replies, used_lane
from desktop_app.ui.chat.chat_controller import ChatController
from desktop_app.ui.chat.chat_settings_controller import ChatSettingsController
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.dashboard.audition_card import AuditionCard
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.worth_card import WorthCard
from desktop_app.ui.window_services import WindowServices

# since a key was pressed in the message field, a reply ran, or another chat was opened
_IDLE_MS = 20_000
# in the settings of a conversation, which the store does not look into
KEY = "audition"
CARD = "audition"


@dataclass(frozen=True, slots=True)
class AuditionParts:
    composer: Composer
    chats: ChatController
    settings: ChatSettingsController
    dashboard: Dashboard


class ShadowAudition(QObject):
    """Off unless the setting is on. What came of it is kept with the chat and shown in a card."""

    def __init__(self, services: WindowServices, parts: AuditionParts, parent: QObject) -> None:
        super().__init__(parent)
        self._services = services
        self._parts = parts
        # those that failed, which would fail again
        self._failed: set[tuple[str, ...]] = set()
        self._heard: tuple[str, ...] = ()
        self.card = parts.dashboard.instrument(AuditionCard)
        self._worth = parts.dashboard.instrument(WorthCard)
        self.idle = QTimer(self)
        self.idle.setSingleShot(True)
        self.idle.setInterval(_IDLE_MS)
        self.idle.timeout.connect(self._begin)
        self.card.chosen.connect(self._use)
        services.preferences.changed.connect(self._setting_changed)
        services.thread.state_changed.connect(self._something_happened)
        services.thread.auditioned.connect(self._auditioned)
        parts.composer.changed.connect(self._something_happened)
        for signal in (parts.chats.opened, parts.chats.stored, parts.chats.reply_ended):
            signal.connect(self._chat_changed)
        parts.settings.chat.changed.connect(self._show)
        self._show()

    @property
    def wanted(self) -> bool:
        return self._services.preferences.settings.shadow_audition

    # -- when ---------------------------------------------------------------------------------------------

    def _something_happened(self, *_: object) -> None:
        self._services.thread.stop_audition()
        self.idle.stop()
        if self.wanted:
            self.idle.start()

    def _chat_changed(self, _conversation: str = "") -> None:
        self._something_happened()
        self._show()

    def _setting_changed(self, names: frozenset[str]) -> None:
        if "shadow_audition" not in names:
            return
        column = self._parts.dashboard.column
        column.change(column.arrangement.with_hidden(CARD, not self.wanted))
        self._chat_changed()

    def _begin(self) -> None:
        state, current = self._services.thread.state, self._parts.chats.current
        if not self.wanted or state.stage != "ready" or not current or self._parts.chats.replying:
            return
        if self._services.thread.auditioning:
            # it was stopped and has not heard of it yet
            self.idle.start()
            return
        try:
            path = self._services.store.messages(current)
        except ChatStoreError:
            # whoever shows the chat says so
            return
        replies = asked_replies(path, state.model, self._parts.settings.requests.prompt)
        used = used_lane(path, replies, self._chosen())
        ids = tuple(reply.message_id for reply in replies)
        known = self._outcome()
        done = known is not None and known.model == state.model and known.messages == ids
        if ids and ids not in self._failed and not done:
            self._heard = ids
            self._services.thread.audition(current, replies, used)

    # -- what came of it ----------------------------------------------------------------------------------

    def _auditioned(self, conversation: str, outcome: AuditionOutcome | None) -> None:
        if outcome is None:
            self._failed.add(self._heard)
            return
        options = self._services.store.options
        try:
            kept = options.settings(conversation)
            options.set_settings(conversation, {**kept, KEY: outcome.to_json()})
        except ChatStoreError:
            # it was deleted, or the disk has spoken for itself already
            return
        if conversation == self._parts.chats.current:
            self._show()

    def _show(self) -> None:
        outcome = self._outcome()
        self.card.show_outcome(outcome, self._chosen())
        words = self.card.words
        self._worth.show_audition(*((words.text(), words.toolTip()) if outcome else ("", "")))

    def _outcome(self) -> AuditionOutcome | None:
        current = self._parts.chats.current
        try:
            kept = self._services.store.options.settings(current) if current else {}
        except ChatStoreError:
            return None
        return outcome_from_json(kept.get(KEY))

    def _chosen(self) -> Lane:
        """What counts for the next reply."""
        own, general = self._parts.settings.chat.values, self._services.preferences.options()
        return Lane(own.get("draft", general.draft), own.get("k", general.k))

    def _use(self, draft: str, k: DraftLength) -> None:
        chat = self._parts.settings.chat
        chat.set("draft", draft)
        chat.set("k", k)
