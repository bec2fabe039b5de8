"""Titles and cleaned text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.text import clean, title_from

ANY_TEXT = st.text(alphabet=st.characters(codec=None), max_size=200)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("", ""),
        ("  \n\n \t", ""),
        ("Short question?\nand more", "Short question?"),
        ("\n\n  second   line\tfirst", "second line first"),
        (
            "Explain how a wing makes lift, without the equal transit fallacy",
            "Explain how a wing makes lift, without the equal…",
        ),
        (
            "Explain how a wing makes lift without the equals, because",
            "Explain how a wing makes lift without the…",
        ),
        ("x" * 60, "x" * 48 + "…"),
        (
            "解释一下推测解码为什么不会改变模型的输出分布,并且给出一个简短的证明",
            "解释一下推测解码为什么不会改变模型的输出分布,并…",
        ),
        ("👩‍👩‍👧" * 30, "👩‍👩‍👧" * 24 + "…"),
        ("👍🏽" * 30, "👍🏽" * 24 + "…"),
        ("e\u0301" * 60, "e\u0301" * 48 + "…"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert title_from(text) == title


@given(ANY_TEXT)
def test_clean_text_can_be_kept_anywhere_and_is_left_alone_the_second_time(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode()
    assert not set(cleaned) & {*map(chr, range(9)), *map(chr, range(11, 32)), "\x7f"}
    assert clean(cleaned) == cleaned


@given(st.text(alphabet=st.characters(exclude_categories=("Cc", "Cs")), max_size=200))
def test_ordinary_text_is_kept(text: str) -> None:
    assert clean(text) == text
