"""A mark that two tokenizers share when their vocabularies begin alike: a hint that models may be a pair.

Whether they are one is decided by the whole vocabulary (compatibility.py). Torch-free.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from desktop_app.models.compatibility import FILLER

# Ids that count. Those past them differ between versions of one tokenizer, as do control tokens and fillers.
_IDS = 20_000
_MAX_FILE = 64 << 20


def family_of(tokens: Iterable[tuple[int, str]], control: frozenset[int]) -> str:
    """tokens: id and piece as the vocabulary spells it; control: ids that do not count. "" without tokens."""
    counted = sorted(
        (token, piece)
        for token, piece in tokens
        if token < _IDS and token not in control and not FILLER.fullmatch(piece)
    )
    if not counted:
        return ""
    digest = hashlib.sha256("\0".join(piece for _, piece in counted).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:12]


def read_vocabulary(folder: Path) -> tuple[int | None, str]:
    """How many tokens the tokenizer.json of a folder has, and its family; None and "" where there is none."""
    file = folder / "tokenizer.json"
    try:
        if file.stat().st_size > _MAX_FILE:
            return None, ""
        content = json.loads(file.read_text(encoding="utf-8"))
        pieces = list(_pieces(content["model"]["vocab"]))
        added = {int(entry["id"]): str(entry["content"]) for entry in content.get("added_tokens") or ()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None, ""
    count = len({token for token, _ in pieces} | set(added))
    return count, family_of(pieces, frozenset(added))


def _pieces(vocabulary: Mapping[str, int] | list[Any]) -> Iterable[tuple[int, str]]:
    """A mapping from pieces to ids, or a list of pieces with their scores, as Unigram has it."""
    if isinstance(vocabulary, Mapping):
        return ((int(token), str(piece)) for piece, token in vocabulary.items())
    return ((token, str(entry[0])) for token, entry in enumerate(vocabulary))
