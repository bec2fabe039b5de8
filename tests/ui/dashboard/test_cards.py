"""Cards are hidden, brought back and moved, by menu, keys and mouse; the next start has them as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from window_bench import WindowBench

from desktop_app.ui.dashboard.card import Card
from desktop_app.ui.dashboard.cards import CARDS, DEFAULT
from desktop_app.ui.dashboard.dashboard import Dashboard

KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def answered(bench: WindowBench) -> WindowBench:
    bench.window.resize(1280, 1400)
    bench.ready()
    bench.ask()
    bench.answered()
    return bench


def seen(dashboard: Dashboard) -> list[str]:
    """The cards in sight, from the top."""
    visible = [card for card in dashboard.column.cards.values() if card.isVisible()]
    return [card.id for card in sorted(visible, key=lambda card: card.y())]


def entries(menu: QMenu) -> dict[str, QAction]:
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions() if not action.isSeparator()}


def cards_menu(bench: WindowBench) -> QMenu:
    menu = bench.window.actions_by_name["cards"].menu()
    assert isinstance(menu, QMenu)
    return menu


def settled(bench: WindowBench, expected: list[str]) -> None:
    bench.until(lambda: seen(bench.window.dashboard) == expected)


def card(bench: WindowBench, name: str) -> Card:
    return bench.window.dashboard.column.cards[name]


def test_every_card_has_a_name_and_stands_in_the_menu(answered: WindowBench) -> None:
    settled(answered, list(DEFAULT.shown))
    texts = list(entries(cards_menu(answered)))
    assert texts == [*(spec.title for spec in CARDS), "Reset"]
    for one in answered.window.dashboard.column.cards.values():
        assert one.title in one.button.accessibleName()
        assert one.accessibleName() == one.title
    ids = [spec.id for spec in CARDS]
    assert len(set(ids)) == len(ids)


def test_a_card_is_hidden_by_its_menu_and_comes_back_by_the_windows(answered: WindowBench) -> None:
    rest = [name for name in DEFAULT.shown if name != "speed"]
    entries(card(answered, "speed").menu)["Hide"].trigger()
    settled(answered, rest)
    speed = entries(cards_menu(answered))["Tokens/s"]
    assert not speed.isChecked()
    speed.trigger()
    settled(answered, list(DEFAULT.shown))
    assert entries(cards_menu(answered))["Tokens/s"].isChecked()


def test_the_keyboard_moves_and_hides_the_card_it_is_in(answered: WindowBench) -> None:
    first, second, *rest = DEFAULT.shown
    button = card(answered, first).button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Down, KEYS)
    settled(answered, [second, first, *rest])
    assert button.hasFocus(), "the next press moves the same card"
    QTest.keyClick(button, Qt.Key.Key_Up, KEYS)
    settled(answered, [first, second, *rest])
    strip = answered.window.dashboard.rounds.strip
    strip.setFocus()
    QTest.keyClick(strip, Qt.Key.Key_Delete, KEYS)
    settled(answered, [name for name in DEFAULT.shown if name != "rounds"])


def test_tab_goes_as_the_cards_stand(answered: WindowBench) -> None:
    first, second, *_ = DEFAULT.shown
    entries(card(answered, first).menu)["Move Down"].trigger()
    card(answered, second).button.setFocus()
    last = card(answered, second).tab_stops()[-1]
    last.setFocus()
    QTest.keyClick(last, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is card(answered, first).button


def test_a_card_is_pulled_by_its_title(answered: WindowBench) -> None:
    first, second, third, *rest = DEFAULT.shown
    header, target = card(answered, first).header, card(answered, second)
    start = QPoint(4, 4)
    QTest.mousePress(header, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(header, start + QPoint(0, 1))
    assert seen(answered.window.dashboard)[0] == first, "a hand that trembles pulls nothing"
    below = header.mapFromGlobal(target.mapToGlobal(QPoint(4, target.height() // 2 + 8)))
    QTest.mouseMove(header, below)
    settled(answered, [second, first, third, *rest])
    QTest.mouseRelease(header, Qt.MouseButton.LeftButton)
    QTest.mouseMove(header, QPoint(4, -2000))
    assert seen(answered.window.dashboard)[0] == second, "let go, it stays"


def test_reset_brings_all_back(answered: WindowBench) -> None:
    assert not entries(cards_menu(answered))["Reset"].isEnabled()
    for name in DEFAULT.shown:
        entries(card(answered, name).menu)["Hide"].trigger()
    settled(answered, [])
    assert answered.window.dashboard.column._nothing.isVisible()
    entries(cards_menu(answered))["Reset"].trigger()
    settled(answered, list(DEFAULT.shown))
    assert not answered.window.dashboard.column._nothing.isVisible()


def test_a_hidden_chart_draws_nothing_and_catches_up_when_it_is_back(answered: WindowBench) -> None:
    dashboard = answered.window.dashboard
    entries(card(answered, "acceptance").menu)["Hide"].trigger()
    points = dashboard.acceptance.chart.points("whole")
    answered.engine.text = "Another, shorter reply to look at."
    answered.ask("Again?")
    answered.answered()
    assert dashboard.acceptance.chart.points("whole") == points
    entries(cards_menu(answered))["Acceptance"].trigger()
    whole = dashboard.reply.series.acceptance.whole
    answered.until(lambda: dashboard.acceptance.chart.points("whole") == (whole.xs, whole.ys))
    assert len(whole) > 1


def test_the_next_start_has_them_as_they_were(
    bench: WindowBench, qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    bench.ready()
    entries(card(bench, "times").menu)["Move Up"].trigger()
    entries(card(bench, "speed").menu)["Hide"].trigger()
    kept = bench.window.dashboard.column.arrangement
    assert kept != DEFAULT
    again = WindowBench(qapp, qtbot, bench.paths.config.parent)
    try:
        assert again.window.dashboard.column.arrangement == kept
        assert not card(again, "speed").isVisibleTo(again.window.dashboard.column)
    finally:
        again.take_down()
