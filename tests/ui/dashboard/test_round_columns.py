"""The columns of the last rounds and the bars of a reply: how high, where, and in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from dashboard_rounds import make_reply
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.decoding.rounds import Round, Timing
from desktop_app.ui.dashboard.bar_chart import Bar, BarChart
from desktop_app.ui.dashboard.round_columns import KEPT, ROLES, RoundColumns
from desktop_app.ui.theme import DARK


@pytest.fixture
def columns(qtbot: QtBot) -> RoundColumns:
    widget = RoundColumns()
    qtbot.addWidget(widget)
    widget.set_theme(DARK)
    widget.resize(112, 60)
    return widget


def timed(*timings: tuple[float, float, float]) -> list[Round]:
    rounds = make_reply([(3, 2)] * len(timings))
    return [replace(r, timing=Timing(*seconds)) for r, seconds in zip(rounds, timings, strict=True)]


def tip(widget: QWidget, x: int, y: int) -> str:
    point = QPoint(x, y)
    QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, point, widget.mapToGlobal(point)))
    return QToolTip.text()


def test_the_slowest_round_has_the_full_height_and_the_parts_their_shares(columns: RoundColumns) -> None:
    columns.add_rounds(timed((0.01, 0.08, 0.01), (0.1, 0.08, 0.02)))
    (first, first_parts), (second, second_parts) = columns.columns()
    assert (first.index, second.index) == (0, 1)
    assert [part.height() for part in second_parts] == pytest.approx([25, 20, 5])
    assert [part.height() for part in first_parts] == pytest.approx([2.5, 20, 2.5])
    for draft, verify, other in (first_parts, second_parts):
        assert draft.top() == pytest.approx(verify.bottom())
        assert verify.top() == pytest.approx(other.bottom())
    assert first_parts[0].right() < second_parts[0].left()


def test_the_parts_have_their_colours(columns: RoundColumns) -> None:
    columns.add_rounds(timed((0.1, 0.1, 0.1)))
    image = columns.grab().toImage()
    ((_, parts),) = columns.columns()
    ratio = image.devicePixelRatio()
    centres = [part.center() * ratio for part in parts]
    seen = [image.pixelColor(round(centre.x()), round(centre.y())).name() for centre in centres]
    assert seen == [DARK.color(role).name() for role in ROLES]


def test_only_what_has_room_is_shown_and_the_newest_always(columns: RoundColumns) -> None:
    columns.add_rounds(make_reply([(3, 2)] * 400))
    assert [round_.index for round_ in columns.shown()] == list(range(380, 400))
    columns.resize(4000, 60)
    assert len(columns.shown()) == KEPT
    columns.clear()
    assert columns.columns() == []


def test_a_column_says_its_times(columns: RoundColumns) -> None:
    columns.add_rounds(timed((0, 0, 0), (0.005, 0.08, 0.02)))
    _, (_, parts) = columns.columns()
    words = "Round 1, 105 ms: draft 5.0 ms, verify 80 ms, other 20 ms."
    assert words in tip(columns, round(parts[0].center().x()), 30)
    QToolTip.hideText()


def test_rounds_without_times_have_no_height(columns: RoundColumns) -> None:
    columns.add_rounds(timed((0, 0, 0)))
    ((_, parts),) = columns.columns()
    assert [part.height() for part in parts] == [0, 0, 0]
    columns.grab()


# -- bars -------------------------------------------------------------------------------------------------


@pytest.fixture
def bars(qtbot: QtBot) -> BarChart:
    widget = BarChart("Some bars", "accepted")
    qtbot.addWidget(widget)
    widget.set_theme(DARK)
    widget.resize(220, 70)
    widget.build()
    return widget


def test_a_bar_says_what_it_is(bars: BarChart) -> None:
    bars.set_bars([Bar(1.0, "1", "9", "nine <b>words</b>"), Bar(0.5, "2", "4", "four words")])
    first, second = bars.columns()
    assert "nine &lt;b&gt;words" in tip(bars, round(first.center().x()), 40)
    assert "four words" in tip(bars, round(second.center().x()), 40)
    QToolTip.hideText()


def test_bars_are_as_high_as_they_say(bars: BarChart) -> None:
    bars.set_bars([Bar(1.0, "1", "", ""), Bar(0.5, "2", "", ""), Bar(0.0, "3", "", "")])
    image, ratio = bars.grab().toImage(), bars.devicePixelRatioF()
    heights = []
    for column in bars.columns():
        x = round(column.center().x() * ratio)
        rows = [y for y in range(image.height()) if image.pixelColor(x, y).name() == DARK.accepted]
        heights.append(len(rows) / ratio)
    whole = bars.columns()[0].height()
    assert heights == pytest.approx([whole, whole / 2, 0], abs=1)


def test_many_bars_fit(bars: BarChart) -> None:
    bars.set_bars([Bar(0.5, str(i), "50 %", "") for i in range(64)])
    columns = bars.columns()
    assert columns[0].left() >= 0
    assert columns[-1].right() <= bars.width()
    bars.grab()


def test_without_bars_there_are_words(bars: BarChart) -> None:
    bars.show()
    bars.set_bars([], "Nothing yet.")
    assert bars._hint.text() == "Nothing yet."
    bars.set_bars([Bar(1, "1", "1", "")])
    assert bars._hint.text() == ""
    bars.set_bars([], "Nothing again.")
    assert bars._hint.text() == "Nothing again."
    assert bars.focusPolicy() is Qt.FocusPolicy.NoFocus
