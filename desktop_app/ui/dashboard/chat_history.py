"""Reads the earlier replies of a chat for the card “Is it worth it?”, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.reply_kind import ReplyKind, earlier_of_kind
from desktop_app.ui.dashboard.worth_card import WorthCard


class ChatHistory(QObject):
    """The window stays alive meanwhile: between two replies it does what else there is to do."""

    def __init__(
        self, store: ChatStore, dashboard: Dashboard, complain: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._dashboard = dashboard
        self._complain = complain
        self._card = dashboard.instrument(WorthCard)
        self._waiting: list[str] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._read_next)

    def show(self, path: Sequence[StoredMessage], reply_id: str, started: Mapping[str, Any]) -> None:
        """That reply takes the screen; path leads to it. started: its Started event as JSON."""
        kind = ReplyKind.of(started)
        self._waiting = [] if kind.plain else earlier_of_kind(path, reply_id, kind)
        self._card.show_kind(kind, earlier=bool(self._waiting))
        if self._waiting:
            self._timer.start()
        else:
            self._timer.stop()
            self._dashboard.refresh()

    def stop(self) -> None:
        """Nothing is on screen any more."""
        self._timer.stop()
        self._waiting = []

    def _read_next(self) -> None:
        try:
            self._card.add_earlier(self._store.rounds(self._waiting.pop(0)))
        except SlipstreamError as error:
            self._complain(str(error))
            self._waiting = []
        if self._waiting:
            self._timer.start()
            return
        self._card.earlier_known()
        self._dashboard.refresh()
