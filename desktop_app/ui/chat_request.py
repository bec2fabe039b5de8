"""From what is chosen in the window to what an engine is asked."""

from __future__ import annotations

from desktop_app.chats.messages import Message
from desktop_app.engines.base import ChatRequest
from desktop_app.ui.preferences import ReplyLimits
from desktop_app.ui.toolbar import ReplyOptions


def chat_request(
    messages: tuple[Message, ...], options: ReplyOptions, limits: ReplyLimits, session: str
) -> ChatRequest:
    """session: the conversation's id; its requests share a cache."""
    return ChatRequest(
        messages=messages,
        sampling=options.sampling,
        draft=options.draft,
        k=options.k,
        verifier=limits.verifier,
        max_tokens=limits.max_tokens,
        stop=limits.stop,
        seed=options.seed,
        session=session,
        control_every=limits.control_every,
    )
