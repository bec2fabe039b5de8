from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop_app.ui.settings.escaped_lines import from_lines, to_lines

# QPlainTextEdit keeps no NUL and no halves of surrogate pairs
TEXTS = st.lists(st.text(st.characters(exclude_categories=("Cs",)), min_size=1)).map(tuple)


@given(TEXTS)
def test_texts_come_back_from_lines(texts: tuple[str, ...]) -> None:
    assert from_lines(to_lines(texts)) == texts


@given(TEXTS)
def test_texts_come_back_from_the_field(qtbot: QtBot, texts: tuple[str, ...]) -> None:
    field = QPlainTextEdit()
    field.setPlainText(to_lines(texts))
    assert from_lines(field.toPlainText()) == texts
    field.deleteLater()


@pytest.mark.parametrize(
    ("lines", "texts"),
    [
        ("", ()),
        ("\n\n", ()),
        (r"\n\nUser:", ("\n\nUser:",)),
        ("a\nb\n", ("a", "b")),
        (r"\d", (r"\d",)),
        (r"\\n", (r"\n",)),
        (r"\ud800", (r"\ud800",)),
        (r"\u00a0", ("\u00a0",)),
        (r"\U00110000", (r"\U00110000",)),
        (" a ", (" a ",)),
    ],
)
def test_what_is_typed_means(lines: str, texts: tuple[str, ...]) -> None:
    assert from_lines(lines) == texts
