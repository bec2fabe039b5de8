from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.drafters.retokenized_text import RetokenizedText
from desktop_app.decoding.translation import Translation

# the draft's tokenizer: a token is one character, or two of the pairs, whose id is past all characters
PAIRS = {"ab": 0x110000, "啊b": 0x110001, "  ": 0x110002}
TEXTS = {token: pair for pair, token in PAIRS.items()}


def encode(text: str) -> list[int]:
    ids: list[int] = []
    while text:
        pair = PAIRS.get(text[:2])
        ids.append(ord(text[0]) if pair is None else pair)
        text = text[1 if pair is None else 2 :]
    return ids


def decode(ids: Sequence[int]) -> str:
    return "".join(TEXTS.get(token) or chr(token) for token in ids)


def retokenized(begin: tuple[int, ...] = ()) -> RetokenizedText:
    """The target's tokens are bytes."""
    return RetokenizedText(
        Translation({}, lambda token: bytes([token]), encode, lambda _: b"", encode, begin=begin)
    )


LETTERS = st.text(alphabet="ab啊 👩\n", max_size=300)


@given(LETTERS, st.lists(st.integers(1, 40), min_size=1))
def test_ids_stand_for_the_text_however_it_comes(written: str, sizes: list[int]) -> None:
    text = retokenized(begin=(7,))
    text.start([])
    data = written.encode()
    at = 0
    while at < len(data):
        size = sizes[at % len(sizes)]
        before, settled = list(text.ids), text.settled
        text.extend(data[at : at + size])
        at += size
        assert text.ids[:settled] == before[:settled], "what is settled stays"
        whole = data[:at].decode(errors="ignore")
        assert text.ids[0] == 7
        assert decode(text.ids[1:]) == whole
        assert text.whole == (data[:at] == whole.encode())


def test_pieces_join_to_longer_tokens() -> None:
    text = retokenized()
    text.start(b"xa")
    text.extend(b"b")
    assert text.ids == [ord("x"), PAIRS["ab"]]


@given(LETTERS)
def test_a_text_given_at_once_is_cut_as_its_tokenizer_does(written: str) -> None:
    text = retokenized()
    text.start(written.encode())
    assert text.ids == encode(written)


def test_a_long_text_is_not_encoded_again_and_again() -> None:
    asked: list[int] = []

    def counted(text: str) -> list[int]:
        asked.append(len(text))
        return encode(text)

    text = RetokenizedText(Translation({}, lambda token: bytes([token]), encode, lambda _: b"", counted))
    text.start(b"word " * 1000)
    for _ in range(2000):
        text.extend(b"w")
    assert max(asked[1:]) <= 257
