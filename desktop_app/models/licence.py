"""The licence of a model, as its own files name it. Torch-free."""

from __future__ import annotations

import re
from pathlib import Path

_CARD = "README.md"
_TEXTS = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE")
# a model card begins with YAML between two lines of three dashes
_FRONT = re.compile(r"\A---\s*\n(.*?)\n---\s*$", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(r"^(license|license_name):[ \t]*[\"']?([^\"'\n#]+)", re.MULTILINE)
# the first words, in small letters, of texts that are found beside models without a card
_KNOWN = (
    ("apache license", "apache-2.0"),
    ("mit license", "mit"),
    ("gemma terms of use", "gemma"),
    ("llama 3", "llama3"),
    ("tongyi qianwen", "qwen"),
)
_READ = 1 << 16


def licence_of(folder: Path) -> str:
    """The name in the model card, else what the licence text is known as, else ""."""
    card = _begin(folder / _CARD)
    front = _FRONT.match(card)
    said = dict(_ENTRY.findall(front[1])) if front else {}
    named = said.get("license", "").strip()
    if named == "other" and said.get("license_name"):
        named = said["license_name"].strip()
    return named or _by_text(folder)


def _by_text(folder: Path) -> str:
    for name in _TEXTS:
        beginning = _begin(folder / name)[:500].lower()
        for words, known in _KNOWN:
            if words in beginning:
                return known
    return ""


def _begin(file: Path) -> str:
    try:
        with file.open(encoding="utf-8", errors="replace") as stream:
            return stream.read(_READ)
    except OSError:
        return ""
