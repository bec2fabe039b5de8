"""Two tokenizers are compared by what their ids mean."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tokenizers import AddedToken, Tokenizer
from tokenizers_for_tests import (
    byte_level,
    metaspace,
    prepending,
    unigram_that_spells_a_control_token,
    word_piece,
)

from desktop_app.models.compatibility import shared_vocabulary
from desktop_app.models.tokenizer import ModelTokenizer

KINDS = [byte_level, metaspace, prepending, word_piece, unigram_that_spells_a_control_token]


def compare(target: Tokenizer, draft: Tokenizer) -> int | str:
    return shared_vocabulary(ModelTokenizer(target), ModelTokenizer(draft), "Big", "Small")


def changed(change: Callable[[dict[str, Any]], None]) -> Tokenizer:
    """The byte-level tokenizer with other JSON."""
    data = json.loads(byte_level().to_str())
    change(data)
    return Tokenizer.from_str(json.dumps(data))


def swap(vocabulary: dict[str, int], first: str, second: str) -> None:
    vocabulary[first], vocabulary[second] = vocabulary[second], vocabulary[first]


@pytest.mark.parametrize("make", KINDS)
def test_same_tokenizer_shares_all_its_ids(make: Callable[[], Tokenizer]) -> None:
    assert compare(make(), make()) == ModelTokenizer(make()).vocab_size


@pytest.mark.parametrize("make", KINDS[1:])
def test_another_kind_of_tokenizer_is_told_by_its_first_difference(make: Callable[[], Tokenizer]) -> None:
    result = compare(byte_level(), make())
    assert isinstance(result, str)
    assert result.startswith("Token 0 is ")
    assert " in Big and " in result
    assert result.endswith(" in Small.")


def test_two_tokens_with_their_ids_exchanged() -> None:
    """The same size and the same tokens: only the ids tell. The space of a token is shown as a space."""
    known = sorted(byte_level().get_vocab(with_added_tokens=False))
    spaced = [text for text in known if text.startswith("Ġ") and text[1:].isalpha() and text[1:].isascii()]
    first, second = sorted(byte_level().token_to_id(text) for text in spaced[-2:])
    names = [byte_level().id_to_token(token) for token in (first, second)]
    other = changed(lambda data: swap(data["model"]["vocab"], *names))
    shown = [repr(name.replace("Ġ", " ")) for name in names]
    assert compare(byte_level(), other) == f"Token {first:,} is {shown[0]} in Big and {shown[1]} in Small."


def test_special_token_of_another_text() -> None:
    other = changed(lambda data: data["added_tokens"][0].update(content="<start>"))
    result = compare(byte_level(), other)
    place = byte_level().token_to_id("<s>")
    assert result == f"Token {place:,} is '<s>' in Big and '<start>' in Small."


def test_added_tokens_in_another_order() -> None:
    def exchange(data: dict[str, Any]) -> None:
        added = data["added_tokens"]
        added[0]["content"], added[1]["content"] = added[1]["content"], added[0]["content"]

    assert "'<s>' in Big and '</s>' in Small" in str(compare(byte_level(), changed(exchange)))


def test_control_token_that_is_plain_text_to_the_other() -> None:
    def demote(data: dict[str, Any]) -> None:
        data["added_tokens"][1]["special"] = False

    result = str(compare(byte_level(), changed(demote)))
    assert "'</s>'" in result
    assert "is a control token in Big and plain text in Small" in result


def with_tokens(*texts: str) -> Tokenizer:
    tokenizer = byte_level()
    tokenizer.add_tokens([AddedToken(text, normalized=False) for text in texts])
    return tokenizer


@pytest.mark.parametrize("extra", [["<tool>"], ["[PAD700]", "[PAD701]"], ["<unused0>", "<tool>"]])
def test_one_may_go_on_with_added_tokens_and_fillers(extra: list[str]) -> None:
    size = ModelTokenizer(byte_level()).vocab_size
    assert compare(with_tokens(*extra), byte_level()) == size
    assert compare(byte_level(), with_tokens(*extra)) == size
    assert compare(with_tokens(*extra), with_tokens(*extra)) == size + len(extra)


def inside(**more: int) -> Tokenizer:
    """With its added tokens in the trained vocabulary, as GGUF files have them, and more behind them."""

    def change(data: dict[str, Any]) -> None:
        vocabulary = data["model"]["vocab"]
        vocabulary |= {token["content"]: token["id"] for token in data["added_tokens"]} | more

    return changed(change)


def test_fillers_of_a_gguf_file() -> None:
    size = ModelTokenizer(byte_level()).vocab_size
    padded = inside(**{f"[PAD{token}]": token for token in range(size, size + 30)})
    assert ModelTokenizer(padded).vocab_size == size + 30
    assert compare(padded, inside()) == compare(byte_level(), padded) == size


def test_one_may_not_go_on_with_trained_tokens() -> None:
    size = ModelTokenizer(byte_level()).vocab_size
    larger = inside(Ġslipstream=size)
    text = f"Token {size:,} is ' slipstream' in"
    assert compare(inside(), larger) == f"{text} Small, and Big has no such token."
    assert compare(larger, inside()) == f"{text} Big, and Small has no such token."


def test_id_without_a_token() -> None:
    def hole(data: dict[str, Any]) -> None:
        data["added_tokens"] = [data["added_tokens"][0], *data["added_tokens"][2:]]

    result = str(compare(byte_level(), changed(hole)))
    assert "is '</s>' in Big and" in result
