"""Formulas: what is one, how it is drawn, and that it stays text for a copy and tokens for the marks."""

from __future__ import annotations

import time

import pytest
from chat_rounds import round_of
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from view_parts import browser_of

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.rendering.formula_drawing import Drawing, FormulaError, draw, prepare
from desktop_app.ui.chat.rendering.formula_parts import formula_parts
from desktop_app.ui.chat.rendering.formula_thread import Formula, FormulaThread
from desktop_app.ui.chat.rendering.markdown_blocks import Kind, parse_blocks
from desktop_app.ui.chat.rendering.math_rules import tex_of
from desktop_app.ui.chat.rendering.origin_marks import measure
from desktop_app.ui.chat.rendering.text_formats import FORMULA, TOKEN
from desktop_app.ui.chat.rendering.token_places import token_at
from desktop_app.ui.theme import DARK, LIGHT, ThemeManager

A, C, B, P = Origin.ACCEPTED, Origin.CORRECTED, Origin.BONUS, Origin.PLAIN


def formulas(source: str) -> list[str]:
    return [run.text for block in parse_blocks(source) for run in block.runs if run.style.formula]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (r"is \(E=mc^2\).", [r"\(E=mc^2\)"]),
        ("$a_1$, $x$ and $x+y$", ["$a_1$", "$x$", "$x+y$"]),
        ("inline $$x$$ and \\[y\\]", ["$$x$$", "\\[y\\]"]),
        (r"\(a\)\(b\)", [r"\(a\)", r"\(b\)"]),
        (r"$a \$ b$", [r"$a \$ b$"]),
        ("It costs $5 and $10.", []),
        ("US$5 or A$6, $5/month or $50/year", []),
        ("between $5-$10", []),
        ("echo $HOME and $PATH, $HOME:$PATH", []),
        ("$5 to me (5$)", []),
        (r"\$a$ `$x$` \\(no\\)", []),
        ("$ a $ and $$$$ and \\(\\)", []),
        ("```\n$x$\n```", []),
    ],
)
def test_what_is_a_formula(source: str, found: list[str]) -> None:
    assert formulas(source) == found


def test_a_display_formula_is_a_block_of_its_own() -> None:
    blocks = parse_blocks("text\n\\[\nx = 1\n- 2\n\\]\nafter\n\n> $$\n> a\n> $$\n\n- one\n  $$b$$")
    assert [(b.kind, b.text, b.quote, b.depth) for b in blocks] == [
        (Kind.PARAGRAPH, "text", 0, 0),
        (Kind.FORMULA, "\\[\nx = 1\n- 2\n\\]", 0, 0),
        (Kind.PARAGRAPH, "after", 0, 0),
        (Kind.FORMULA, "$$\na\n$$", 1, 0),
        (Kind.PARAGRAPH, "one", 0, 1),
        (Kind.FORMULA, "$$b$$", 0, 1),
    ]


def test_one_that_is_never_closed_is_text_up_to_the_blank_line() -> None:
    blocks = parse_blocks("\\[ open\n# still\n\n# head")
    assert [(b.kind, b.text) for b in blocks] == [
        (Kind.PARAGRAPH, "[ open\n# still"),
        (Kind.HEADING, "head"),
    ]


def test_the_delimiters_are_not_part_of_it() -> None:
    assert tex_of("$$ x $$") == ("x", True)
    assert tex_of(r"\(y\)") == ("y", False)


# Drawing.


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\sum_{i=1}^n \int_0^\infty \lim_{x\to 0}",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\mathbb{R}^n \to \mathcal{L}, \vec{v} \cdot \hat{n}",
    ],
)
def test_ordinary_formulas_are_drawn(tex: str) -> None:
    prepare()
    drawing = draw(tex, True)
    assert drawing.width > 1
    assert drawing.ascent > 0.5
    assert b"<symbol" not in drawing.svg


@pytest.mark.parametrize("tex", [r"\frac{a}{", r"x_{中文}", "x" * 1001, r"\begin{foo", "&"])
def test_what_cannot_be_drawn_says_so(tex: str) -> None:
    prepare()
    with pytest.raises(FormulaError):
        draw(tex, False)


def test_a_formula_that_takes_too_long_is_given_up_and_the_next_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("desktop_app.ui.chat.rendering.formula_thread._LONGEST_S", 0.3)
    slow, quick = Formula(r"\frac{1}{" * 30 + "x" + "}" * 30, True), Formula("x", True)
    thread, found = FormulaThread(), dict[Formula, Drawing | None]()
    thread.ask(slow)
    thread.ask(quick)
    until = time.monotonic() + 30
    while len(found) < 2 and time.monotonic() < until:
        found.update(thread.collect())
        time.sleep(0.01)
    assert found[slow] is None
    assert found[quick] is not None


