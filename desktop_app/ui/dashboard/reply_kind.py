"""What replies have in common whose rounds can be counted together. Free of Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_app.chats.store import StoredMessage

# Replies of a chat that are counted together, the newest: older ones were of another day and its machine.
_MOST = 20


@dataclass(frozen=True, slots=True)
class ReplyKind:
    """From the Started event of a reply. draft is "none" for a plain one."""

    model: str
    draft: str
    k: int | str
    device: str
    dtype: str
    verifier: str
    exact: bool

    @classmethod
    def of(cls, started: Mapping[str, Any]) -> ReplyKind:
        """started: the event as JSON, as it is stored; what is missing in it counts as empty."""
        resolved = started.get("resolved")
        resolved = resolved if isinstance(resolved, dict) else {}
        plain = started.get("mode") == "plain"
        return cls(
            model=str(started.get("model", "")),
            draft="none" if plain else str(started.get("draft", "")),
            k=started["k"] if isinstance(started.get("k"), int) else str(started.get("k", "")),
            device=str(resolved.get("device", "")),
            dtype=str(resolved.get("dtype", "")),
            verifier=str(resolved.get("verifier", "")),
            exact=bool(resolved.get("exact")),
        )

    @property
    def plain(self) -> bool:
        return self.draft == "none"


def earlier_of_kind(path: Sequence[StoredMessage], reply_id: str, kind: ReplyKind) -> list[str]:
    """The ids of the replies before this one on its path that are of its kind, oldest first."""
    found = []
    for message in path:
        if message.id == reply_id:
            break
        if message.role == "assistant" and message.started and ReplyKind.of(message.started) == kind:
            found.append(message.id)
    return found[-_MOST:]
