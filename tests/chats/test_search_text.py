"""What is indexed, how a query is cut, and what is shown around a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.search_text import (
    MATCH_BEGIN,
    MATCH_END,
    around,
    index_query,
    like_pattern,
    searchable_text,
    snippet_from,
)

EDGE = "\u200b"


@pytest.mark.parametrize(
    ("text", "indexed"),
    [
        ("a wake, behind", "a wake, behind"),
        ("尾流", f"尾{EDGE}流"),
        ("GPU加速2倍。", f"GPU{EDGE}加{EDGE}速{EDGE}2{EDGE}倍。"),
        ("カーで", f"カ{EDGE}ー{EDGE}で"),
        ("한국어", f"한{EDGE}국{EDGE}어"),
        ("\U00020bb7野", f"\U00020bb7{EDGE}野"),
        ("e\u0301", "é"),
        ("a\x00\x02b\x03\ud800c\u200bd\n\te", "abcd\n\te"),
    ],
)
def test_a_script_without_spaces_is_cut_at_each_character(text: str, indexed: str) -> None:
    assert searchable_text(text) == indexed


@pytest.mark.parametrize(
    ("query", "expression", "signs"),
    [
        ("", "", ()),
        ("  \n", "", ()),
        ("wak", '"wak"*', ()),
        ("wake ", '"wake"', ()),
        ("ship wak", '"ship" "wak"*', ()),
        ("w", '"w"', ()),
        ("尾流", f'"尾{EDGE}流"*', ()),
        ('say "hi" NOT', '"say" """hi""" "NOT"*', ()),
        ("😊 wake", '"wake"*', ("😊",)),
        ("wake 😊", '"wake"', ("😊",)),
        ("* ( ^", "", ("*", "(", "^")),
    ],
)
def test_a_query_is_words_that_must_all_be_there(query: str, expression: str, signs: tuple[str, ...]) -> None:
    assert index_query(query) == (expression, signs)


def test_a_pasted_page_is_no_query() -> None:
    expression, _ = index_query("word " * 10_000)
    assert expression == " ".join(['"word"'] * 40)


def test_a_sign_that_means_something_to_like_is_escaped() -> None:
    assert like_pattern("100%_\\") == "%100\\%\\_\\\\%"


def marked(before: str, match: str, after: str) -> str:
    return f"{before}{MATCH_BEGIN}{match}{MATCH_END}{after}"


def test_a_snippet_is_one_line_in_pieces() -> None:
    part = marked(f"  one\n\ntwo 的{EDGE}", f"尾{EDGE}流", " and\tmore ")
    assert snippet_from(part) == (("one two 的", False), ("尾流", True), (" and more", False))
    assert snippet_from("no match") == (("no match", False),)
    assert snippet_from("") == ()


def test_a_match_is_near_the_front() -> None:
    (head, _), (match, hit), (tail, _) = snippet_from(marked("word " * 30, "wake", " end"))
    assert head == "…" + "word " * 6
    assert (match, hit, tail) == ("wake", True, " end")
    # without spaces it is cut between any two characters
    (head, _), *_ = snippet_from(marked("船" * 50, "尾流", ""))
    assert head == "…" + "船" * 32


def test_the_text_around_a_sign() -> None:
    assert around("a b", "+") == "a b"
    assert around("1+2", "+") == marked("1", "+", "2")
    assert around("x" * 40 + "+" + "y" * 200, "+", 10) == marked("…" + "x" * 32, "+", "y" * 10 + "…")


@given(st.text(), st.text(min_size=1), st.text())
def test_a_snippet_says_what_was_marked(before: str, match: str, after: str) -> None:
    pieces = snippet_from(marked(*(searchable_text(part) for part in (before, match, after))))
    hits = "".join(text for text, hit in pieces if hit)
    assert "".join(hits.split()) == "".join(searchable_text(match).replace(EDGE, "").split())
