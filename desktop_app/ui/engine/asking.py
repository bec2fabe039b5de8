"""How a reply is asked for, and which one runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.ui.chat.chat_request import ChatRequests
from desktop_app.ui.chat.chat_screen import ChatScreen
from desktop_app.ui.chat.conversation import model_messages
from desktop_app.ui.chat.live_reply import LiveReply
from desktop_app.ui.chat.wanted_reply import Gate
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.toolbar import ReplyOptions


class Asking(QObject):
    """One reply runs at a time, whatever conversation is open. gate: asked before it is stored."""

    def __init__(
        self,
        store: ChatStore,
        thread: EngineThread,
        requests: ChatRequests,
        screen: ChatScreen,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._thread = thread
        self._requests = requests
        self._screen = screen
        self.live: LiveReply | None = None
        self.gate: Gate = lambda _: True

    def obstacle(self) -> str:
        """Why no reply can be asked for now, in a sentence; "" when one can."""
        state = self._thread.state
        if self.live is not None:
            return self.busy()
        if state.stage in ("fetching", "loading"):
            return self.tr("The model is still being loaded; your text stays here, send it when it is ready.")
        if state.stage == "duelling":
            return self.tr("A duel is running; your text stays here, send it when the duel is over.")
        if state.stage == "measuring":
            return self.tr("The speed is being measured; your text stays here, send it in a moment.")
        if state.stage == "testing":
            return self.tr("A self-test is running; your text stays here, send it when it is over.")
        if state.stage == "verifying":
            return self.tr("A trace is being verified; your text stays here, send it when that is over.")
        if not state.model:
            return self.tr("No model is loaded: choose one under Target, then send; your text stays here.")
        return ""

    def busy(self) -> str:
        """Why nothing can be changed while a reply runs; "" while none does."""
        if self.live is None:
            return ""
        return self.tr("A reply is being written: stop it or wait for its end first.")

    def options(self) -> ReplyOptions:
        """What counts for the next reply; to be read before anything is stored for it.

        Raises:
            BadSamplingError: the toolbar's temperature or seed cannot be used.
            ChatStoreError: the store cannot be written.
        """
        # a reply whose end could not be written when the disk was full
        self._store.recover()
        return self._requests.options()

    def begin(
        self,
        reply: StoredMessage,
        options: ReplyOptions,
        path: Sequence[StoredMessage],
        *,
        asked: StoredMessage | None = None,
        references: Sequence[str] = (),
        reply_ids: Sequence[int] = (),
    ) -> None:
        """Asks for the reply that was stored as an empty message, and shows it.

        path: to the reply. asked: the question, when it and its reply were added at the end of what is shown;
        else all is shown anew. references and reply_ids as in ChatRequest.
        """
        messages = self._requests.messages(model_messages(path))
        request = replace(
            self._requests.build(messages, options, reply.conversation_id),
            references=tuple(references),
            continues=reply.continues,
            reply_ids=tuple(reply_ids),
        )
        self.live = LiveReply(reply.id, reply.conversation_id, messages)
        self._thread.reply(request, reply.id)
        if asked is not None:
            self._screen.begin(self.live, asked, path)
        else:
            self._screen.restart(self.live, path)
