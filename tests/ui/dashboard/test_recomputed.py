"""Every figure on screen is what its rounds say, for any reply there can be, and no rate is impossible."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import recomputed
from dashboard_rounds import make_reply
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from round_strategies import replies

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Plan, Prefilled
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.accepted_histogram import AcceptedHistogram
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.drafts_chart import DraftsChart
from desktop_app.ui.dashboard.position_chart import PositionChart
from desktop_app.ui.dashboard.work_numbers import WorkNumbers
from desktop_app.ui.theme import ThemeManager

PERCENT = re.compile(r"(-?[\d,.]+)[ \u00a0]%")
once_for_all = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def dashboard(qtbot: QtBot, themes: ThemeManager) -> Dashboard:
    widget = Dashboard(themes)
    qtbot.addWidget(widget)
    widget.resize(QSize(330, 2200))
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def check(dashboard: Dashboard, rounds: list[Round]) -> None:
    """All that the dashboard shows of rounds it was given."""
    numbers, work = dashboard.numbers, dashboard.instrument(WorkNumbers)
    verdicts, tokens = recomputed.verdicts(rounds), recomputed.tokens(rounds)
    drafted = sum(verdicts.values())
    first = rounds[0].at if rounds else None
    assert numbers.speed.value == figures.rate(recomputed.decode_speed(recomputed.since_switch(rounds)))
    assert numbers.acceptance.value == figures.percent(recomputed.acceptance(rounds))
    assert numbers.per_round.value == figures.per_round(tokens / len(rounds) if rounds else None)
    assert numbers.first_token.value == figures.seconds(first)
    assert numbers.tokens.value == f"{tokens:,}"
    assert f"in {len(rounds)} rounds" in numbers.tokens.accessibleName()
    assert work.avoided.value == (f"{tokens - len(rounds):,}" if rounds else "–")
    assert work.wasted.value == (f"{verdicts['rejected'] + verdicts['untested']:,}" if drafted else "–")
    assert work.utilisation.value == figures.percent(verdicts["accepted"] / drafted if drafted else None)
    check_charts(dashboard, rounds)
    for instrument in dashboard._instruments:
        check_percentages(instrument)
    check_percentages_in(dashboard.summary())


def check_charts(dashboard: Dashboard, rounds: list[Round]) -> None:
    if not dashboard.times.isVisible():
        assert not rounds
        return
    bars = dashboard.instrument(PositionChart).chart.bars
    expected = recomputed.positions(rounds)
    assert [bar.height for bar in bars] == [a / t for a, t in expected]
    assert [bar.label for bar in bars] == [str(i + 1) for i in range(len(expected))]
    for bar, (accepted, tested) in zip(bars, expected, strict=True):
        assert f"{accepted} of {tested} tested" in bar.words
    bars = dashboard.instrument(AcceptedHistogram).chart.bars
    counts = recomputed.histogram(rounds)
    assert [bar.value for bar in bars] == [f"{count:,}" for count in counts]
    assert sum(counts) == len(rounds)
    assert [bar.height for bar in bars] == [count / max(counts) for count in counts]
    drafted = [len(r.drafts) for r in rounds if r.undrafted is None and r.drafter != "user"]
    assert dashboard.instrument(DraftsChart).chart.points("drafted")[1] == drafted
    whole = dashboard.acceptance.chart.points("whole")[1]
    assert all(0 <= y <= 100 for y in whole)
    if whole:
        assert whole[-1] == pytest.approx(100 * (recomputed.acceptance(rounds) or 0))
    assert all(y >= 0 for y in dashboard.speed.chart.points("reply")[1])
    seconds = recomputed.parts_of_time(rounds)
    assert dashboard.times._bar.parts == pytest.approx(seconds)


def check_percentages(widget: QWidget) -> None:
    for one in (widget, *widget.findChildren(QWidget)):
        check_percentages_in(one.accessibleName())
        check_percentages_in(one.accessibleDescription())


def check_percentages_in(text: str) -> None:
    for share in PERCENT.findall(text):
        assert 0 <= float(share.replace(",", "")) <= 100, text


@once_for_all
@given(rounds=replies())
def test_a_stored_reply(dashboard: Dashboard, rounds: list[Round]) -> None:
    dashboard.show_reply(rounds, Tally.of(rounds).summary())
    check(dashboard, rounds)


@once_for_all
@given(rounds=replies(), pieces=st.integers(1, 5))
def test_a_reply_as_far_as_it_is(dashboard: Dashboard, rounds: list[Round], pieces: int) -> None:
    dashboard.show_reply([], None)
    for start in range(0, len(rounds), pieces):
        dashboard.add_rounds(rounds[start : start + pieces])
        dashboard._draw_stale()
        check(dashboard, rounds[: start + pieces])


def test_a_long_reply_by_the_numbers_of_its_maker(dashboard: Dashboard) -> None:
    """4 drafts of which 3, 2 … 0 stand; worked out by hand."""
    rounds = make_reply([(4, 3), (4, 2), (4, 1), (4, 0), (0, 0)] * 4, first=0.5, step=0.25)
    dashboard.show_reply(rounds, None)
    work = dashboard.instrument(WorkNumbers)
    assert dashboard.numbers.acceptance.value == "60 %", "24 of 40 tested"
    assert (work.avoided.value, work.wasted.value, work.utilisation.value) == ("24", "40", "38 %")
    assert "of 64 drafts wasted" in work.wasted.accessibleName()
    bars = dashboard.instrument(PositionChart).chart.bars
    assert [bar.value for bar in bars] == ["75 %", "67 %", "50 %", "0 %"]
    assert bars[1].words == "Position 2: 8 of 12 tested drafts accepted (67 %)."
    bars = dashboard.instrument(AcceptedHistogram).chart.bars
    assert [bar.value for bar in bars] == ["8", "4", "4", "4"]
    assert bars[3].words == "3 accepted: 4 of 20 rounds (20 %)."
    assert dashboard.instrument(PositionChart).summary() == (
        "Acceptance by position: 1: 75 %, 2: 67 %, 3: 50 %, 4: 0 %."
    )
    assert dashboard.instrument(AcceptedHistogram).summary() == (
        "Rounds by accepted drafts: 0: 8, 1: 4, 2: 4, 3: 4."
    )


# -- k ----------------------------------------------------------------------------------------------------


def test_k_is_shown_from_where_it_was_chosen(dashboard: Dashboard) -> None:
    rounds = make_reply([(4, 4), (4, 2), (2, 1), (2, 2)])
    dashboard.show_reply([], None)
    chart = dashboard.instrument(DraftsChart)
    dashboard.note_plan(Plan("lookup", "speculative", 4, ""))
    dashboard.add_rounds(rounds[:2])
    dashboard.note_plan(Plan("lookup", "speculative", 2, ""))
    dashboard.add_rounds(rounds[2:])
    dashboard.refresh()
    # 5 + 3 tokens with k 4, then 2 + 3
    assert chart.chart.points("chosen") == ([0, 8, 8, 13], [4, 4, 2, 2])
    assert chart.chart.points("drafted") == ([5, 8, 10, 13], [4, 4, 2, 2])
    assert chart.summary() == "Drafts per round: from 2 to 4, last 2. Chosen k: 2."
    dashboard.show_reply(rounds, None)
    assert chart.chart.points("chosen") == ([], []), "of a stored reply no plan is known"
    assert chart.summary() == "Drafts per round: from 2 to 4, last 2."


# -- the prompt -------------------------------------------------------------------------------------------


def test_prompt_tokens_per_second_are_those_that_were_read(dashboard: Dashboard) -> None:
    rounds = make_reply([(3, 2)] * 4)
    dashboard.show_reply([], None)
    prefill = dashboard.instrument(WorkNumbers).prefill
    assert prefill.value == "–"
    dashboard.note_prefill(Prefilled(300, 1700, 0.5))
    dashboard.add_rounds(rounds)
    dashboard.refresh()
    assert prefill.value == "600", "those in the cache took no time"
    assert "1700 token" in prefill.accessibleDescription()


def test_a_server_that_reports_only_figures_claims_nothing_of_rounds(dashboard: Dashboard) -> None:
    dashboard.show_reply([], replace(Tally().summary("reported"), emitted=50, decode_tokens_per_s=40.0))
    work = dashboard.instrument(WorkNumbers)
    assert (work.avoided.value, work.wasted.value, work.utilisation.value) == ("–", "–", "–")
