"""Things that are expensive to load: a few stay, the least recently used goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Loaded = TypeVar("Loaded")


def recently_used(kept: OrderedDict[Key, Loaded], key: Key, most: int, load: Callable[[], Loaded]) -> Loaded:
    """What `kept` holds for the key, loaded where it does not; afterwards it holds at most so many."""
    if key not in kept:
        kept[key] = load()
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return kept[key]
