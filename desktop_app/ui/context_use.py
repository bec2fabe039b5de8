"""How full the context is, in words beside the message field."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.ui.chat.composer import Composer
from desktop_app.ui.live_reply import LiveReply


class ContextUse:
    """Remembers what each conversation was last counted at."""

    def __init__(self, composer: Composer) -> None:
        self._composer = composer
        self._tokens: dict[str, int] = {}

    def keep(self, live: LiveReply) -> None:
        """Notes the count of a reply that has ended."""
        if live.context_tokens is not None:
            self._tokens[live.conversation_id] = live.context_tokens

    def forget(self, conversation_id: str) -> None:
        self._tokens.pop(conversation_id, None)

    def show(self, conversation_id: str, live: LiveReply | None, limit: int, *, empty: bool) -> None:
        """live: the reply that runs in this conversation. limit: the context in tokens, 0 without a model.
        empty: nothing was written yet."""
        if not limit:
            self._composer.set_status("")
            return
        tokens = live.context_tokens if live is not None else self._tokens.get(conversation_id)
        used = "0" if empty else "–" if tokens is None else f"{tokens:,}"
        text = QCoreApplication.translate("ContextUse", "context {used} / {limit:,}")
        self._composer.set_status(text.format(used=used, limit=limit))
