"""Icons take the colour they are asked for and are sharp on every screen."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.paths import resource
from desktop_app.ui.icons import app_icon, icon, pixmap
from desktop_app.ui.theme import DARK, LIGHT, Theme

NAMES = (
    "new-chat", "search", "send", "stop", "rename", "delete", "folder", "sun", "moon", "panel-left",
    "panel-right", "settings", "menu", "chevron-down", "arrow-down", "copy", "info", "dice", "download",
    "reset", "sliders", "file", "close", "attach", "chevron-left", "chevron-right", "regenerate", "continue",
    "pin", "more", "play", "pause", "step-back", "step-forward", "to-start", "check",
)  # fmt: skip


def opaque_colours(image: QImage) -> set[str]:
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    colours = (image.pixelColor(x, y) for x, y in points)
    return {colour.name() for colour in colours if colour.alpha() == 255}


def test_the_folder_holds_exactly_the_known_icons() -> None:
    files = {entry.name for entry in resource("icons").iterdir()}
    assert {name for name in files if name.endswith(".svg")} == {f"{n}.svg" for n in (*NAMES, "slipstream")}


@pytest.mark.parametrize("name", NAMES)
def test_icons_are_drawn_alike(name: str) -> None:
    root = ElementTree.fromstring(resource("icons", f"{name}.svg").read_text(encoding="utf-8"))
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke") == "currentColor"
    assert root.get("stroke-width") == "1.75"
    assert root.get("stroke-linecap") == "round"
    for element in root.iter():
        for key in ("fill", "stroke"):
            assert element.get(key) in (None, "none", "currentColor"), (element.tag, key)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_an_icon_has_the_colour_of_the_theme_and_no_other(
    qapp: QApplication, name: str, theme: Theme
) -> None:
    colour = theme.color("text")
    image = icon(name, colour).pixmap(QSize(48, 48), 1.0).toImage()
    assert opaque_colours(image) == {colour.name()}


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
def test_a_screen_of_more_pixels_gets_more_pixels(qapp: QApplication, ratio: float) -> None:
    size = round(20 * ratio)
    for drawn in (
        icon("send", QColor("red")).pixmap(QSize(20, 20), ratio),
        pixmap("send", QColor("red"), 20, ratio),
    ):
        assert drawn.size() == QSize(size, size)
        assert drawn.devicePixelRatio() == ratio


def test_twice_the_pixels_are_drawn_and_not_stretched(qapp: QApplication) -> None:
    shape = icon("search", QColor("black"))
    once, twice = (shape.pixmap(QSize(24, 24), ratio).toImage() for ratio in (1.0, 2.0))
    stretched = once.scaled(twice.size())
    assert twice.pixelColor(0, 0).alpha() == 0
    assert twice.convertToFormat(QImage.Format.Format_ARGB32) != stretched.convertToFormat(
        QImage.Format.Format_ARGB32
    )


def test_a_disabled_icon_is_fainter(qapp: QApplication) -> None:
    shape = icon("stop", QColor("#ffffff"))
    strongest = {}
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled):
        image = shape.pixmap(QSize(24, 24), 1.0, mode).toImage()
        strongest[mode] = image.pixelColor(12, 12).alpha()
    assert strongest[QIcon.Mode.Normal] == 255
    assert 80 < strongest[QIcon.Mode.Disabled] < 130


def test_an_icon_outlives_its_maker_and_its_copies(qtbot: QtBot) -> None:
    button = QPushButton()
    qtbot.addWidget(button)
    for _ in range(200):
        button.setIcon(icon("stop", QColor("#35c99f")))
        copy = QIcon(button.icon())
        del copy
    button.resize(60, 40)
    assert "#35c99f" in opaque_colours(button.grab().toImage())


def test_the_program_icon_keeps_its_colours_and_has_a_large_form(qapp: QApplication) -> None:
    large = app_icon().pixmap(QSize(256, 256), 1.0)
    assert large.size() == QSize(256, 256)
    colours = opaque_colours(large.toImage())
    assert "#6cb8ee" in colours
    assert len(colours) > 20
    assert "currentColor" not in resource("icons", "slipstream.svg").read_text("utf-8")


def test_an_unknown_icon_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon", QColor("black"))
