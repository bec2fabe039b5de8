"""Between the tokens of a target and those of a draft model with another tokenizer."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping
from dataclasses import dataclass

# the ids of a text as it stands in the middle of another; what a token adds to a text
Encode = Callable[[str], list[int]]
TokenBytes = Callable[[int], bytes]


@dataclass(frozen=True, slots=True, eq=False)
class Translation:
    """shared: draft ids by the target ids that stand for the same bytes, one to one; both vocabularies end
    where the logits of their models do. The bytes of a control token are b"".

    begin: ids that the draft's tokenizer puts before every text. ends: ids with which the draft ends a text;
    end: the target's id for that, None where it has none.
    """

    shared: Mapping[int, int]
    target_bytes: TokenBytes
    target_encode: Encode
    draft_bytes: TokenBytes
    draft_encode: Encode
    begin: tuple[int, ...] = ()
    ends: frozenset[int] = frozenset()
    end: int | None = None


def whole_characters(text: bytes) -> tuple[str, bytes]:
    """The text up to a character of UTF-8 that is not complete yet, and the bytes of that; what can become no
    character is replaced."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    whole = decoder.decode(text)
    return whole, decoder.getstate()[0]
