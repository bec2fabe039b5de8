"""Where a conversation's choice for a full context is kept: among its settings."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Overflow
from desktop_app.ui.status_line import StatusLine

_NAME = "overflow"


class OverflowKeeper:
    """current: the open conversation's id; the one that is not stored yet keeps nothing."""

    def __init__(self, store: ChatStore, status: StatusLine, current: Callable[[], str]) -> None:
        self._store = store
        self._status = status
        self._current = current

    def choice(self) -> object:
        """As it was kept, None where nothing was."""
        try:
            return self._store.options.settings(self._current()).get(_NAME) if self._current() else None
        except SlipstreamError as error:
            self._status.show_error(str(error))
            return None

    def keep(self, choice: str) -> None:
        conversation = self._current()
        if not conversation:
            return
        try:
            known = self._store.options.settings(conversation)
            self._store.options.set_settings(conversation, {**known, _NAME: choice})
        except SlipstreamError as error:
            self._status.show_error(str(error))

    def for_engine(self) -> Overflow:
        return "drop_oldest" if self.choice() == "drop_oldest" else "stop"
