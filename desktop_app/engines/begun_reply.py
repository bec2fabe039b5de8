"""A reply that is to be gone on with, as text and as ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop_app.models.tokenizer import ModelTokenizer


@dataclass(frozen=True, slots=True)
class Begun:
    """ids stand behind the prompt, as if they had just been generated."""

    text: str = ""
    ids: tuple[int, ...] = ()


def begun_reply(
    tokenizer: ModelTokenizer, text: str, spellings: Iterable[Sequence[int]], eos_ids: frozenset[int]
) -> Begun:
    """The text as the first of the spellings that is this text, without its stop token; else encoded.

    A spelling may be of another model, or reach beyond a text that was cut at a stop string: it counts only
    if the tokenizer reads it as the text. It may end inside a character, which the text then lacks.
    """
    for ids in spellings:
        spelling = tuple(ids[:-1] if ids and ids[-1] in eos_ids else ids)
        if spelling and max(spelling) < tokenizer.vocab_size and _read(tokenizer, spelling) == text:
            return Begun(text, spelling)
    # a part of its own: where a text begins, some tokenizers would put a space
    return Begun(text, tuple(tokenizer.encode_parts([[], [(text, False)]])[1]))


def _read(tokenizer: ModelTokenizer, ids: Sequence[int]) -> str:
    detokenizer = tokenizer.detokenizer()
    return "".join(map(detokenizer.push, ids))