def test_without_the_library_every_formula_stays_its_source(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError("no such library")

    monkeypatch.setattr("desktop_app.ui.chat.rendering.formula_thread.prepare", missing)
    thread = FormulaThread()
    for tex in ("x", "y"):
        formula = Formula(tex, False)
        thread.ask(formula)
        found: dict[Formula, Drawing | None] = {}
        until = time.monotonic() + 30
        while not found and time.monotonic() < until:
            found.update(thread.collect())
            time.sleep(0.01)
        assert found == {formula: None}


# In the view.


def drawn(view: ChatView, qtbot: QtBot, count: int) -> None:
    pictures = view._pictures
    qtbot.waitUntil(lambda: len(pictures._drawings) >= count and not pictures._waiting, timeout=20_000)
    QApplication.processEvents()


def width_of(view: ChatView, position: int) -> int:
    browser = browser_of(view)
    cursor = browser.textCursor()
    cursor.setPosition(position)
    left = browser.cursorRect(cursor).x()
    cursor.setPosition(position + 1)
    return browser.cursorRect(cursor).x() - left


def test_a_formula_is_painted_and_copied_as_its_source(view: ChatView, qtbot: QtBot) -> None:
    text = "Is \\(x^2\\) or\n\n\\[\n\\frac{a}{b}\n\\]\n\n| $\\alpha$ | b |\n|---|---|\n| c | \\(d\\)\\(d\\) |"
    view.show_reply("r", (), text)
    before = width_of(view, 3)
    drawn(view, qtbot, 4)
    assert width_of(view, 3) < before, "its line was laid out anew"
    assert view.plain_text() == (
        "Is \\(x^2\\) or\n\n\\[\n\\frac{a}{b}\n\\]\n\n$\\alpha$\tb\nc\t\\(d\\)\\(d\\)"
    )
    browser = browser_of(view)
    cursor = browser.textCursor()
    cursor.setPosition(3)
    cursor.setPosition(4, cursor.MoveMode.KeepAnchor)
    browser.setTextCursor(cursor)
    assert browser.createMimeDataFromSelection().text() == "\\(x^2\\)"


def pixels(view: ChatView) -> QImage:
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_formulas_have_the_colour_of_the_text_in_both_themes(
    view: ChatView, themes: ThemeManager, qtbot: QtBot
) -> None:
    view.show_reply("r", (), "$$\\color{red}{\\rule{2em}{2em}} \\frac{\\frac{a}{b}}{\\frac{c}{d}}$$")
    drawn(view, qtbot, 1)
    for theme in (DARK, LIGHT):
        themes.choose(theme.name)
        QApplication.processEvents()
        image = pixels(view)
        seen = {QColor(image.pixel(x, y)).name() for y in range(120) for x in range(image.width())}
        assert theme.text in seen
        assert "#ff0000" not in seen


def test_one_that_cannot_be_drawn_is_shown_as_its_source(view: ChatView, qtbot: QtBot) -> None:
    view.show_reply("r", (), "It is \\(\\frac{a}{\\) here.")
    before = width_of(view, 6)
    drawn(view, qtbot, 1)
    assert width_of(view, 6) == before
    image = pixels(view)
    seen = {QColor(image.pixel(x, y)).name() for y in range(80) for x in range(image.width())}
    assert DARK.dim in seen


def test_each_token_of_a_formula_has_its_share_of_the_mark_and_its_card(view: ChatView, qtbot: QtBot) -> None:
    view.begin_reply("r")
    view.append([round_of(["Is ", "\\(x+", "y+z", "\\)"], [A, A, A, C]), round_of([" so"], [B], 1)])
    view.end_reply()
    drawn(view, qtbot, 1)
    browser = browser_of(view)
    block = browser.document().begin()
    (piece,) = (piece for piece in block.textFormats() if piece.format.hasProperty(FORMULA))
    parts = list(formula_parts(piece.format))
    assert [(part.token, part.origin) for part in parts] == [(1, A), (2, A), (3, C)]
    assert [part.end for part in parts] == pytest.approx([4 / 9, 7 / 9, 1.0])
    marks = measure(block)
    assert len(marks.strokes[A]) == 3
    assert len(marks.strokes[C]) == len(marks.carets) == 1
    cursor = browser.textCursor()
    cursor.setPosition(3)
    left, width = browser.cursorRect(cursor), width_of(view, 3)
    found = [token_at(browser, left.center() + QPoint(round(width * share), 0)) for share in (0.2, 0.6, 0.9)]
    assert found == [(0, 1), (0, 2), (0, 3)]
    assert piece.format.intProperty(TOKEN) == 1


def test_a_formula_wider_than_the_column_is_drawn_smaller(view: ChatView, qtbot: QtBot) -> None:
    view.show_reply("r", (), "$$" + "+".join(["a_{1}"] * 30) + "$$\n\n$$" + "+".join(["a_{1}"] * 120) + "$$")
    drawn(view, qtbot, 2)
    column = view._messages.column
    assert 0.9 * column < width_of(view, 0) <= column + 1
    assert width_of(view, 2) <= column + 1
