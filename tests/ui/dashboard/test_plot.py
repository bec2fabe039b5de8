"""A plot draws its curves where their numbers are, with pyqtgraph, from whenever that can be had."""

from __future__ import annotations

import math

import numpy as np
import pyqtgraph as pg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPen
from PySide6.QtWidgets import QGraphicsView
from pytestqt.qtbot import QtBot

from desktop_app.ui.dashboard.plot import Plot
from desktop_app.ui.dashboard.thinning import thinned
from desktop_app.ui.theme import DARK, LIGHT

RED = "#ff0000"


def new_plot(qtbot: QtBot) -> Plot:
    widget = Plot(" %")
    qtbot.addWidget(widget)
    widget.resize(260, 120)
    widget.set_pen("a", QPen(QColor(RED), 1.0))
    widget.set_theme(DARK)
    return widget


@pytest.fixture
def plot(qtbot: QtBot) -> Plot:
    widget = new_plot(qtbot)
    widget.build()
    return widget


def painted(plot: Plot) -> QImage:
    return plot.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def area(plot: Plot) -> QRectF:
    """Where the axes are, in pixels of the plot; known once it was painted."""
    assert plot.canvas is not None
    return plot.canvas.area().translated(plot.canvas.widget.pos())


def drawn(plot: Plot, key: str) -> tuple[list[float], list[float]]:
    """What pyqtgraph has of the curve."""
    assert plot.canvas is not None
    xs, ys = plot.canvas.curve(key).getData()
    return list(xs), list(ys)


def reddest(image: QImage, x: float) -> float:
    """The middle of the pixel at x that is most like the curve."""
    column = [image.pixelColor(round(x), y) for y in range(image.height())]
    return max(range(len(column)), key=lambda y: column[y].red() - column[y].blue()) + 0.5


def test_a_curve_is_where_its_numbers_are(plot: Plot) -> None:
    plot.set_top(100.0, 80.0)
    plot.set_points("a", [0, 50, 100], [20, 20, 60])
    image, inside = painted(plot), area(plot)
    assert inside.width() > 180
    assert inside.height() > 80
    assert reddest(image, inside.left() + inside.width() / 4) == pytest.approx(
        inside.bottom() - inside.height() * 20 / 80, abs=1
    )
    assert reddest(image, inside.left() + inside.width() * 0.75) == pytest.approx(
        inside.bottom() - inside.height() * 40 / 80, abs=1.5
    )
    plot.set_top(100.0, 160.0)
    assert reddest(painted(plot), inside.left() + inside.width() / 4) == pytest.approx(
        inside.bottom() - inside.height() * 20 / 160, abs=1
    )


def test_nothing_is_painted_outside_the_axes(plot: Plot) -> None:
    plot.set_top(10.0, 10.0)
    plot.set_points("a", [0, 10, 20, 20], [5, 5, 5, 900])
    image, inside = painted(plot), area(plot).adjusted(-4, -6, 4, 6)
    outside = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if not inside.contains(x, y)
    ]
    assert not [color for color in outside if color.red() > 200 and color.blue() < 80]


def test_the_axes_have_the_colours_of_the_theme(plot: Plot) -> None:
    plot.set_top(100.0, 100.0)
    assert plot.canvas is not None
    for theme in (DARK, LIGHT):
        plot.set_theme(theme)
        image = painted(plot)
        seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert {theme.background, theme.line} <= seen
        for axis in ("left", "bottom"):
            written = plot.canvas.widget.getPlotItem().getAxis(axis).textPen()
            assert written.color().name() == theme.dim


def test_boundaries_stand_upright(plot: Plot) -> None:
    plot.set_top(100.0, 100.0)
    before = painted(plot)
    plot.set_boundaries([50.0])
    image = painted(plot)
    changed = {
        x
        for x in range(image.width())
        for y in range(image.height())
        if image.pixel(x, y) != before.pixel(x, y)
    }
    assert changed
    assert all(abs(x - area(plot).center().x()) <= 1 for x in changed)
    assert plot.boundaries() == [50.0]
    plot.set_boundaries([])
    assert painted(plot) == before


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6), max_size=6))
def test_a_curve_is_the_points_it_was_given_last(plot: Plot, steps: list[list[tuple[int, int]]]) -> None:
    for points in steps:
        xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
        plot.set_points("a", xs, ys)
        assert plot.points("a") == drawn(plot, "a") == (xs, ys)


def test_it_is_pyqtgraphs_and_only_looked_at(plot: Plot) -> None:
    (view,) = plot.findChildren(QGraphicsView)
    assert isinstance(view, pg.PlotWidget)
    box = view.getPlotItem().getViewBox()
    assert box.state["mouseEnabled"] == [False, False]
    assert box.state["autoRange"] == [False, False]
    assert not box.menuEnabled()


def test_what_came_before_it_was_built_is_drawn_then(qtbot: QtBot) -> None:
    early, late = new_plot(qtbot), new_plot(qtbot)
    early.build()
    ground = late.grab().toImage()
    for one in (early, late):
        one.set_top(100.0, 80.0)
        one.set_points("a", [0, 50, 100], [20, 20, 60])
        one.set_boundaries([30.0])
        one.set_theme(LIGHT)
    assert late.points("a") == ([0, 50, 100], [20, 20, 60])
    assert late.grab().toImage().size() == ground.size()
    late.build()
    assert painted(late) == painted(early)
    assert drawn(late, "a") == ([0, 50, 100], [20, 20, 60])
    widget = late.canvas.widget if late.canvas is not None else None
    late.build()
    assert late.canvas is not None
    assert late.canvas.widget is widget, "built once"


def test_of_many_points_no_more_are_drawn_than_there_are_pixels(plot: Plot) -> None:
    ys = [float(y) for y in np.random.default_rng(3).integers(0, 50, 2000)]
    ys[777], ys[1500] = 99.0, -9.0
    plot.set_points("a", range(2000), ys)
    assert len(plot.points("a")[0]) == 2000
    xs, kept = drawn(plot, "a")
    assert len(xs) < 2.2 * plot.width()
    assert (xs[0], xs[-1]) == (0, 1999)
    assert {99.0, -9.0} <= set(kept)


@given(st.lists(st.integers(-9, 9), max_size=200), st.integers(2, 60))
def test_a_thinned_curve_keeps_its_ends_and_its_peaks(heights: list[int], most: int) -> None:
    xs, ys = np.arange(len(heights), dtype=float), np.array(heights, dtype=float)
    few_xs, few_ys = thinned(xs, ys, most)
    assert list(few_ys) == [heights[int(x)] for x in few_xs], "they are points of the curve"
    assert list(few_xs) == sorted(few_xs)
    if heights:
        assert (few_xs[0], few_xs[-1]) == (0, len(heights) - 1)
        assert (min(few_ys), max(few_ys)) == (min(heights), max(heights))
    step = math.ceil(2 * len(heights) / most)
    assert len(few_xs) <= max(4, most + step + 4)
