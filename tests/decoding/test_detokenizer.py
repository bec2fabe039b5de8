import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.detokenizer import ByteDetokenizer, CumulativeDetokenizer

CASES = json.loads((Path(__file__).parents[1] / "data" / "unicode.json").read_text(encoding="utf-8"))["texts"]
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def of_pieces(pieces: Sequence[bytes], strip: bool = False) -> ByteDetokenizer:
    """Token i is piece i."""
    return ByteDetokenizer(pieces.__getitem__, strip)


def cut(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    places = sorted({place for place in cuts if place <= len(data)})
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


def check_stream(text: str, pieces: Sequence[bytes]) -> None:
    """Each character appears whole, once, and with the token that completes it."""
    detokenizer = of_pieces(pieces)
    shown, seen = "", b""
    for token, piece in enumerate(pieces):
        seen += piece
        shown += detokenizer.push(token)
        assert shown == seen.decode("utf-8", "ignore")
        assert text.startswith(shown)
    assert shown == text


@pytest.mark.parametrize("text", CASES)
def test_byte_by_byte(text: str) -> None:
    check_stream(text, [bytes([byte]) for byte in text.encode()])


@pytest.mark.parametrize("text", CASES)
def test_at_once(text: str) -> None:
    check_stream(text, [text.encode()])


@given(st.sampled_from(CASES) | st.text(), st.lists(st.integers(0, 60)))
def test_random_cuts(text: str, cuts: list[int]) -> None:
    check_stream(text, cut(text.encode(), cuts))


@given(st.binary(), st.lists(st.integers(0, 60)))
def test_any_bytes_end_as_if_decoded_at_once(data: bytes, cuts: list[int]) -> None:
    """Unfinished bytes at the very end are never shown; all others are, as U+FFFD where they are wrong."""
    pieces = cut(data, cuts)
    detokenizer = of_pieces(pieces)
    shown = "".join(detokenizer.push(token) for token in range(len(pieces)))
    whole = data.decode("utf-8", "replace")
    assert whole in (shown, shown + REPLACEMENT)


def test_wrong_bytes_are_shown_as_soon_as_they_are_certainly_wrong() -> None:
    detokenizer = of_pieces([b"\xe4\xbb", b"A", b"\xff"])
    assert [detokenizer.push(token) for token in range(3)] == ["", REPLACEMENT + "A", REPLACEMENT]


def test_only_the_very_first_space_is_stripped() -> None:
    detokenizer = of_pieces([b"", b" a", b" b"], strip=True)
    assert [detokenizer.push(token) for token in range(3)] == ["", "a", " b"]
    assert of_pieces([b" ", b" b"], strip=True).preview([0, 1]) == ["", " b"]
    assert of_pieces([b" a"]).push(0) == " a"


@given(st.sampled_from(CASES), st.lists(st.integers(0, 60)), st.integers(0, 5), st.booleans())
def test_preview_says_what_push_will_and_changes_nothing(
    text: str, cuts: list[int], at: int, strip: bool
) -> None:
    pieces = cut(text.encode(), cuts)
    detokenizer, other = of_pieces(pieces, strip), of_pieces(pieces, strip)
    at = min(at, len(pieces))
    for token in range(at):
        assert detokenizer.push(token) == other.push(token)
    rest = range(at, len(pieces))
    previewed = detokenizer.preview(rest)
    assert detokenizer.preview(list(reversed(rest))) is not None
    assert detokenizer.preview(()) == []
    assert previewed == [detokenizer.push(token) for token in rest] == [other.push(token) for token in rest]


# ---- tokenizers whose decode is a black box


def cumulative(pieces: Sequence[bytes]) -> CumulativeDetokenizer:
    def decode(tokens: Sequence[int]) -> str:
        return b"".join(pieces[token] for token in tokens).decode("utf-8", "replace")

    return CumulativeDetokenizer(decode)


@given(st.sampled_from([text for text in CASES if REPLACEMENT not in text]), st.lists(st.integers(0, 60)))
def test_cumulative_shows_whole_characters(text: str, cuts: list[int]) -> None:
    pieces = cut(text.encode(), cuts)
    detokenizer, shown = cumulative(pieces), ""
    for token in range(len(pieces)):
        shown += detokenizer.push(token)
        assert text.startswith(shown)
    assert shown == text


def test_cumulative_shows_a_real_replacement_character_with_the_next_token() -> None:
    detokenizer = cumulative([b"a", REPLACEMENT.encode(), b"b"])
    assert [detokenizer.push(token) for token in range(3)] == ["a", "", REPLACEMENT + "b"]


def test_cumulative_sees_the_token_before() -> None:
    """As in word pieces: a space belongs between two words, unless the second begins with ##."""
    words = ["play", "##ing", "chess", "well"]

    def decode(tokens: Sequence[int]) -> str:
        return " ".join(words[token] for token in tokens).replace(" ##", "")

    detokenizer = CumulativeDetokenizer(decode)
    assert [detokenizer.push(token) for token in range(4)] == ["play", "ing", " chess", " well"]


def test_cumulative_window_does_not_grow_with_the_reply() -> None:
    longest = 0

    def decode(tokens: Sequence[int]) -> str:
        nonlocal longest
        longest = max(longest, len(tokens))
        return "x" * len(tokens)

    detokenizer = CumulativeDetokenizer(decode)
    assert "".join(detokenizer.push(0) for _ in range(500)) == "x" * 500
    assert longest <= 2


@given(st.sampled_from(CASES), st.lists(st.integers(0, 60)), st.integers(0, 5))
def test_cumulative_preview_changes_nothing(text: str, cuts: list[int], at: int) -> None:
    pieces = cut(text.encode(), cuts)
    detokenizer = cumulative(pieces)
    at = min(at, len(pieces))
    for token in range(at):
        detokenizer.push(token)
    rest = range(at, len(pieces))
    assert detokenizer.preview(rest) == detokenizer.preview(rest)
    assert detokenizer.preview(rest) == [detokenizer.push(token) for token in rest]
