"""The bar says by colour and by words whether a model fits."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from fits import SHAPE, fit
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop_app.models.fit import Level, Plan, estimate
from desktop_app.models.fitting import Fit, fit_of
from desktop_app.ui.models.fit_bar import FitBar, pieces
from desktop_app.ui.theme import ThemeManager

PEAK = estimate(Plan(SHAPE)).peak


def shown(qtbot: QtBot, themes: ThemeManager, what: Fit | None) -> FitBar:
    bar = FitBar(themes)
    qtbot.addWidget(bar)
    bar.resize(400, 80)
    bar.show_fit(what)
    return bar


@pytest.mark.parametrize(
    ("level", "role", "words"),
    [
        (Level.GREEN, "accepted", "Fits: needs 6.9 GB of 13.8 GB free on cpu"),
        (Level.AMBER, "corrected", "Tight: needs 6.9 GB of 6.9 GB free on cpu"),
        (Level.RED, "rejected", "Does not fit: needs 6.9 GB, 3.5 GB are free on cpu"),
    ],
)
def test_colour_and_words(qtbot: QtBot, themes: ThemeManager, level: Level, role: str, words: str) -> None:
    bar = shown(qtbot, themes, fit(level))
    assert bar.words == words
    assert bar._bar.accessibleName() == words
    picture = bar._bar.grab().toImage()
    middle = QColor(picture.pixel(int(picture.width() * 0.2), picture.height() // 2))
    assert middle.name() == themes.current.color(role).name()


def test_what_would_make_it_fit(qtbot: QtBot, themes: ThemeManager) -> None:
    found = fit_of(Plan(SHAPE), PEAK - 1, "cuda:1")
    assert shown(qtbot, themes, found).words.endswith(
        "are free on cuda:1; it would fit with a context of 2,048 tokens"
    )


def test_parts_are_named_with_their_sizes_the_largest_first(qtbot: QtBot, themes: ThemeManager) -> None:
    draft = replace(SHAPE, elements=100_000_000)
    bar = shown(qtbot, themes, fit_of(Plan(SHAPE, draft), 10 * PEAK, "cpu"))
    assert bar.parts.startswith("target’s weights 6.0 GB · ")
    assert "draft’s weights 200 MB" in bar.parts
    assert "cache 470 MB" in bar.parts
    assert bar.parts.endswith("context 4,096 tokens")


def test_nothing_is_shown_of_nothing(qtbot: QtBot, themes: ThemeManager) -> None:
    bar = shown(qtbot, themes, fit())
    assert not bar.isHidden()
    bar.show_fit(None)
    assert bar.isHidden()
    assert (bar.words, bar.parts) == ("", "")


def test_what_is_free_may_be_unknown(qtbot: QtBot, themes: ThemeManager) -> None:
    bar = shown(qtbot, themes, fit_of(Plan(SHAPE), None, "cpu"))
    assert bar.words == "Needs 6.9 GB; how much is free is not known."


@pytest.mark.parametrize("level", list(Level))
def test_pieces_lie_side_by_side_and_stay_inside(level: Level) -> None:
    found = pieces(fit(level), 300)
    for (left, width, _), (following, _, _) in pairwise(found):
        assert left + width <= following
    last_left, last_width, _ = found[-1]
    share = 300 if level is Level.RED else 300 * PEAK / (fit(level).free or 1)
    assert last_left + last_width <= share + 1e-6
    assert sum(width for _, width, _ in found) > 0.9 * share
