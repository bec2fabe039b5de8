"""The bytes a token stands for, read from the tokenizer's decoder."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_SPACE = "▁"

TokenBytes = Callable[[int], bytes]
TokenText = Callable[[int], str | None]


def bytes_of_token(decoder: dict[str, Any] | None, text_of: TokenText) -> TokenBytes | None:
    """How to get the bytes of a token id, None where the decoder does more than join byte strings.

    decoder is the "decoder" of tokenizer.json. Unknown ids have no bytes.
    """
    steps = _steps(decoder)
    kinds = [step["type"] for step in steps]
    if kinds == ["ByteLevel"]:
        alphabet = byte_alphabet()
        return lambda token: _byte_level(text_of(token) or "", alphabet)
    if _is_sentence_piece(steps):
        has_bytes = "ByteFallback" in kinds
        return lambda token: _sentence_piece(text_of(token) or "", has_bytes)
    return None


def strips_leading_space(decoder: dict[str, Any] | None) -> bool:
    """Whether the decoder takes one space off the start of a text."""
    for step in _steps(decoder):
        if step["type"] == "Strip" and step.get("content") == " " and step.get("start"):
            return True
        if step["type"] == "Metaspace":
            return _metaspace_strips(step)
    return False


def byte_alphabet() -> dict[str, int]:
    """Byte-level BPE's one printable character for each byte, inverted.

    Printable Latin-1 stands for itself; the other bytes, in order, are the characters from U+0100 on.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in set(printable)]
    return {chr(byte): byte for byte in printable} | {chr(256 + n): byte for n, byte in enumerate(others)}


def _byte_level(text: str, alphabet: dict[str, int]) -> bytes:
    try:
        return bytes(alphabet[character] for character in text)
    except KeyError:
        # not of the alphabet as a whole: it stands for itself, as in the decoder
        return text.encode()


def _sentence_piece(text: str, has_bytes: bool) -> bytes:
    match = _BYTE_TOKEN.fullmatch(text) if has_bytes else None
    return bytes([int(match[1], 16)]) if match else text.replace(_SPACE, " ").encode()


def _steps(decoder: dict[str, Any] | None) -> list[dict[str, Any]]:
    if decoder is None:
        return []
    return decoder["decoders"] if decoder["type"] == "Sequence" else [decoder]


def _is_sentence_piece(steps: list[dict[str, Any]]) -> bool:
    kinds = {step["type"] for step in steps}
    if not kinds or kinds - {"Replace", "ByteFallback", "Fuse", "Strip", "Metaspace"}:
        return False
    replaced = [s for s in steps if s["type"] == "Replace"]
    metaspaces = [s for s in steps if s["type"] == "Metaspace"]
    strips = [s for s in steps if s["type"] == "Strip"]
    return (
        len(replaced) + len(metaspaces) == 1
        and all(s["pattern"] == {"String": _SPACE} and s["content"] == " " for s in replaced)
        and all(s["replacement"] == _SPACE for s in metaspaces)
        and all((s["content"], s["start"], s["stop"]) in ((" ", 1, 0), (" ", 0, 0)) for s in strips)
        # a Strip before Fuse works on each token, not on the start of the text
        and (not strips or [s["type"] for s in steps][-2:] == ["Fuse", "Strip"])
    )


def _metaspace_strips(step: dict[str, Any]) -> bool:
    scheme = step.get("prepend_scheme")
    return bool(step.get("add_prefix_space", True)) if scheme is None else scheme != "never"
