"""Which model types can be run here, known without torch: packaging/architectures.py writes the table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from desktop_app.paths import resource


@dataclass(frozen=True, slots=True)
class Architectures:
    """transformers: the version the table was made from. Model types as in config.json.

    runs: causal language models whose state is kept in one of transformers' caches. own_state: those that
    keep it in a way of their own. other: known, but no causal language models. gguf: what is read from GGUF
    files, named as general.architecture names it.
    """

    transformers: str
    runs: frozenset[str]
    own_state: frozenset[str]
    other: frozenset[str]
    gguf: frozenset[str]


@cache
def known_architectures() -> Architectures:
    """The table that comes with the program."""
    table = json.loads(resource("models", "architectures.json").read_text(encoding="utf-8"))
    kinds = {key: frozenset(table[key]) for key in ("runs", "own_state", "other", "gguf")}
    return Architectures(transformers=table["transformers"], **kinds)
