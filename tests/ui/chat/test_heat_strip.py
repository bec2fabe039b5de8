"""The strip in the margin of the chat."""

from __future__ import annotations

from itertools import pairwise

import pytest
from chat_rounds import round_of, rounds_of
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from test_theme import contrast
from view_parts import browser_of

from desktop_app.decoding.rounds import Origin, Round
from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.chat.heat_words import heat_card, heat_sentence
from desktop_app.ui.chat.rendering.heat_map import Heat
from desktop_app.ui.chat.rendering.heat_strip import (
    LEVELS,
    HeatPiece,
    level_color,
    level_of,
    level_width,
)
from desktop_app.ui.chat.shown_message import PastMessage
from desktop_app.ui.theme import DARK, LIGHT, Theme, ThemeManager

A, C, P = Origin.ACCEPTED, Origin.CORRECTED, Origin.PLAIN


def strip(view: ChatView) -> list[HeatPiece]:
    QApplication.processEvents()
    view.grab()
    return browser_of(view).heat_strip()


def reply() -> list[Round]:
    """A paragraph whose drafts all stood, one whose drafts all fell, one without drafts, and code."""
    return [
        round_of(["All", " of", " it"], [A, A, A], 0),
        round_of(["\n\n", "None"], [A, C], 1),
        round_of([" of"], [C], 2),
        round_of([" it.\n\n"], [C], 3),
        round_of(["Plain"], [P], 4),
        round_of([" text.\n\n"], [P], 5),
        round_of(["```\n", "a\n", "\n", "b\n", "```\n"], [A, A, C, C, C], 6),
    ]


def written(view: ChatView) -> ChatView:
    view.add_user_message("u", "Question")
    view.show_reply("r", reply(), "".join(round_.text for round_ in reply()))
    return view


def test_each_paragraph_has_its_piece_beside_it_with_its_figures(view: ChatView) -> None:
    pieces = strip(written(view))
    found = [(piece.heat.accepted, piece.heat.tested, piece.heat.code) for piece in pieces]
    assert found == [(4, 4, False), (0, 3, False), (0, 0, False), (2, 5, True)]
    assert [level_of(piece.heat) for piece in pieces] == [4, 0, None, 2]
    column = browser_of(view).column
    for upper, lower in pairwise(pieces):
        assert upper.rect.bottom() <= lower.rect.top()
    for piece in pieces:
        assert piece.message == 1
        assert (
            column[0] + column[1]
            < piece.rect.left()
            < piece.wide.right()
            < browser_of(view).viewport().width()
        )
    code = pieces[-1]
    assert code.rect.height() > 2 * browser_of(view).formats.line, "with the empty line in it"


def test_less_accepted_is_wider_and_nothing_tested_is_dotted(view: ChatView) -> None:
    pieces = strip(written(view))
    widths = [level_width(level) for level in range(LEVELS)]
    assert widths == sorted(set(widths), reverse=True)
    image = view.grab().toImage()
    places = []
    for piece in pieces:
        left = browser_of(view).viewport().mapTo(view, piece.rect.center().toPoint()).y()
        x = round(piece.rect.left()) + 1
        places.append([image.pixelColor(x, y).name() for y in range(left - 6, left + 6)])
    ground = DARK.background
    assert len(set(places[2]) & {ground}) == 1, "gaps between the dots"
    assert all(ground not in places[n] for n in (0, 1, 3))


def test_it_comes_and_goes_with_the_marks(view: ChatView) -> None:
    written(view)
    assert strip(view)
    view.set_marks_visible(False)
    assert strip(view) == []
    view.set_marks_visible(True)
    assert len(strip(view)) == 4


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_every_level_can_be_seen_in_both_themes(theme: Theme) -> None:
    stands_out = [contrast(level_color(n, theme).name(), theme.background) for n in range(LEVELS)]
    # where all went well it is to be quiet
    assert all(found >= 3.0 for found in stands_out[:3])
    assert stands_out[-2] >= 2.0
    assert 1.5 <= stands_out[-1] < stands_out[-2]
    assert contrast(level_color(None, theme).name(), theme.background) >= 3.0
    assert level_color(0, theme).name() == theme.rejected


def test_hovering_tells_the_figures_and_the_scale(view: ChatView) -> None:
    pieces = strip(written(view))
    viewport = browser_of(view).viewport()
    for piece, words in zip(
        pieces,
        (
            "This paragraph: 4 of 4 tested drafts accepted (100\u00a0%)",
            "This paragraph: 0 of 3 tested drafts accepted (0\u00a0%)",
            "This paragraph: no draft was tested",
            "This code block: 2 of 5 tested drafts accepted (40\u00a0%)",
        ),
        strict=True,
    ):
        point = piece.wide.center().toPoint()
        QApplication.sendEvent(
            viewport, QHelpEvent(QHelpEvent.Type.ToolTip, point, viewport.mapToGlobal(point))
        )
        assert words in QToolTip.text()
        assert "80–100 %" in QToolTip.text()
    QToolTip.hideText()
    assert browser_of(view).card_at(QPoint(1, 1)) == ""


def test_the_words_say_tokens_per_round() -> None:
    heat = Heat(3, 13, False, 3, 4, 4.0)
    assert "2.50 a round" in heat_sentence(heat)
    assert "<b>60–80 %</b>" in heat_card(heat, DARK)


def test_it_grows_with_a_running_reply(view: ChatView) -> None:
    view.begin_reply("r")
    seen = []
    for round_ in reply():
        view.append([round_])
        seen.append([(piece.heat.accepted, piece.heat.tested) for piece in strip(view)])
    assert seen[0] == [(3, 3)]
    assert seen[1] == [(4, 4), (0, 1)]
    assert seen[3] == [(4, 4), (0, 3)]
    assert seen[-1] == [(4, 4), (0, 3), (0, 0), (2, 5)]


def test_a_long_chat_written_in_slices_has_the_same_strip(view: ChatView) -> None:
    text = "".join(round_.text for round_ in reply())
    past = []
    for number in range(60):
        past.append(PastMessage(f"u{number}", "Question", by_user=True))
        past.append(PastMessage(f"r{number}", text, rounds=reply))
    view.show_past(past)
    view.plain_text()
    last = [piece.heat for piece in strip(view) if piece.message == 119]
    view.scroll_to_message("u30")
    middle = [piece.heat for piece in strip(view) if piece.message == 61]
    assert middle == last == [piece.heat for piece in strip(written_alone(view))]


def written_alone(view: ChatView) -> ChatView:
    view.clear()
    return written(view)


def test_another_theme_paints_it_anew(view: ChatView, themes: ThemeManager) -> None:
    piece = strip(written(view))[1]
    place = browser_of(view).viewport().mapTo(view, piece.rect.center().toPoint())
    for theme in (LIGHT, DARK):
        themes.choose(theme.name)
        QApplication.processEvents()
        assert view.grab().toImage().pixelColor(place).name() == theme.rejected


def test_a_server_without_tokens_has_none(view: ChatView) -> None:
    view.add_user_message("u", "Question")
    view.show_reply("r", [], "Some text.\n\nMore.")
    assert strip(view) == []
    view.show_reply("s", rounds_of("Some words."), "Some words.")
    assert len(strip(view)) == 1
