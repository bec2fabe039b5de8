"""The search over all chats: asked of the store as the user types, away from the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from desktop_app.chats.store import ChatStore, SearchHit
from desktop_app.ui.conversations.conversation_list import ConversationList
from desktop_app.ui.conversations.store_thread import StoreJob, StoreThread

_WAIT_MS = 120


class ChatSearch(QObject):
    """Has a thread of its own, so that it waits for no export."""

    def __init__(
        self, chats: Path, pane: ConversationList, complain: Callable[[str], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._complain = complain
        self._job: StoreJob | None = None
        self.store_thread = StoreThread(chats, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._ask)
        pane.search_changed.connect(self._changed)

    @property
    def idle(self) -> bool:
        """Whether what is shown is all there is to be found."""
        return not self._timer.isActive() and not self.store_thread.busy

    def _changed(self, query: str) -> None:
        if self._job is not None:
            self._job.stop()
            self._job = None
        self._timer.start() if query else self._timer.stop()

    def _ask(self) -> None:
        # a space at the end says that the last word is whole
        query = self._pane.search.text().lstrip()
        self._job = self.store_thread.submit(
            partial(_search, query), partial(self._show, query), self._failed
        )

    def _show(self, query: str, hits: list[SearchHit]) -> None:
        if query == self._pane.search.text().lstrip():
            self._pane.show_hits(hits)

    def _failed(self, sentence: str) -> None:
        if sentence:
            self._complain(sentence)


def _search(query: str, store: ChatStore, _job: StoreJob) -> list[SearchHit]:
    return store.search(query)
