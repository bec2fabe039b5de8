from __future__ import annotations

import pytest
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text
from test_theme import contrast

from desktop_app.ui.chat.rendering.code_colors import code_color
from desktop_app.ui.theme import DARK, LIGHT, Theme

KINDS = [
    Comment.Single,
    Keyword.Type,
    String.Doc,
    Number.Float,
    Name.Function,
    Name.Builtin,
    Operator.Word,
    Name.Tag,
]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_code_can_be_read_on_its_panel(theme: Theme, kind: object) -> None:
    color = code_color(theme, kind)
    assert color is not None
    assert contrast(color, theme.panel) >= 4.5


def test_ordinary_code_has_the_colour_of_the_text() -> None:
    assert code_color(DARK, Text) is None
    assert code_color(DARK, Name) is None
