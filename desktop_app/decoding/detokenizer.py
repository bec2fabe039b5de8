"""Incremental text of a token stream that never shows half a character."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from typing import Protocol

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


class Detokenizer(Protocol):
    """Turns the tokens of one reply into text, one token at a time."""

    def push(self, token: int) -> str:
        """Adds a token; returns the text it completes, "" while a character is unfinished."""

    def preview(self, tokens: Sequence[int]) -> list[str]:
        """The text each of the tokens would add now, leaving the state as it is."""

    def copy(self) -> Detokenizer:
        """One in the same state, to look ahead with."""

    def raw(self, token: int) -> str:
        """A token by itself, for the eye: bytes that make no character as \\xf0, where they are known."""


class ByteDetokenizer:
    """For tokenizers whose tokens are byte strings: exact, and constant work for each token.

    An unfinished character at the end of the reply is never shown. Bytes that cannot become a character
    are shown as U+FFFD as soon as that is certain.
    """

    def __init__(self, token_bytes: Callable[[int], bytes], strip_leading_space: bool = False) -> None:
        self._token_bytes = token_bytes
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._strip = strip_leading_space

    def push(self, token: int) -> str:
        text = self._decoder.decode(self._token_bytes(token))
        if self._strip and text:
            self._strip = False
            return text.removeprefix(" ")
        return text

    def preview(self, tokens: Sequence[int]) -> list[str]:
        state, strip = self._decoder.getstate(), self._strip
        texts = [self.push(token) for token in tokens]
        self._decoder.setstate(state)
        self._strip = strip
        return texts

    def copy(self) -> ByteDetokenizer:
        twin = ByteDetokenizer(self._token_bytes, self._strip)
        twin._decoder.setstate(self._decoder.getstate())
        return twin

    def raw(self, token: int) -> str:
        return self._token_bytes(token).decode("utf-8", "backslashreplace")


class CumulativeDetokenizer:
    """For any tokenizer: decodes a short window again for each token and shows what it adds.

    The window starts at the last shown token, so that decoders which look at the token before (spaces,
    word pieces) see it. A window that ends in U+FFFD is held back until the next token.
    """

    def __init__(self, decode: Callable[[Sequence[int]], str]) -> None:
        self._decode = decode
        self._shown: list[int] = []
        self._held: list[int] = []

    def push(self, token: int) -> str:
        self._held.append(token)
        before = self._decode(self._shown)
        now = self._decode(self._shown + self._held)
        if now.endswith(_REPLACEMENT) or len(now) < len(before):
            return ""
        self._shown, self._held = self._held, []
        return now[len(before) :]

    def preview(self, tokens: Sequence[int]) -> list[str]:
        state = list(self._shown), list(self._held)
        texts = [self.push(token) for token in tokens]
        self._shown, self._held = state
        return texts

    def copy(self) -> CumulativeDetokenizer:
        twin = CumulativeDetokenizer(self._decode)
        twin._shown, twin._held = list(self._shown), list(self._held)
        return twin

    def raw(self, token: int) -> str:
        return self._decode([token])
