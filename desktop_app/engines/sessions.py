"""The conversations whose caches are kept, so that returning to one costs no prefill."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

import torch

from desktop_app.decoding.session import Session
from desktop_app.models.memory import available_bytes

# Of the memory that is free once the model is loaded: so much may lie in caches that nobody uses now.
_SHARE = 4
_UNKNOWN_MEMORY = 4 << 30


def sessions_memory(device: torch.device) -> int:
    """Bytes for the caches of all conversations together; asked for once the model is loaded."""
    free = available_bytes(device)
    return (_UNKNOWN_MEMORY if free is None else free) // _SHARE


def _nothing(_: Session) -> int:
    return 0


class Sessions:
    """Sessions by key. Past max_bytes the least recently used are freed, never the one used last.

    extra_bytes: what is kept elsewhere for a session and goes with it, such as a draft model's cache.
    """

    def __init__(
        self,
        new_session: Callable[[], Session],
        max_bytes: int,
        extra_bytes: Callable[[Session], int] = _nothing,
    ) -> None:
        self._new_session = new_session
        self._max_bytes = max_bytes
        self._extra_bytes = extra_bytes
        self._kept: OrderedDict[str, Session] = OrderedDict()

    def get(self, key: str) -> Session:
        """The session of this key, a new one where none is kept; it is in use until another is got."""
        if key not in self._kept:
            self._kept[key] = self._new_session()
        self._kept.move_to_end(key)
        self.trim()
        return self._kept[key]

    def peek(self, key: str) -> Session | None:
        """The session where one is kept; changes nothing."""
        return self._kept.get(key)

    def trim(self) -> None:
        """Frees what is too much, since caches grow while they are used."""
        sizes = {key: self._bytes(session) for key, session in self._kept.items()}
        while len(self._kept) > 1 and sum(sizes.values()) > self._max_bytes:
            key, _ = self._kept.popitem(last=False)
            del sizes[key]

    def forget(self, key: str) -> None:
        self._kept.pop(key, None)

    def clear(self) -> None:
        self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def nbytes(self) -> int:
        return sum(map(self._bytes, self._kept.values()))

    def _bytes(self, session: Session) -> int:
        return session.cache.nbytes + self._extra_bytes(session)
