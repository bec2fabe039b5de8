from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tokenizers import Tokenizer
from tokenizers_for_tests import byte_level, metaspace, prepending, word_piece

from desktop_app.decoding.translation import Translation
from desktop_app.models.tokenizer import ModelTokenizer
from desktop_app.models.vocabulary_overlap import translation

TEXT = "The quick brown fox: 价格是 100 元, naïve <|im_end|> 👩‍🚀\n"


def model(backend: Tokenizer, *, template: str = "", ends: tuple[str, ...] = ("</s>",)) -> Any:
    tokenizer = ModelTokenizer(backend, chat_template=template or None)
    ids = {text: token for token, text in tokenizer.vocabulary().items()}
    return SimpleNamespace(
        tokenizer=tokenizer, vocab_size=tokenizer.vocab_size, eos_ids=frozenset(ids[end] for end in ends)
    )


def between(target: Any, draft: Any) -> Translation:
    found = translation(target, draft)
    assert found is not None
    return found


PAIRS = [(byte_level, metaspace), (metaspace, byte_level), (byte_level, prepending), (prepending, metaspace)]


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_shared_tokens_stand_for_the_same_bytes_one_to_one(ours: Any, theirs: Any) -> None:
    target, draft = model(ours()), model(theirs())
    found = between(target, draft)
    ends = {found.end}
    assert len(found.shared) > 50
    assert len(set(found.shared.values())) == len(found.shared)
    for token, own in found.shared.items():
        if token not in ends:
            data = target.tokenizer.token_bytes(token)
            assert data == draft.tokenizer.token_bytes(own) != b""


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_a_text_is_the_same_text_in_the_tokens_of_both(ours: Any, theirs: Any) -> None:
    found = between(model(ours()), model(theirs()))
    for encode, token_bytes in (
        (found.target_encode, found.target_bytes),
        (found.draft_encode, found.draft_bytes),
    ):
        text = b"".join(map(token_bytes, encode(TEXT))).decode()
        # some tokenizers begin every text with a space
        assert text.removeprefix(" ") == TEXT


def test_control_tokens_are_shared_with_nobody_but_the_end_is() -> None:
    target, draft = model(byte_level()), model(metaspace())
    found = between(target, draft)
    controls = {
        token
        for token, text in target.tokenizer.vocabulary().items()
        if text in target.tokenizer.control_tokens
    }
    assert controls & set(found.shared) == {found.end}
    assert found.shared[found.end] in found.ends == draft.eos_ids
    text = found.target_encode("a<|im_end|>b")
    assert not controls & set(text)


def test_of_several_ends_the_one_in_the_template_is_drafted() -> None:
    target = model(byte_level(), template="{{ x }}<|im_end|>", ends=("</s>", "<|im_end|>"))
    assert target.tokenizer.vocabulary()[between(target, model(metaspace())).end] == "<|im_end|>"  # type: ignore[index]


def test_ids_past_the_logits_are_never_shared() -> None:
    target, draft = model(byte_level()), model(metaspace())
    target.vocab_size, draft.vocab_size = 100, 90
    found = between(target, draft)
    assert max(found.shared) < 100
    assert max(found.shared.values()) < 90


def test_tokens_without_bytes_of_their_own_cannot_be_translated() -> None:
    assert translation(model(byte_level()), model(word_piece())) is None
    assert translation(model(word_piece()), model(byte_level())) is None
