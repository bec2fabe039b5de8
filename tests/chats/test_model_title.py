"""What the model is asked for a title, and what becomes of its answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.model_title import title_from_answer, title_question
from desktop_app.chats.text import title_from

SAID = "Why are blue skies and C++ so? 蓝天 because title goes on"


def test_the_first_exchange_follows_examples() -> None:
    *examples, message = title_question("Why is the sky blue?", "Because of scattering.")
    assert [example.role for example in examples] == ["user", "assistant"] * 2
    assert message.role == "user"
    assert message.content.startswith("Question: Why is the sky blue?\n\nAnswer: Because of scattering.\n\n")


def test_a_long_exchange_is_read_in_part() -> None:
    message = title_question("q" * 50_000, "z" * 50_000)[-1]
    assert message.content.count("q" * 600) == 1
    assert len(message.content) < 1_000


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("Blue Skies", "Blue Skies"),
        ('\n\n  "Blue Skies."  \nBecause…', "Blue Skies"),
        ("Title: **Blue   Skies**", "Blue Skies"),
        ("# Chat title - “Blue Skies”", "Blue Skies"),
        ("标题：《蓝天》。", "蓝天"),
        ("Why C++?", "Why C++?"),
        ("Blue\tskies\r\nand more", "Blue skies"),
        ("", ""),
        ('""\n---', ""),
        ("...?!", ""),
        ("<think>The user wants", ""),
        ("<|im_start|>assistant", ""),
        ("[INST] Blue skies", ""),
        ("A title that goes on and on until it is much longer than any row", ""),
        ("Blueish skyline", "Blueish skyline"),
        ("Green meadows", ""),
        ("绿地", ""),
    ],
)
def test_an_answer_becomes_a_plain_title(answer: str, title: str) -> None:
    assert title_from_answer(answer, SAID) == title


def test_numbers_alone_are_no_title() -> None:
    assert title_from_answer("1. 1.1.1: 1.1.1", "How do I cook?\n1. Heat the pan.") == ""
    assert title_from_answer("C++ 11", "What is new in C++ 11?") == "C++ 11"


@given(st.text(alphabet=st.characters(codec=None)))
def test_whatever_is_answered_is_a_title_as_any_other(answer: str) -> None:
    title = title_from_answer(answer, answer)
    assert "\n" not in title
    assert title in ("", title_from(title))
    title.encode()
