"""The last measured plain reply of a model: a second line in the chart, and the measure of a speedup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore, StoredMessage
from desktop_app.chats.system_prompt import with_system
from desktop_app.decoding.rounds import Round
from desktop_app.engines.base import Started
from desktop_app.settings.chat_options import usable
from desktop_app.ui.chat.chat_settings import SYSTEM_CHANGED
from desktop_app.ui.chat.conversation import model_messages

_LABEL_WORDS = 5


@dataclass(frozen=True, slots=True)
class PlainReference:
    """messages: the prompt it was measured on; tokens_per_s: of its decode; where: device and dtype."""

    rounds: tuple[Round, ...]
    messages: tuple[Message, ...]
    tokens_per_s: float | None
    where: tuple[str, str]

    @property
    def label(self) -> str:
        words = self.messages[-1].content.split() if self.messages else []
        return " ".join(words[:_LABEL_WORDS]) + ("…" if len(words) > _LABEL_WORDS else "")

    def same_prompt(self, messages: Sequence[Message]) -> bool:
        return tuple(messages) == self.messages

    def speed_for(self, messages: Sequence[Message], started: Started) -> float | None:
        """Its tokens/s where the prompt, the device and the dtype are the same, so that a ratio is honest."""
        resolved = started.resolved
        same = self.same_prompt(messages) and (resolved.device, resolved.dtype) == self.where
        return self.tokens_per_s if same else None


@dataclass(frozen=True, slots=True)
class _ReadReply:
    """What is stored of a reply and never changes. before: the messages it answers."""

    reply_id: str
    rounds: tuple[Round, ...]
    before: tuple[StoredMessage, ...]


class PlainReferences:
    """Keeps what it read last: it is asked for whenever a chat is opened and whenever a reply begins."""

    def __init__(self, store: ChatStore) -> None:
        self._store = store
        self._read: _ReadReply | None = None

    def find(self, model: str) -> PlainReference | None:
        """The latest plain reply of the model that is long enough to measure by.

        Raises:
            ChatStoreError: the store cannot be read.
        """
        reply = self._store.last_plain_reply(model) if model else None
        if reply is None:
            self._read = None
            return None
        if self._read is None or self._read.reply_id != reply.id:
            # its own way down, which need not be the one shown now;
            # what it goes on with is a prompt of its own
            path = self._store.tree.path_to(reply.id)
            self._read = _ReadReply(reply.id, self._store.rounds(reply.id), tuple(path[:-1]))
        resolved = (reply.started or {}).get("resolved", {})
        return PlainReference(
            rounds=self._read.rounds,
            messages=_asked(self._store, reply, self._read.before),
            tokens_per_s=reply.tally.decode_tokens_per_s if reply.tally else None,
            where=(str(resolved.get("device", "")), str(resolved.get("dtype", ""))),
        )


def _asked(store: ChatStore, reply: StoredMessage, before: Sequence[StoredMessage]) -> tuple[Message, ...]:
    """The prompt of a stored reply, none where it cannot be known: the system prompt was changed since."""
    kept = store.options.settings(reply.conversation_id)
    changed = kept.get(SYSTEM_CHANGED, 0)
    if isinstance(changed, int | float) and changed > reply.created:
        return ()
    return with_system(model_messages(before), str(usable(kept)[0].get("system", "")))
