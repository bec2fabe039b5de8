from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.translation import whole_characters


@given(st.text(), st.integers(0, 400))
def test_nothing_is_lost_wherever_a_text_is_cut(text: str, at: int) -> None:
    encoded = text.encode("utf-8", "replace")
    first, rest = whole_characters(encoded[:at])
    second, left = whole_characters(rest + encoded[at:])
    assert first + second == encoded.decode()
    assert left == b""


@pytest.mark.parametrize(
    ("data", "text", "rest"),
    [
        (b"", "", b""),
        (b"ab", "ab", b""),
        ("你".encode()[:2], "", "你".encode()[:2]),
        ("a👩".encode()[:4], "a", "👩".encode()[:3]),
        (b"\xff", "�", b""),
        (b"a\xe4b", "a�b", b""),
    ],
)
def test_half_a_character_waits_and_no_character_is_replaced(data: bytes, text: str, rest: bytes) -> None:
    assert whole_characters(data) == (text, rest)
