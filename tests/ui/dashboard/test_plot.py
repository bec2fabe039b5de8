"""The plot paints its curves where their numbers are, and follows a curve that grows, moves and shrinks."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage, QPen
from pytestqt.qtbot import QtBot

from desktop_app.ui.dashboard.plot import Plot
from desktop_app.ui.theme import DARK, LIGHT

RED = "#ff0000"


@pytest.fixture
def plot(qtbot: QtBot) -> Plot:
    widget = Plot(" %")
    qtbot.addWidget(widget)
    widget.resize(260, 120)
    widget.set_pen("a", QPen(QColor(RED), 1.0))
    widget.set_theme(DARK)
    return widget


def painted(plot: Plot) -> QImage:
    return plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def reddest(image: QImage, x: float) -> int:
    """The row of the column at x that is most like the curve."""
    column = [image.pixelColor(round(x), y) for y in range(image.height())]
    return max(range(len(column)), key=lambda y: column[y].red() - column[y].blue())


def test_a_curve_is_where_its_numbers_are(plot: Plot) -> None:
    plot.set_top(100.0, 80.0)
    plot.set_points("a", [0, 50, 100], [20, 20, 60])
    image, area = painted(plot), plot.area()
    assert reddest(image, area.left() + area.width() / 4) == pytest.approx(
        area.bottom() - area.height() * 20 / 80, abs=1
    )
    assert reddest(image, area.left() + area.width() * 0.75) == pytest.approx(
        area.bottom() - area.height() * 40 / 80, abs=1
    )
    plot.set_top(100.0, 160.0)
    assert reddest(painted(plot), area.left() + area.width() / 4) == pytest.approx(
        area.bottom() - area.height() * 20 / 160, abs=1
    )


def test_nothing_is_painted_outside_the_axes(plot: Plot) -> None:
    plot.set_top(10.0, 10.0)
    plot.set_points("a", [0, 10, 20, 20], [5, 5, 5, 900])
    image, area = painted(plot), plot.area()
    outside = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if not area.adjusted(-2, -3, 2, 3).contains(x, y)
    ]
    assert not [color for color in outside if color.red() > 200 and color.blue() < 80]


def test_the_axes_have_the_colours_of_the_theme(plot: Plot) -> None:
    plot.set_top(100.0, 100.0)
    for theme in (DARK, LIGHT):
        plot.set_theme(theme)
        image = painted(plot)
        seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert {theme.background, theme.line} <= seen


def test_boundaries_stand_upright(plot: Plot) -> None:
    plot.set_top(100.0, 100.0)
    before = painted(plot)
    plot.set_boundaries([50.0])
    image, area = painted(plot), plot.area()
    changed = {
        x
        for x in range(image.width())
        for y in range(image.height())
        if image.pixel(x, y) != before.pixel(x, y)
    }
    assert changed
    assert all(abs(x - area.center().x()) <= 1 for x in changed)
    assert plot.boundaries() == [50.0]
    plot.set_boundaries([])
    assert painted(plot) == before


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6), max_size=6))
def test_a_curve_is_the_points_it_was_given_last(plot: Plot, steps: list[list[tuple[int, int]]]) -> None:
    for points in steps:
        xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
        plot.set_points("a", xs, ys)
        assert plot.points("a") == (xs, ys)
        line = plot._lines["a"]
        assert [(line.at(i).x(), line.at(i).y()) for i in range(line.size())] == list(
            zip(xs, ys, strict=True)
        )
