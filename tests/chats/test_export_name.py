"""File names made of titles: any system takes them, and a reader still knows the title."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.export_name import export_file_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What is a wake?", "What is a wake.md"),
        ("为什么天空是蓝色的？", "为什么天空是蓝色的？.md"),
        ('a/b\\c:d*e<f>g|h"i', "a b c d e f g h i.md"),
        ("  two\n lines\t ", "two lines.md"),
        ("..hidden. ", "hidden.md"),
        ("~$lock", "$lock.md"),
        ("--help", "help.md"),
        ("-.hidden", "hidden.md"),
        ("a.txt", "a.txt.md"),
        ("e\u0301te\u0301", "\u00e9t\u00e9.md"),
        ("abc\u202etxt.exe", "abctxt.exe.md"),
        ("half \ud83d", "half \ufffd.md"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467 family",
            "\U0001f468\u200d\U0001f469\u200d\U0001f467 family.md",
        ),
        ("", "chat.md"),
        ("???", "chat.md"),
        ("...", "chat.md"),
        ("CON", "_CON.md"),
        ("nul.tar", "_nul.tar.md"),
        ("com1 .x", "_com1 .x.md"),
        ("LPT\u00b9", "_LPT\u00b9.md"),
        ("console", "console.md"),
        ("com10", "com10.md"),
    ],
)
def test_names(title: str, name: str) -> None:
    assert export_file_name(title, ".md") == name


def test_long_titles_are_cut_between_characters() -> None:
    assert export_file_name("x" * 500, ".md") == "x" * 120 + ".md"
    assert export_file_name("船" * 500, ".md") == "船" * 40 + ".md"
    # 25 bytes a family, so the fifth one does not fit any more
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    assert export_file_name(family * 9, ".md") == family * 4 + ".md"


def test_another_word_for_what_has_no_title() -> None:
    assert export_file_name("/", ".html", untitled="对话") == "对话.html"


@given(st.text(alphabet=st.characters(codec=None)) | st.text(alphabet='. -~_/:"conul1\u200d\u0301'))
def test_any_title_makes_a_file(tmp_path: Path, title: str) -> None:
    name = export_file_name(title, ".md")
    stem = name.removesuffix(".md")
    assert stem
    assert len(stem.encode()) <= 121
    assert not re.search(r'[\x00-\x1f\x7f<>:"/\\|?*]', name)
    assert stem == stem.strip(" .")
    assert not stem.startswith(("-", "~"))
    assert export_file_name(stem, ".md") == name
    (tmp_path / name).touch()
    assert (tmp_path / name).exists()
