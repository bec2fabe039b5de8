"""Who made a token is told without colour: each mark has a shape of its own, and the legend shows it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_bench import WindowBench

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.ui.chat.mark_legend import MarkSample
from desktop_app.ui.chat.rendering.mark_painter import MarkPainter
from desktop_app.ui.chat.rendering.origin_marks import MARK_HEIGHT, BlockMarks
from desktop_app.ui.dashboard.rounds_strip import RoundsStrip
from desktop_app.ui.theme import LIGHT, Theme

MARKED = (Origin.ACCEPTED, Origin.CORRECTED, Origin.BONUS)


def without_colour() -> Theme:
    """Every ink is black, every ground white."""
    inks = {"text", "dim", "accent", "accepted", "corrected", "bonus", "rejected", "plain"}
    colors = {f.name: "#000000" if f.name in inks else "#ffffff" for f in fields(LIGHT) if f.name != "name"}
    return replace(LIGHT, **colors)


def painted(origin: Origin, size: float, ratio: float) -> set[tuple[int, int]]:
    """The dark pixels of one mark, 60 logical pixels long."""
    image = QImage(round(80 * ratio), round(30 * ratio), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    marks = MarkPainter()
    marks.size = size
    stroke = {origin: [QRectF(4, 4, 60, MARK_HEIGHT * size)]}
    marks.paint_marks(painter, BlockMarks(strokes=stroke), QPointF(0, 0), without_colour())
    painter.end()
    return {
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).lightness() < 128
    }


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("size", [0.7, 1.0, 1.5, 2.5])
def test_marks_differ_in_shape_alone(qapp: QApplication, size: float, ratio: float) -> None:
    line, wave, dots = (painted(origin, size, ratio) for origin in MARKED)
    columns = [{x for x, _ in shape} for shape in (line, wave, dots)]
    heights = [len({y for _, y in shape}) for shape in (line, wave, dots)]
    long = round(60 * ratio)
    assert len(columns[0]) >= long - 2, "a line is solid"
    assert len(columns[2]) < 0.8 * long, "dots have gaps"
    assert heights[1] > heights[0], "a wave is higher than a line"
    assert not line - wave or len(wave - line) > 0.2 * len(wave)


def test_the_legend_shows_the_marks_of_the_chat(bench: WindowBench) -> None:
    bench.ready()
    samples = bench.window.empty.findChildren(MarkSample)
    assert [sample.origin for sample in samples] == list(Origin)
    assert [sample.accessibleName() for sample in samples] == [
        "accepted: the draft guessed it",
        "corrected: the target chose another",
        "bonus: one more after a full guess",
        "plain: nothing was drafted",
    ]
    marks = [sample._marks(50) for sample in samples]
    assert [list(found.strokes) for found in marks] == [[origin] for origin in MARKED] + [[]]
    assert [len(found.carets) for found in marks] == [0, 1, 0, 0]


def test_boxes_of_rounds_differ_in_shape_alone(qapp: QApplication, qtbot: QtBot) -> None:
    strip = RoundsStrip()
    qtbot.addWidget(strip)
    strip.set_theme(without_colour())
    drafts = (
        Draft(1, "a", 0.5, 0.5, Verdict.ACCEPTED, -1),
        Draft(2, "b", 0.5, 0.5, Verdict.REJECTED, 0),
        Draft(3, "c", 0.5, None, Verdict.UNTESTED, 1),
    )
    timing = Timing(0, 0.1, 0)
    emitted = (Emitted(1, "a", Origin.ACCEPTED, 0.5), Emitted(4, "d", Origin.CORRECTED, 0.5))
    rounds = [
        Round(0, "lookup", drafts, emitted, timing, 0.1),
        Round(1, "lookup", drafts[:1], (emitted[0], Emitted(5, "e", Origin.BONUS, 0.5)), timing, 0.2),
        Round(2, "none", (), (Emitted(6, "f", Origin.PLAIN, 0.5),), timing, 0.3),
    ]
    strip.add_rounds(rounds)
    strip.resize(300, 200)
    strip.show()
    image = strip.grab().toImage()
    seen: dict[str, bytes] = {}
    for cell, rect in strip.boxes():
        box = image.copy(rect.toAlignedRect()).convertToFormat(QImage.Format.Format_Grayscale8)
        box = box.scaled(26, 10)
        seen[cell.kind] = bytes(box.constBits())
    assert set(seen) == {"accepted", "rejected", "untested", "corrected", "bonus", "plain"}
    # what was accepted and what is plain stand in different places, before and behind the gap
    assert len({shape for kind, shape in seen.items() if kind != "plain"}) == 5
    assert seen["plain"] not in (seen["corrected"], seen["bonus"])
