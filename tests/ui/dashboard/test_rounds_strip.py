"""The strip of rounds: its boxes, its words, and the way to it without a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from dashboard_rounds import make_reply, make_round
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.ui.dashboard.cells import cells_of
from desktop_app.ui.dashboard.rounds_panel import RoundsPanel
from desktop_app.ui.dashboard.rounds_strip import KEPT, ROWS, RoundsStrip
from desktop_app.ui.theme import DARK, LIGHT, ThemeManager


@pytest.fixture
def panel(qtbot: QtBot, themes: ThemeManager) -> Iterator[RoundsPanel]:
    widget = RoundsPanel(themes)
    qtbot.addWidget(widget)
    widget.set_theme(DARK)
    widget.resize(280, 300)
    with qtbot.waitExposed(widget):
        widget.show()
    yield widget
    QToolTip.hideText()


def kinds(round_: Round) -> list[str]:
    return [cell.kind for cell in cells_of(round_)]


def test_the_boxes_of_a_round_are_its_drafts_and_the_targets_own_token() -> None:
    assert kinds(make_round(0, 4, 2, 1.0)) == ["accepted", "accepted", "rejected", "untested", "corrected"]
    assert kinds(make_round(0, 2, 2, 1.0)) == ["accepted", "accepted", "bonus"]
    assert kinds(make_round(0, 0, 0, 1.0)) == ["plain"]


def test_a_round_cut_at_its_end_has_no_token_of_its_own() -> None:
    drafts = (
        Draft(1, "a", 0.5, 0.9, Verdict.ACCEPTED, -1),
        Draft(2, "b", 0.5, None, Verdict.UNTESTED, 0),
    )
    cut = Round(0, "lookup", drafts, (Emitted(1, "a", Origin.ACCEPTED, 0.9),), Timing(0, 0, 0), 1.0)
    assert kinds(cut) == ["accepted", "untested"]


def test_boxes_know_their_probabilities() -> None:
    cells = cells_of(make_round(0, 3, 1, 1.0))
    assert [(cell.q, cell.p) for cell in cells] == [(0.5, 0.75), (0.5, 0.75), (0.5, None), (None, 0.9)]


def test_shows_the_last_rounds_newest_at_the_bottom(panel: RoundsPanel) -> None:
    strip = panel.strip
    strip.add_rounds(make_reply([(2, i % 3) for i in range(20)]))
    assert [round_.index for _, round_, _ in strip._shown_rows()] == list(range(20 - ROWS, 20))
    tops = [rect.top() for _, rect in strip.boxes()]
    assert tops == sorted(tops)


@pytest.mark.parametrize("width", [240, 280, 340])
@pytest.mark.parametrize("drafted", [1, 5, 7, 15])
def test_all_boxes_fit_in_and_apart(panel: RoundsPanel, width: int, drafted: int) -> None:
    strip = panel.strip
    panel.resize(width, 300)
    strip.resize(width, strip.height())
    strip.add_rounds(make_reply([(drafted, drafted), (drafted, 0), (0, 0)]))
    boxes = strip.boxes()
    assert len(boxes) == 2 * (drafted + 1) + 1
    for _, rect in boxes:
        assert rect.width() >= 6
        assert rect.left() >= 0
        assert rect.right() <= width
        assert rect.top() >= 0
        assert rect.bottom() <= strip.height()
    for i, (_, a) in enumerate(boxes):
        assert not any(a.intersects(b) for _, b in boxes[i + 1 :])
    assert len({round(rect.width(), 6) for _, rect in boxes}) == 1


def test_each_kind_is_painted_in_its_colour_and_shape(panel: RoundsPanel) -> None:
    strip = panel.strip
    strip.add_rounds([make_round(0, 4, 2, 1.0), make_round(1, 1, 1, 2.0), make_round(2, 0, 0, 3.0)])
    for theme in (DARK, LIGHT):
        panel.set_theme(theme)
        image = strip.grab().toImage()
        for cell, rect in strip.boxes():
            centre = rect.center().toPoint()
            upper = QPoint(centre.x(), round(rect.top()) + 2)
            at_centre, at_upper = (image.pixelColor(p).name() for p in (centre, upper))
            if cell.kind == "untested":
                ground = image.pixelColor(1, strip.height() - 1).name()
                assert at_centre == at_upper == ground, "hollow"
            else:
                assert at_upper == getattr(theme, cell.kind)
                signed = cell.kind in ("rejected", "corrected", "bonus")
                assert (at_centre != at_upper) == signed, "what its place does not tell has a sign"


def test_words_of_a_round(panel: RoundsPanel) -> None:
    strip = panel.strip
    assert strip.describe(make_round(7, 4, 2, 1.0)) == "Round 7: 2 of 4 drafts accepted, corrected to “ w!”."
    assert strip.describe(make_round(8, 2, 2, 1.0)) == "Round 8: 2 of 2 drafts accepted, bonus “ w!”."
    assert strip.describe(make_round(9, 0, 0, 1.0, "\n")) == "Round 9: plain “⏎!”."
    control = replace(make_round(9, 0, 0, 1.0), undrafted="control")
    assert strip.describe(control).startswith("Round 9: control round")
    assert "after a switch" in strip.describe(replace(control, undrafted="switched"))
    assert strip.summary() == "No round yet."


def test_words_of_a_box(panel: RoundsPanel) -> None:
    words = [panel.strip.describe_box(cell) for cell in cells_of(make_round(0, 3, 1, 1.0))]
    assert words[0] == "“ w0” · accepted · draft q 0.50 · target p 0.75"
    assert words[1] == "“ w1” · rejected · draft q 0.50 · target p 0.75"
    assert "untested" in words[2]
    assert words[2].endswith("target p –")
    assert "draft q" not in words[3]
    assert words[3].endswith("target p 0.90")


def test_the_keyboard_walks_over_rounds_and_boxes(panel: RoundsPanel, qtbot: QtBot) -> None:
    strip = panel.strip
    strip.add_rounds(make_reply([(3, 2)] * 20))
    assert strip.focusPolicy() & Qt.FocusPolicy.TabFocus
    steps = [
        (Qt.Key.Key_Up, "Round 19:"),
        (Qt.Key.Key_Up, "Round 18:"),
        (Qt.Key.Key_Home, "Round 0:"),
        (Qt.Key.Key_Up, "Round 0:"),
        (Qt.Key.Key_Down, "Round 1:"),
        (Qt.Key.Key_Right, "“ w0” · accepted"),
        (Qt.Key.Key_Right, "“ w1” · accepted"),
        (Qt.Key.Key_Left, "“ w0” · accepted"),
        (Qt.Key.Key_Left, "“ w0” · accepted"),
        (Qt.Key.Key_End, "Round 19:"),
        (Qt.Key.Key_Left, "“ w!” ·"),
    ]
    for key, words in steps:
        qtbot.keyClick(strip, key)
        assert panel.words.startswith(words), key
        assert strip.accessibleDescription() == panel.words
    qtbot.keyClick(strip, Qt.Key.Key_Escape)
    assert "accepted" in panel.words
    assert strip.accessibleDescription() == strip.summary()


def test_keys_on_an_empty_strip_do_nothing(panel: RoundsPanel, qtbot: QtBot) -> None:
    before = panel.words
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Escape):
        qtbot.keyClick(panel.strip, key)
    assert panel.words == before


def test_an_old_round_comes_into_sight_when_selected(panel: RoundsPanel) -> None:
    strip = panel.strip
    strip.add_rounds(make_reply([(1, 1)] * 50))
    strip.select_round(10)
    assert 10 in [round_.index for _, round_, _ in strip._shown_rows()]
    assert panel.words.startswith("Round 10:")
    strip.select_round(1000)
    assert strip._shown_rows()[-1][1].index == 49


def test_the_selection_stays_on_its_round_while_rounds_arrive(panel: RoundsPanel) -> None:
    strip = panel.strip
    rounds = make_reply([(1, 1)] * (KEPT + 30))
    strip.add_rounds(rounds[:KEPT])
    strip.select_round(100)
    strip.add_rounds(rounds[KEPT:])
    assert strip._selected is not None
    assert strip._rounds[strip._selected][0].index == 100
    assert len(strip._rounds) == KEPT


def test_the_mouse_selects_and_hovering_explains(panel: RoundsPanel, qtbot: QtBot) -> None:
    strip = panel.strip
    strip.add_rounds([make_round(0, 2, 1, 1.0, " <b>x")])
    centre = strip.boxes()[1][1].center().toPoint()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=centre)
    assert panel.words.startswith("“ <b>x1” · rejected")
    hover = QHelpEvent(QHelpEvent.Type.ToolTip, centre, strip.mapToGlobal(centre))
    QApplication.sendEvent(strip, hover)
    assert QToolTip.text() == "<qt>“ &lt;b&gt;x1” · rejected · draft q 0.50 · target p 0.75</qt>"
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=QPoint(2, strip.height() - 2))
    assert strip._selected is None


def test_the_key_names_every_kind_in_its_colour(panel: RoundsPanel) -> None:
    for theme in (DARK, LIGHT):
        panel.set_theme(theme)
        for kind in ("accepted", "rejected", "corrected", "bonus", "plain"):
            assert f'color:{getattr(theme, kind)}">■</span>&nbsp;{kind}' in panel.words
        assert "□</span>&nbsp;untested" in panel.words


def test_a_strip_alone_has_a_name(qtbot: QtBot) -> None:
    strip = RoundsStrip()
    qtbot.addWidget(strip)
    assert strip.accessibleName() == "Rounds"
