from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.attachments import Attachment, split_attachments, with_attachments

# texts that are full of what the blocks are made of
PIECES = st.sampled_from(
    ["`", "```", "````", "\n", "\n\n", "File: a.py", "File: b\n```\n", "x", "你好", " ", "\t"]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)
NAMES = st.text("ab.`: ", min_size=1).filter(str.strip)
FILES = st.lists(st.builds(Attachment, NAMES, TEXTS), max_size=3)


def test_a_file_stands_behind_the_text_in_a_block_of_its_language() -> None:
    content = with_attachments("Why?", [Attachment("main.py", "print(1)\nprint(2)")])
    assert content == "Why?\n\nFile: main.py\n```python\nprint(1)\nprint(2)\n```"


@pytest.mark.parametrize(
    ("name", "language"),
    [("a.md", "markdown"), ("a.txt", ""), ("a.unheard-of", ""), ("Makefile", "make")],
)
def test_the_language_is_that_of_the_name(name: str, language: str) -> None:
    assert with_attachments("", [Attachment(name, "x")]) == f"File: {name}\n```{language}\nx\n```"


def test_the_fence_is_longer_than_any_inside() -> None:
    content = with_attachments("", [Attachment("a.txt", "````\ncode\n````")])
    assert content == "File: a.txt\n`````\n````\ncode\n````\n`````"


@given(st.text("ab \n", max_size=20), FILES)
def test_what_was_put_together_comes_apart_again(text: str, files: list[Attachment]) -> None:
    content = with_attachments(text, files)
    assert split_attachments(content) == (text, tuple(files))


@given(TEXTS)
def test_any_content_is_what_its_parts_make(content: str) -> None:
    """Not to the letter: a language typed by hand is replaced, nothing else."""
    text, files = split_attachments(content)
    again = with_attachments(text, files)
    assert split_attachments(again) == (text, files)
    if not files:
        assert again == content


@pytest.mark.parametrize(
    "content",
    [
        "```python\nprint(1)\n```",
        "File: a.py\nis missing",
        "File: a.py\n```\nnever closed",
        "File: a.py\n```\nx\n```\nand more text",
        "File: a.py\n```\nx\n```\n\nand more text",
        "text File: a.py\n```\nx\n```",
    ],
)
def test_other_text_stays_text(content: str) -> None:
    assert split_attachments(content) == (content, ())


def test_lines_are_counted() -> None:
    assert Attachment("a", "one\ntwo").lines == 2
    assert Attachment("a", "one").lines == 1
