"""Every visible character of a reply says which token made it, whatever markdown it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from chat_rounds import REPLY, cut, rounds_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextBlock, QTextDocument, QTextFormat
from test_markdown_blocks import MARKDOWN
from view_parts import browser_of

from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.rendering.text_formats import FORMULA, KIND, PARTS, TOKEN, BlockKind

# What stands in the source for another character on the screen.
SIGNS = frozenset("\\&[-*+0123456789.)\n\t")
THOUGHT = "<think>why\n\n- **so** \\(x^2\\)\n</think>\n\n"


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        if block.blockFormat().stringProperty(KIND) != BlockKind.FOLD:
            yield block
        block = block.next()


def formula_characters(text_format: QTextFormat) -> Iterator[tuple[str, int]]:
    """The source of a formula, each character with its token."""
    source = text_format.stringProperty(FORMULA)
    numbers = [int(number) for number in text_format.property(PARTS)]
    place = 0
    for token, count in zip(numbers[::4], numbers[3::4], strict=True):
        for char in source[place : place + count]:
            yield char, token
        place += count
    assert place == len(source)


def visible(document: QTextDocument) -> Iterator[tuple[str, int]]:
    """Each character of a reply that can be seen, and its token; -1 where it has none."""
    for block in blocks(document):
        raw = block.text().encode("utf-16-le", "surrogatepass")
        for piece in block.textFormats():
            if piece.format.hasProperty(FORMULA):
                yield from formula_characters(piece.format)
                continue
            token = piece.format.intProperty(TOKEN) if piece.format.hasProperty(TOKEN) else -1
            part = raw[2 * piece.start : 2 * (piece.start + piece.length)]
            for char in part.decode("utf-16-le", "surrogatepass"):
                yield char, token


def check(view: ChatView, reply: ReplyText) -> None:
    made: dict[int, set[str]] = {}
    for char, owner in zip(reply.text, reply.owners, strict=True):
        made.setdefault(owner, set()).add(char)
    found = list(visible(browser_of(view).document()))
    seen = [(char, token) for char, token in found if not char.isspace() or token >= 0]
    for char, token in seen:
        assert token >= 0, f"{char!r} has no token"
        assert char in made[token] or made[token] & SIGNS or char == "\u2028", (char, token)
    tokens = [token for _, token in seen]
    assert all(one <= other for one, other in pairwise(tokens)), "in reading order"


@given(MARKDOWN, st.lists(st.integers(1, 6), min_size=1, max_size=5), st.booleans())
@example(REPLY, [1], False)
@example(REPLY, [3, 1, 8], True)
@example("| \\(a\\|b\\) | $x$ |\n|---|---|\n| 中文 👩‍🔬 | &copy;\\* |", [2], False)
@example("> - 1. x\n>   ```\n>   code\n>   ```\n\n$$\na\n$$", [1, 2], False)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_visible_character_has_the_token_that_made_it(
    view: ChatView, source: str, lengths: list[int], thinks: bool
) -> None:
    text = THOUGHT + source if thinks else source
    view.clear()
    view.show_reply("r", rounds_of(text, cut(text, lengths)), text)
    if thinks:
        view._toggle_thought(0)
    check(view, view._shown[0].reply)


@given(MARKDOWN, st.lists(st.integers(1, 6), min_size=1, max_size=5), st.integers(1, 30))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_so_has_every_character_of_a_reply_in_progress(
    view: ChatView, source: str, lengths: list[int], rounds: int
) -> None:
    view.clear()
    view.begin_reply("r")
    for round_ in rounds_of(source, cut(source, lengths))[:rounds]:
        view.append([round_])
        check(view, view._shown[0].reply)
