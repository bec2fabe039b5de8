"""From what is chosen in the window to what an engine is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from desktop_app.chats.messages import Message
from desktop_app.chats.system_prompt import without_system_role
from desktop_app.engines.base import ChatRequest
from desktop_app.ui.chat.chat_settings import ChatSettings
from desktop_app.ui.engine.engine_jobs import EngineState
from desktop_app.ui.preferences import ReplyLimits
from desktop_app.ui.toolbar import ReplyOptions
from desktop_app.ui.toolbar_options import ToolbarOptions, overlaid


def chat_request(
    messages: tuple[Message, ...],
    options: ReplyOptions,
    limits: ReplyLimits,
    session: str,
    own: Mapping[str, Any] | None = None,
) -> ChatRequest:
    """session: the conversation's id; its requests share a cache. own: what it sets for itself."""
    own = own or {}
    options = overlaid(options, own)
    return ChatRequest(
        messages=messages,
        sampling=options.sampling,
        draft=options.draft,
        standby=options.speculative_draft if options.draft == "none" else "none",
        k=options.k,
        verifier=own.get("verifier", limits.verifier),
        max_tokens=own.get("max_tokens", limits.max_tokens),
        stop=own.get("stop", limits.stop),
        seed=options.seed,
        session=session,
        control_every=limits.control_every,
        record=limits.record,
    )


class ChatRequests:
    """The requests of the open chat: what it sets for itself, then the toolbar, then the settings."""

    def __init__(
        self,
        toolbar: ToolbarOptions,
        chat: ChatSettings,
        limits: Callable[[], ReplyLimits],
        state: Callable[[], EngineState],
    ) -> None:
        self._toolbar = toolbar
        self._chat = chat
        self._limits = limits
        self._state = state

    def open(self, conversation_id: str) -> None:
        """Another conversation is asked from now on; "" is the one that is not stored yet."""
        self._chat.open(conversation_id)

    def write_for(self, conversation_id: str) -> None:
        """The new chat is being stored under this id, its settings with it.

        Raises:
            ChatStoreError: they cannot be written.
        """
        self._chat.write_for(conversation_id)

    def adopt(self, conversation_id: str) -> None:
        """The new chat was stored under this id."""
        self._chat.adopt(conversation_id)

    def flush(self) -> None:
        """Writes what was set a moment ago."""
        self._chat.flush()

    def options(self) -> ReplyOptions:
        """What counts for the next reply.

        Raises:
            BadSamplingError: the toolbar's temperature or seed cannot be used.
        """
        return self._toolbar.take()

    def messages(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """With the system prompt, where one is set."""
        return self._chat.with_system(messages)

    def prompt(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """As the loaded model is asked."""
        messages = self.messages(messages)
        return messages if self._state().takes_system else without_system_role(messages)

    @property
    def max_tokens(self) -> int:
        """What the next reply may have."""
        return int(self._chat.values.get("max_tokens", self._limits().max_tokens))

    def build(self, messages: tuple[Message, ...], options: ReplyOptions, session: str) -> ChatRequest:
        """messages: with the system prompt, which goes where the loaded model takes it."""
        if not self._state().takes_system:
            messages = without_system_role(messages)
        request = chat_request(messages, options, self._limits(), session, self._chat.values)
        return replace(request, overflow=self._chat.overflow)
