"""Whether a draft model reads and writes the same tokens as its target."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.models.tokenizer import ModelTokenizer

# What fills a GGUF file's list of tokens up to the rows of its weights.
FILLER = re.compile(r"\[PAD\d+\]|<(unused|dummy|reserved)\S*>", re.IGNORECASE)


def shared_vocabulary(
    target: ModelTokenizer, draft: ModelTokenizer, target_name: str, draft_name: str
) -> int | str:
    """How many ids mean the same token to both; or the first difference as a sentence.

    Compared are the text of each id, and which are control tokens. One may go on where the other ends with
    added tokens and fillers, which the other's model then never drafts.
    """
    ours, theirs = target.vocabulary(), draft.vocabulary()
    shared = min(target.vocab_size, draft.vocab_size)
    for token in range(shared):
        if ours.get(token) != theirs.get(token):
            mine, other = _shown(target, ours, token), _shown(draft, theirs, token)
            return f"Token {token:,} is {mine} in {target_name} and {other} in {draft_name}."
    for tokenizer, vocabulary, name, shorter in (
        (target, ours, target_name, draft_name),
        (draft, theirs, draft_name, target_name),
    ):
        extra = _first_trained(tokenizer, vocabulary, shared)
        if extra is not None:
            shown = _shown(tokenizer, vocabulary, extra)
            return f"Token {extra:,} is {shown} in {name}, and {shorter} has no such token."
    return _control_difference(target, draft, ours, target_name, draft_name) or shared


def _first_trained(tokenizer: ModelTokenizer, vocabulary: dict[int, str], start: int) -> int | None:
    added = tokenizer.added_ids()
    past = (token for token in range(start, tokenizer.vocab_size) if token in vocabulary)
    return next((t for t in past if t not in added and not FILLER.fullmatch(vocabulary[t])), None)


def _control_difference(
    target: ModelTokenizer,
    draft: ModelTokenizer,
    vocabulary: dict[int, str],
    target_name: str,
    draft_name: str,
) -> str:
    shared = min(target.vocab_size, draft.vocab_size)
    for token in range(shared):
        text = vocabulary.get(token)
        kinds = [
            "a control token" if text in tokenizer.control_tokens else "plain text"
            for tokenizer in (target, draft)
        ]
        if kinds[0] != kinds[1]:
            return (
                f"Token {token:,} ({text!r}) is {kinds[0]} in {target_name} and {kinds[1]} in {draft_name}."
            )
    return ""


def _shown(tokenizer: ModelTokenizer, vocabulary: dict[int, str], token: int) -> str:
    if token not in vocabulary:
        return "no token"
    return repr(tokenizer.decode([token]) or vocabulary[token])
