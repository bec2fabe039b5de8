"""What two models with different tokenizers have in common, so that one can draft for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from desktop_app.decoding.translation import Encode, Translation

if TYPE_CHECKING:
    from desktop_app.models.tokenizer import ModelTokenizer


class Vocabulary(Protocol):
    """What of a model is asked: as in LoadedModel."""

    @property
    def tokenizer(self) -> ModelTokenizer: ...

    @property
    def vocab_size(self) -> int: ...

    @property
    def eos_ids(self) -> frozenset[int]: ...


def translation(target: Vocabulary, draft: Vocabulary) -> Translation | None:
    """Tokens of the same bytes are the same token; control tokens are none, but both end a text.

    None where the tokens of one of them have no bytes of their own.
    """
    ours, theirs = target.tokenizer, draft.tokenizer
    if not (ours.has_bytes and theirs.has_bytes):
        return None
    end = _end(target)
    shared = _shared(_by_bytes(ours, target.vocab_size), _by_bytes(theirs, draft.vocab_size))
    ends = frozenset(token for token in draft.eos_ids if token < draft.vocab_size)
    if end is not None and ends:
        shared[end] = min(ends)
    return Translation(
        shared=shared,
        target_bytes=ours.token_bytes,
        target_encode=_encode(ours),
        draft_bytes=theirs.token_bytes,
        draft_encode=_encode(theirs),
        begin=tuple(theirs.encode("")),
        ends=ends,
        end=end,
    )


def _by_bytes(tokenizer: ModelTokenizer, size: int) -> dict[bytes, int]:
    """Of several tokens with the same bytes the first one counts."""
    found: dict[bytes, int] = {}
    for token in sorted(tokenizer.vocabulary()):
        if token < size:
            found.setdefault(tokenizer.token_bytes(token), token)
    found.pop(b"", None)
    return found


def _shared(ours: dict[bytes, int], theirs: dict[bytes, int]) -> dict[int, int]:
    return {token: theirs[text] for text, token in ours.items() if text in theirs}


def _end(target: Vocabulary) -> int | None:
    """The id that ends a reply: of several the one that the chat template writes."""
    ends = sorted(token for token in target.eos_ids if token < target.vocab_size)
    template = target.tokenizer.chat_template or ""
    vocabulary = target.tokenizer.vocabulary()
    written = [token for token in ends if vocabulary.get(token, "\0") in template]
    return next(iter(written or ends), None)


def _encode(tokenizer: ModelTokenizer) -> Encode:
    """Text that a draft wrote is text, whatever it spells."""
    return lambda text: tokenizer.encode_pieces([(text, False)])
