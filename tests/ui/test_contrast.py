"""Everything that is read or told by a colour can be seen, in both themes and wherever it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from test_theme import contrast
from window_bench import WindowBench

import desktop_app.ui
from desktop_app.ui.settings.settings_dialog import SettingsDialog
from desktop_app.ui.theme import DARK, LIGHT, Theme

THEMES = [pytest.param(DARK, id="dark"), pytest.param(LIGHT, id="light")]
READ, SEEN = 4.5, 3.0  # WCAG 2.2: text, and marks, signs and focus rings

# What is written in which colour on which ground, and where.
TEXT = [
    ("text", "background", "the chat"),
    ("dim", "background", "notes, the status, the line over the chat"),
    ("accent", "background", "links"),
    ("rejected", "background", "errors"),
    ("text", "user", "what the user wrote"),
    ("text", "panel", "dialogs, lists, code, the composer"),
    ("dim", "panel", "descriptions, the header of code, placeholders"),
    ("accent", "panel", "set here; copy under the mouse"),
    ("rejected", "panel", "a warning over the composer"),
    ("text", "raised", "buttons, fields, inline code, cards, tooltips"),
    ("dim", "raised", "labels inside fields, a line that is pointed at"),
    ("accent", "raised", "cards"),
    ("accepted", "raised", "cards"),
    ("corrected", "raised", "cards"),
    ("bonus", "raised", "cards"),
    ("rejected", "raised", "cards"),
    ("plain", "raised", "cards, what is disabled"),
    ("text", "line", "a button under the mouse"),
    ("dim", "line", "the label of a field under the mouse"),
    ("on_accent", "accent", "the chosen mode, a primary button, a selection"),
]
# What is told without words.
MARKS = [
    *((origin, "background", "the marks") for origin in ("accepted", "corrected", "bonus", "rejected")),
    *((origin, "raised", "the marks in inline code") for origin in ("accepted", "corrected", "bonus")),
    *((origin, "panel", "rounds, charts and code") for origin in ("accepted", "corrected", "bonus")),
    ("rejected", "panel", "rounds"),
    ("plain", "panel", "rounds that were not tested"),
    ("panel", "accepted", "signs in a box"),
    ("panel", "corrected", "signs in a box"),
    ("panel", "bonus", "signs in a box"),
    ("panel", "rejected", "signs in a box"),
    ("accent", "background", "focus rings"),
    ("accent", "panel", "focus rings, what is set here"),
    ("accent", "raised", "focus rings"),
    ("text", "panel", "the focus ring of a primary button"),
    ("on_accent", "accent", "the arrow of Send, a tick"),
    ("dim", "panel", "icons"),
    ("dim", "raised", "icons of a line that is pointed at"),
    ("text", "raised", "the arrow to the end of the chat"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "where"), TEXT)
def test_text_can_be_read(theme: Theme, ink: str, ground: str, where: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= READ, where


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground", "where"), MARKS)
def test_marks_can_be_seen(theme: Theme, ink: str, ground: str, where: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= SEEN, where


@pytest.mark.parametrize("theme", THEMES)
def test_a_primary_button_under_the_mouse_can_be_read(theme: Theme) -> None:
    accent = QColor(theme.accent)
    for lit in (accent.lighter(112) if theme.name == "dark" else accent.darker(112), accent.lighter(108)):
        assert contrast(theme.on_accent, lit.name()) >= READ


def test_every_colour_the_window_asks_for_is_judged_here() -> None:
    judged = {name for ink, ground, _ in (*TEXT, *MARKS) for name in (ink, ground)}
    # grounds on which nothing stands, and lines that only part what is told apart without them
    assert set(_asked_for()) <= judged
    assert len(set(_asked_for())) > 8


def _asked_for() -> Iterator[str]:
    for path in Path(desktop_app.ui.__path__[0]).rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for call in re.findall(r"(?:theme|current|_theme)\.color\(([^()]*)\)", source):
            yield from re.findall(r'"(\w+)"', call)


# -- the window itself ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_label_on_the_screen_can_be_read(bench: WindowBench, name: str) -> None:
    bench.ready()
    bench.window.settings.choose_theme(name)  # type: ignore[arg-type]
    checked = _judge(bench.window)
    bench.window.chat_settings.chat.set("temperature", 0.2)
    bench.ask()
    bench.answered()
    checked += _judge(bench.window)
    for action in ("open_settings", "chat_settings"):
        bench.window.actions_by_name[action].trigger()
    QApplication.processEvents()
    for top in QApplication.topLevelWidgets():
        if top.isVisible() and top is not bench.window:
            for row in range(top.sections.count() if isinstance(top, SettingsDialog) else 1):
                if isinstance(top, SettingsDialog):
                    top.sections.setCurrentRow(row)
                checked += _judge(top)
            top.close()
    assert checked > 60


def _judge(top: QWidget) -> int:
    """Compares the ink of each label in sight with the ground it is painted on; returns how many."""
    QApplication.processEvents()
    image = top.grab().toImage()
    ratio = image.devicePixelRatio()
    count = 0
    for label in top.findChildren(QLabel):
        if not label.isVisible() or not label.text() or label.textFormat() is Qt.TextFormat.RichText:
            continue
        corner = label.mapTo(top, QPoint(0, 0)) * ratio
        if not image.rect().contains(corner) or label.visibleRegion().isEmpty():
            continue
        ground = image.pixelColor(corner).name()
        ink = label.palette().color(QPalette.ColorGroup.Active, label.foregroundRole()).name()
        assert contrast(ink, ground) >= READ, (label.text(), ink, ground)
        count += 1
    return count
