"""What the model is asked for a title, and what becomes of its answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.model_title import title_from_answer, title_question
from desktop_app.chats.text import title_from


def test_the_first_exchange_is_one_question() -> None:
    (message,) = title_question("Why is the sky blue?", "Because of scattering.")
    assert message.role == "user"
    assert message.content.endswith("Question: Why is the sky blue?\n\nAnswer: Because of scattering.")


def test_a_long_exchange_is_read_in_part() -> None:
    (message,) = title_question("q" * 50_000, "a" * 50_000)
    assert message.content.count("q") == pytest.approx(1_000, abs=5)
    assert len(message.content) < 1_800


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("Blue Skies", "Blue Skies"),
        ('\n\n  "Blue Skies."  \nBecause…', "Blue Skies"),
        ("Title: **Blue   Skies**", "Blue Skies"),
        ("# Chat title - “Blue Skies”", "Blue Skies"),
        ("标题：《蓝天》。", "蓝天"),
        ("What is C++?", "What is C++?"),
        ("Blue\tskies\r\nand more", "Blue skies"),
        ("", ""),
        ('""\n---', ""),
        ("...?!", ""),
        ("<think>The user wants", ""),
        ("<|im_start|>assistant", ""),
        ("[INST] Blue skies", ""),
        (
            "A title that goes on and on until it is much longer than any row",
            "A title that goes on and on until it is much…",
        ),
    ],
)
def test_an_answer_becomes_a_plain_title(answer: str, title: str) -> None:
    assert title_from_answer(answer, "", "") == title


@pytest.mark.parametrize(
    ("answer", "asked", "kept"),
    [
        ("Learning to Cook", "Give me four tips for learning to cook.", True),
        ("Cookery lessons", "How do I learn cooking?", True),
        ("The answer to the question", "Give me four tips for learning to cook.", False),
        ("学习做饭", "请给我四个学习做饭的建议。", True),
        ("Dad, I'm glad", "请给我四个学习做饭的建议。", False),
        ("Pans and their heat", "How does it work?", True),
    ],
)
def test_a_title_shares_a_word_with_the_question(answer: str, asked: str, kept: bool) -> None:
    assert bool(title_from_answer(answer, asked, "Heat the pan first.")) == kept


@given(st.text(alphabet=st.characters(codec=None)))
def test_whatever_is_answered_is_a_title_as_any_other(answer: str) -> None:
    title = title_from_answer(answer, "", "")
    assert "\n" not in title
    assert title_from(title) in (title, title_from(title))
    assert len(title) <= 49
    title.encode()
