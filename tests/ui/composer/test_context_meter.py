from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.composer.context_figures import ContextFigures
from desktop_app.ui.composer.context_meter import ContextMeter
from desktop_app.ui.theme import DARK, LIGHT, ThemeManager


@pytest.mark.parametrize(
    ("figures", "level", "words"),
    [
        (ContextFigures(), "unknown", "context –"),
        (ContextFigures(None, 0, 10, 100), "unknown", "context – / 100"),
        (ContextFigures(0, 0, 10, 100), "roomy", "context 0 / 100"),
        (ContextFigures(80, 10, 10, 100), "roomy", "context 90 / 100"),
        (ContextFigures(80, 11, 10, 100), "tight", "short of room: 91 / 100"),
        (ContextFigures(80, 19, 10, 100), "tight", "short of room: 99 / 100"),
        (ContextFigures(80, 20, 10, 100), "full", "too long: 100 / 100"),
        (ContextFigures(None, 2000, 10, 1000), "full", "too long: 2,000 / 1,000"),
    ],
)
def test_the_words_and_the_colour_say_how_much_room_there_is(
    figures: ContextFigures, level: str, words: str, qapp: QApplication, qtbot: QtBot
) -> None:
    meter = ContextMeter(ThemeManager(qapp, "dark"), None)
    qtbot.addWidget(meter)
    meter.show_figures(figures)
    assert figures.level == level
    assert meter.text() == words


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_bar_is_as_long_as_what_is_taken(theme: object, qapp: QApplication, qtbot: QtBot) -> None:
    meter = ContextMeter(ThemeManager(qapp, theme.name), None)
    qtbot.addWidget(meter)
    lengths = {}
    for used, role in ((250, "accent"), (800, "corrected"), (1000, "rejected")):
        meter.show_figures(ContextFigures(used, 0, 300, 1000))
        meter.resize(210, 36)
        meter.show()
        image = meter.grab().toImage()
        color = QColor(getattr(theme, role))
        rows = [
            sum(image.pixelColor(x, y) == color for x in range(image.width()))
            for y in range(image.height() // 2, 36)
        ]
        lengths[used] = max(rows)
    assert lengths[250] == pytest.approx(50, abs=6)
    assert lengths[800] == pytest.approx(160, abs=6)
    assert lengths[1000] == pytest.approx(200, abs=6)


def test_its_tooltip_explains_the_numbers(qapp: QApplication, qtbot: QtBot) -> None:
    meter = ContextMeter(ThemeManager(qapp, "dark"), None)
    qtbot.addWidget(meter)
    meter.show_figures(ContextFigures(1200, 34, 1024, 8192))
    for number in ("8,192", "1,200", "34", "6,958", "1,024"):
        assert number in meter.toolTip()
        assert number in meter.accessibleDescription()
