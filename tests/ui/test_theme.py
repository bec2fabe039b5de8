"""Every colour that carries words or meaning can be read, and the palette leaves nothing to the platform."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from desktop_app.decoding.rounds import Origin
from desktop_app.ui.theme import DARK, LIGHT, Theme, ThemeManager, palette

THEMES = [pytest.param(DARK, id="dark"), pytest.param(LIGHT, id="light")]
GROUNDS = ("background", "panel", "raised")
INKS = ("text", "dim", "accent", "accepted", "corrected", "bonus", "rejected", "plain")
# The user's own words lie on a ground of their own.
ALSO = (("text", "user"), ("dim", "user"), ("on_accent", "accent"))
LEAST = 4.5
ROLES = [r for r in QPalette.ColorRole if r.name not in ("NoRole", "NColorRoles")]


def luminance(color: str) -> float:
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_the_published_one() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), [(i, g) for i in INKS for g in GROUNDS] + list(ALSO))
def test_what_is_read_can_be_read(theme: Theme, ink: str, ground: str) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= LEAST


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_rrggbb_and_verdicts_differ(theme: Theme) -> None:
    for field in fields(theme):
        if field.name != "name":
            assert re.fullmatch(r"#[0-9a-f]{6}", getattr(theme, field.name)), field.name
    own = [theme.accepted, theme.corrected, theme.bonus, theme.rejected, theme.plain]
    assert len(set(own)) == len(own)


@pytest.mark.parametrize("theme", THEMES)
def test_every_origin_has_a_colour(theme: Theme) -> None:
    assert {theme.origin(origin).name() for origin in Origin} == {
        theme.accepted,
        theme.corrected,
        theme.bonus,
        theme.plain,
    }


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", ROLES)
def test_the_palette_sets_every_role(qapp: QApplication, theme: Theme, role: QPalette.ColorRole) -> None:
    result = palette(theme)
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        assert result.isBrushSet(group, role), group
    known = {getattr(theme, field.name) for field in fields(theme)}
    assert result.color(QPalette.ColorGroup.Active, role).name() in known


@pytest.mark.parametrize("theme", THEMES)
def test_text_of_the_palette_can_be_read(qapp: QApplication, theme: Theme) -> None:
    roles = QPalette.ColorRole
    colors = palette(theme)
    for ink, ground in (
        (roles.WindowText, roles.Window),
        (roles.Text, roles.Base),
        (roles.ButtonText, roles.Button),
        (roles.ToolTipText, roles.ToolTipBase),
        (roles.HighlightedText, roles.Highlight),
        (roles.PlaceholderText, roles.Base),
        (roles.Link, roles.Base),
    ):
        assert contrast(colors.color(ink).name(), colors.color(ground).name()) >= LEAST, (ink, ground)


def test_a_choice_sets_the_palette_and_tells_once(qapp: QApplication) -> None:
    manager = ThemeManager(qapp, "dark")
    told: list[Theme] = []
    manager.changed.connect(told.append)
    manager.choose("dark")
    manager.choose("light")
    assert told == [LIGHT]
    assert manager.current is LIGHT
    assert manager.choice == "light"
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == LIGHT.panel
    manager.deleteLater()
