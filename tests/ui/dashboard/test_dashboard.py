"""The instruments as a user sees them: what they show, when they change, and in which colours."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from dashboard_rounds import make_reply, random_reply
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Mode, Resolved, Started
from desktop_app.ui.dashboard.dashboard import BEAT_MS, Dashboard
from desktop_app.ui.theme import DARK, LIGHT, ThemeManager

LABEL = 'plain, other prompt: "How do <b>plants</b>…"'


def started(mode: Mode = "speculative") -> Started:
    resolved = Resolved("rejection", "cpu", "float32", exact=False)
    return Started("tiny", "lookup", mode, "auto", SamplingParams(), 7, resolved)


@pytest.fixture
def dashboard(qtbot: QtBot, themes: ThemeManager) -> Dashboard:
    widget = Dashboard(themes)
    qtbot.addWidget(widget)
    widget.resize(320, 900)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def shown_points(dashboard: Dashboard) -> int:
    return len(dashboard.speed.chart.points("reply")[0])


def test_is_calm_until_something_is_asked(dashboard: Dashboard) -> None:
    assert not dashboard.numbers.isVisible()
    dashboard.begin_reply(started())
    assert not dashboard.numbers.isVisible(), "nothing to show yet"
    dashboard.add_rounds(make_reply([(3, 2)]))
    assert dashboard.numbers.isVisible()
    dashboard.clear()
    assert not dashboard.numbers.isVisible()


def test_a_failed_reply_without_rounds_leaves_the_words(dashboard: Dashboard) -> None:
    dashboard.begin_reply(started())
    dashboard.finish(None)
    assert not dashboard.numbers.isVisible()
    assert not dashboard._timer.isActive()


def test_what_is_shown_follows_a_four_hertz_timer_while_a_reply_runs(dashboard: Dashboard) -> None:
    rounds = make_reply([(3, 2)] * 9)
    assert not dashboard._timer.isActive()
    dashboard.begin_reply(started())
    assert dashboard._timer.isActive()
    assert dashboard._timer.interval() == BEAT_MS == 250
    for round_ in rounds[:4]:
        dashboard.add_rounds([round_])
    assert dashboard.numbers.tokens.value == "–"
    assert shown_points(dashboard) == 0
    dashboard._timer.timeout.emit()
    assert dashboard.numbers.tokens.value == "12"
    assert dashboard.numbers.acceptance.value == "67 %"
    assert dashboard.numbers.speed.value == "12"
    assert shown_points(dashboard) == 1, "3 tokens a round: the 8th after round 0 is in round 3"
    dashboard.finish(Tally.of(rounds[:4]).summary())
    assert not dashboard._timer.isActive()


def test_the_end_shows_the_final_tally_exactly(dashboard: Dashboard) -> None:
    rounds = make_reply([(3, 2), (4, 4), (0, 0), (2, 0)])
    tally = Tally.of(rounds)
    tally.prefilled(300, 0.5)
    dashboard.begin_reply(started())
    dashboard.add_rounds(rounds)
    # A reply cut at its end may be counted otherwise than the rounds seen: the summary has the word.
    dashboard.finish(replace(tally.summary(), decode_tokens_per_s=123.4, acceptance_rate=0.5, emitted=9))
    numbers = dashboard.numbers
    assert (numbers.speed.value, numbers.acceptance.value, numbers.tokens.value) == ("123", "50 %", "9")
    assert (numbers.per_round.value, numbers.first_token.value) == ("2.50", "500 ms")
    assert "600 tokens/s" in numbers.first_token.accessibleDescription()


def test_reported_figures_say_so(dashboard: Dashboard) -> None:
    dashboard.show_reply((), replace(Tally().summary("reported"), emitted=50, decode_tokens_per_s=40.0))
    assert dashboard.numbers.isVisible()
    assert "reported by the server" in dashboard.numbers.speed.accessibleDescription()


def test_every_number_has_its_definition(dashboard: Dashboard) -> None:
    dashboard.show_reply(make_reply([(3, 2)] * 9), None)
    for cell in dashboard.numbers.cells():
        assert len(cell.accessibleDescription()) > 40
        assert cell.accessibleDescription() in cell.toolTip()
        assert cell.value in cell.accessibleName()


# Speedup


def test_another_prompt_never_becomes_a_speedup(dashboard: Dashboard) -> None:
    dashboard.set_plain_reference(make_reply([(0, 0)] * 40), LABEL)
    dashboard.begin_reply(started())
    dashboard.add_rounds(make_reply([(3, 2)] * 30))
    dashboard.finish(Tally.of(make_reply([(3, 2)] * 30)).summary())
    assert dashboard.numbers.speedup.value == "–"
    assert "missing" in dashboard.numbers.speedup.accessibleDescription()


def test_a_plain_run_on_the_same_prompt_gives_a_speedup(dashboard: Dashboard) -> None:
    rounds = make_reply([(3, 2)] * 30)
    dashboard.begin_reply(started())
    dashboard.add_rounds(rounds)
    dashboard.set_same_prompt_plain(4.0)
    dashboard.finish(Tally.of(rounds).summary())
    assert dashboard.numbers.speedup.value == "3.00×"
    assert "(4.0 tokens/s)" in dashboard.numbers.speedup.accessibleDescription()
    dashboard.begin_reply(started())
    assert dashboard.numbers.speedup.value == "–", "it belonged to the reply before"


def with_controls(rounds: list[Round], every: int) -> list[Round]:
    """One in so many of the rounds without drafts is a control round."""
    undrafted = [round_.index for round_ in rounds if not round_.drafts][::every]
    return [replace(r, undrafted="control") if r.index in undrafted else r for r in rounds]


def test_control_rounds_give_a_speedup_with_its_interval(dashboard: Dashboard) -> None:
    rounds = with_controls(make_reply([(3, 3), (3, 1), (3, 2), (3, 2), (0, 0)] * 8), 1)
    measured = Tally.of(rounds).summary().speedup
    assert measured is not None
    dashboard.show_reply(rounds, Tally.of(rounds).summary())
    cell = dashboard.numbers.speedup
    assert cell.value == f"{measured.value:.2f}×" == "2.97×"
    assert f"{measured.low:.2f} to {measured.high:.2f}×" in cell.accessibleName()
    assert f"{measured.controls} control rounds" in cell.accessibleDescription()


def test_a_plain_run_on_the_same_prompt_is_more_than_control_rounds(dashboard: Dashboard) -> None:
    rounds = with_controls(make_reply([(3, 2), (3, 2), (0, 0)] * 8), 1)
    dashboard.begin_reply(started())
    dashboard.add_rounds(rounds)
    dashboard.set_same_prompt_plain(4.0)
    dashboard.finish(Tally.of(rounds).summary())
    assert "same prompt" in dashboard.numbers.speedup.accessibleDescription()
    assert dashboard.numbers.speedup.accessibleName().startswith("measured speedup")


def test_slower_is_shown_as_slower(dashboard: Dashboard) -> None:
    colors = []
    for speed in (1.0, 100.0):
        dashboard.begin_reply(started())
        dashboard.add_rounds(make_reply([(3, 2)] * 30))
        dashboard.set_same_prompt_plain(speed)
        label = dashboard.numbers.speedup.findChildren(QLabel)[0]
        colors.append(label.palette().color(QPalette.ColorRole.WindowText))
    assert colors == [DARK.color("accent"), DARK.color("rejected")]


def test_a_plain_reply_has_no_speedup_and_no_acceptance(dashboard: Dashboard) -> None:
    rounds = make_reply([(0, 0)] * 30)
    dashboard.begin_reply(started("plain"))
    dashboard.add_rounds(rounds)
    dashboard.set_same_prompt_plain(4.0)
    dashboard.finish(Tally.of(rounds).summary())
    assert dashboard.numbers.speedup.value == dashboard.numbers.acceptance.value == "–"
    assert dashboard.numbers.per_round.value == "1.00"
    assert dashboard.acceptance.summary() == "A plain reply has no drafts."
    assert "(plain)" in dashboard.speed.summary()


# Charts


def test_the_range_grows_in_round_steps_and_never_shrinks(dashboard: Dashboard) -> None:
    dashboard.begin_reply(started())
    fast, slow = make_reply([(3, 3)] * 30, step=0.05), []
    last = fast[-1]
    for i in range(1, 60):
        slow.append(replace(last, index=last.index + i, at=last.at + i))
    tops = []
    for batch in (fast[:15], fast[15:], slow[:20], slow[20:40], slow[40:]):
        dashboard.add_rounds(batch)
        dashboard.refresh()
        tops.append(dashboard.speed.chart.range)
    assert [y for _, y in tops] == [80.0] * 5
    assert [x for x, _ in tops] == sorted(x for x, _ in tops) == [60.0, 200.0, 200.0, 400.0, 400.0]
    dashboard.finish(None)
    assert dashboard.speed.chart.range == (356.0, 80.0), "at the end the axis ends with the reply"
    dashboard.begin_reply(started())
    assert dashboard.speed.chart.range == (60.0, 10.0)


def test_acceptance_is_always_drawn_from_nothing_to_all(dashboard: Dashboard) -> None:
    dashboard.show_reply(make_reply([(4, 0)] * 30), None)
    assert dashboard.acceptance.chart.range[1] == 100.0
    assert set(dashboard.acceptance.chart.points("whole")[1]) == {0.0}


def test_the_plain_line_is_dashed_and_carries_its_prompt(dashboard: Dashboard) -> None:
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    chart = dashboard.speed.chart
    assert not chart._legends["reference"].isVisible()
    dashboard.set_plain_reference(make_reply([(0, 0)] * 40, step=0.02), LABEL)
    assert chart._legends["reference"].isVisible()
    assert chart._legends["reference"].text == LABEL
    assert "<b>" not in chart._legends["reference"].toolTip()
    assert chart.pen("reference").dashPattern()
    assert chart.points("reference")[1] == pytest.approx([50.0] * 32)
    assert chart.range[1] == 60.0, "it fits in"
    assert LABEL in dashboard.speed.summary()
    dashboard.set_plain_reference((), "")
    assert chart.points("reference") == ([], [])
    assert not chart._legends["reference"].isVisible()


def test_lines_are_one_opaque_pixel(dashboard: Dashboard) -> None:
    for part in (dashboard.speed, dashboard.acceptance):
        for key in part.chart._styles:
            pen = part.chart.pen(key)
            assert pen.widthF() == 1.0
            assert pen.isCosmetic()
            assert pen.color().alpha() == 255


def test_charts_are_looked_at_only(dashboard: Dashboard) -> None:
    for part in (dashboard.speed, dashboard.acceptance):
        assert part.chart._plot.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_charts_are_built_once(dashboard: Dashboard) -> None:
    widgets = set(dashboard.findChildren(QWidget))
    for seed in range(3):
        dashboard.set_plain_reference(make_reply([(0, 0)] * 20), LABEL)
        dashboard.show_reply(random_reply(40, seed), None)
    assert set(dashboard.findChildren(QWidget)) == widgets


def test_what_cannot_be_seen_is_drawn_when_it_can(dashboard: Dashboard, qtbot: QtBot) -> None:
    dashboard.hide()
    dashboard.begin_reply(started())
    for round_ in make_reply([(3, 2)] * 30):
        dashboard.add_rounds([round_])
    assert shown_points(dashboard) == 0
    dashboard.show()
    qtbot.waitUntil(lambda: shown_points(dashboard) == 27)


def test_a_chart_scrolled_out_of_sight_waits(dashboard: Dashboard, qtbot: QtBot) -> None:
    dashboard.resize(320, 200)
    dashboard.begin_reply(started())
    rounds = make_reply([(3, 2)] * 40)
    dashboard.add_rounds(rounds[:1])
    bar = dashboard._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 300)
    qtbot.waitUntil(lambda: dashboard.acceptance.visibleRegion().isEmpty())
    for round_ in rounds[1:]:
        dashboard.add_rounds([round_])
    assert dashboard.acceptance.chart.points("whole")[0] == []
    bar.setValue(dashboard.acceptance.mapTo(dashboard.column, QPoint()).y())
    qtbot.waitUntil(lambda: len(dashboard.acceptance.chart.points("whole")[0]) == 40)


def test_six_thousand_rounds_leave_charts_small(dashboard: Dashboard) -> None:
    rounds = random_reply(6000)
    dashboard.begin_reply(started())
    for start in range(0, 6000, 50):
        dashboard.add_rounds(rounds[start : start + 50])
    dashboard.finish(Tally.of(rounds).summary())
    xs, _ = dashboard.speed.chart.points("reply")
    assert 1000 < len(xs) <= 2048
    assert xs[-1] == Tally.of(rounds).emitted
    assert len(dashboard.rounds.strip._rounds) == 512


# Theme


def colours(widget: QWidget) -> set[str]:
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32)
    return {f"#{pixel & 0xFFFFFF:06x}" for pixel in np.unique(pixels)}


def test_everything_follows_the_theme(qapp: QApplication, dashboard: Dashboard, themes: ThemeManager) -> None:
    # down to the rounds, which have the colours of what was rejected and corrected
    dashboard.resize(320, 1300)
    dashboard.set_plain_reference(make_reply([(0, 0)] * 40), LABEL)
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    for choice, theme in (("dark", DARK), ("light", LIGHT)):
        themes.choose("dark" if choice == "dark" else "light")
        qapp.processEvents()
        speed, acceptance = dashboard.speed.chart, dashboard.acceptance.chart
        assert speed.pen("reply").color().name() == theme.accent
        assert speed.pen("reference").color().name() == theme.plain
        assert acceptance.pen("rolling").color().name() == theme.accepted
        seen = colours(dashboard)
        other = LIGHT if theme is DARK else DARK
        assert {theme.panel, theme.background, theme.accepted, theme.rejected, theme.corrected} <= seen
        assert {other.panel, other.background, other.accepted, other.rejected} & seen == set()


# In words


def test_every_instrument_has_words(dashboard: Dashboard) -> None:
    rounds = make_reply([(3, 2)] * 29 + [(3, 3)])
    dashboard.show_reply(rounds, None)
    assert dashboard.speed.summary() == (
        "Tokens per second (speculative): latest 13, highest 13, over 91 tokens."
    )
    assert (
        dashboard.acceptance.summary() == "Acceptance: 68 % of the whole reply, 68 % of the last 20 rounds."
    )
    assert dashboard.times.summary() == "Time per round 33 ms: draft 3 %, verify 91 %, other 6 %."
    assert dashboard.rounds.summary().endswith("Round 29: 3 of 3 drafts accepted, bonus “ w!”.")
    for part in (dashboard.speed, dashboard.acceptance, dashboard.rounds, dashboard.times):
        assert part.accessibleDescription() == part.summary()
        assert part.summary() in dashboard.summary()
    assert "tokens/s: 12" in dashboard.summary()


def test_words_change_at_the_end_and_not_with_each_token(dashboard: Dashboard) -> None:
    dashboard.show_reply(make_reply([(3, 2)] * 30), None)
    before = dashboard.speed.accessibleDescription()
    dashboard.begin_reply(started())
    for round_ in make_reply([(3, 3)] * 30):
        dashboard.add_rounds([round_])
    assert dashboard.speed.accessibleDescription() == before
    dashboard.finish(None)
    assert dashboard.speed.accessibleDescription() == dashboard.speed.summary() != before


# The process


def run(code: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


def test_importing_it_is_light() -> None:
    done = run(
        "import desktop_app.ui.dashboard.dashboard, sys\n"
        "assert not {'torch', 'transformers', 'numpy'} & set(sys.modules)\n"
    )
    assert done.returncode == 0, done.stderr


def test_a_process_with_charts_ends_well() -> None:
    done = run(
        "from PySide6.QtWidgets import QApplication\n"
        "app = QApplication([])\n"
        "from desktop_app.ui.theme import ThemeManager\n"
        "from desktop_app.ui.dashboard.dashboard import Dashboard\n"
        "board = Dashboard(ThemeManager(app, 'dark')); board.show(); app.processEvents()\n"
        "print('shown')\n"
    )
    assert (done.returncode, done.stdout.strip()) == (0, "shown"), done.stderr
