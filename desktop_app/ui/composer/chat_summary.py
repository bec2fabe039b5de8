"""A chat summed up by the model, as the beginning of a new one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest
from desktop_app.ui.chat.conversation import model_messages
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.status_line import StatusAction, StatusLine

_KEY = "summary:"
_MOST_TOKENS = 512
# for the model, which answers in the language of the chat
_REQUEST = (
    "Sum up our conversation so far, so that it can be continued from your summary alone. Keep names, "
    "numbers, decisions, open questions and what I asked for. Write in the language of the conversation."
)


class ChatSummary(QObject):
    """done: the id of the new conversation. failed: it was stopped or did not work, which was said."""

    done = Signal(str)
    failed = Signal()

    def __init__(self, store: ChatStore, thread: EngineThread, status: StatusLine, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._status = status
        self._conversation = ""
        self._cancelled = False
        self._serial = 0
        thread.answered.connect(self._answered)

    @property
    def _key(self) -> str:
        return f"{_KEY}{self._serial}"

    def start(self, conversation: str, limit: int) -> None:
        """limit: the context in tokens.

        Raises:
            ChatStoreError: the conversation cannot be read.
        """
        messages = model_messages(self._store.messages(conversation))
        self._conversation = conversation
        self._cancelled = False
        self._serial += 1
        request = ChatRequest(
            (*messages, Message("user", _REQUEST)),
            SamplingParams(temperature=0.0),
            max_tokens=min(_MOST_TOKENS, limit // 4),
            # a session of its own: the chat's cache stays as it is
            session=self._key,
            overflow="drop_oldest",
        )
        self._thread.ask(self._key, request)
        cancel = StatusAction(self.tr("Cancel"), self.cancel)
        self._status.show_progress(self.tr("Summing up the chat…"), None, cancel)

    def cancel(self) -> None:
        if self._conversation:
            # the answer may be on its way already
            self._cancelled = True
            self._thread.stop_ask(self._key)

    def _answered(self, key: str, text: str) -> None:
        if key != self._key or not self._conversation:
            return
        conversation, self._conversation = self._conversation, ""
        if self._cancelled or not text.strip():
            self._status.show_text(self.tr("The chat was not summed up; everything is as it was."))
            self.failed.emit()
            return
        try:
            self._status.show_text("")
            self.done.emit(self._begin(conversation, text.strip()))
        except SlipstreamError as error:
            self._status.show_error(str(error))
            self.failed.emit()

    def _begin(self, conversation: str, summary: str) -> str:
        title = self._store.conversation(conversation).title
        opening = self.tr("Summary of our chat “{title}”:\n\n{summary}")
        with self._store.together():
            new = self._store.create_conversation(self.tr("{title} (continued)").format(title=title))
            self._store.options.set_settings(new.id, self._store.options.settings(conversation))
            self._store.add_user_message(new.id, opening.format(title=title, summary=summary))
        return new.id
