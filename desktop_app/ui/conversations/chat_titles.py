"""Titles made by the model once a conversation has its first reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from desktop_app.chats.model_title import title_from_answer, title_question
from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.chats.text import title_from
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest
from desktop_app.ui.engine.engine_thread import EngineThread

SESSION = "title of "
_MAX_TOKENS = 16
# a title that had to give way is tried again after the next replies, but not for ever
_TRIES = 3


class ChatTitles(QObject):
    """A title that the user gave is never touched; one that fails leaves the title made of the user's words.

    The model is asked in a session of its own, and whatever the user sends goes first.
    """

    titled = Signal()

    def __init__(
        self, store: ChatStore, thread: EngineThread, wanted: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._wanted = wanted
        # by session: the conversation, the title it has while the model is asked, and what was said in it
        self._asked: dict[str, tuple[str, str, str]] = {}
        thread.answered.connect(self._answered)

    def reply_ended(self, conversation_id: str) -> None:
        """Asks for a title where the conversation still has the one made of its first words."""
        session = SESSION + conversation_id
        if not self._wanted() or session in self._asked:
            return
        try:
            title = self._store.conversation(conversation_id).title
            exchange = _exchange(self._store.messages(conversation_id))
        except SlipstreamError:
            # it was deleted, or the disk has spoken for itself already
            return
        if exchange is None or title != title_from(exchange[0]):
            return
        self._asked[session] = (conversation_id, title, " ".join(exchange))
        request = ChatRequest(
            messages=title_question(*exchange),
            sampling=SamplingParams(temperature=0.0),
            draft="none",
            max_tokens=_MAX_TOKENS,
            session=session,
        )
        self._thread.ask(session, request, gives_way=True)

    def _answered(self, key: str, text: str) -> None:
        conversation_id, before, exchange = self._asked.pop(key, ("", "", ""))
        title = title_from_answer(text, exchange)
        if not conversation_id or not title:
            return
        try:
            if self._store.conversation(conversation_id).title == before:
                self._store.rename(conversation_id, title)
                self.titled.emit()
        except SlipstreamError:
            # it is gone; nobody waits for its title
            return


def _exchange(messages: Sequence[StoredMessage]) -> tuple[str, str] | None:
    """The first question and reply of a young conversation."""
    asked = next((m.content for m in messages if m.role == "user"), "")
    replies = [m for m in messages if m.role == "assistant"]
    answered = next((m.content for m in replies if m.status == "complete" and m.content), "")
    return (asked, answered) if answered and len(replies) <= _TRIES else None
