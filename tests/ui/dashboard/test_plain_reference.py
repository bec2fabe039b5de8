"""The plain reply in the speed chart is read when there is a new one, not whenever a chat is opened."""

from __future__ import annotations

import pytest
from scripted_engine import plain_rounds
from window_bench import WindowBench

from desktop_app.chats.message_tree import MessageTree
from desktop_app.chats.store import ChatStore
from desktop_app.ui.dashboard.chart import LineChart
from desktop_app.ui.dashboard.speed_chart import SpeedChart


def drawn(chart: SpeedChart) -> tuple[list[float], list[float]]:
    return chart.chart.points("reference")


def test_a_plain_reply_is_read_once_however_often_a_chat_is_opened(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.ready()
    bench.window.actions_by_name["toggle_mode"].trigger()
    bench.ask("The plain one")
    bench.answered()
    plain = bench.store.messages(bench.window.chats.current)[-1].id
    bench.window.actions_by_name["toggle_mode"].trigger()
    bench.window.actions_by_name["new_chat"].trigger()
    bench.ask("The other one")
    bench.answered()
    other = bench.window.chats.current
    chart = bench.window.dashboard.speed
    before = drawn(chart)
    assert len(before[0]) > 5
    read: list[str] = []
    rounds, path_to, set_points = ChatStore.rounds, MessageTree.path_to, LineChart.set_points
    monkeypatch.setattr(ChatStore, "rounds", lambda store, key: read.append(key) or rounds(store, key))
    monkeypatch.setattr(MessageTree, "path_to", lambda tree, key: read.append(key) or path_to(tree, key))
    monkeypatch.setattr(
        LineChart, "set_points", lambda chart, key, *of: read.append(key) or set_points(chart, key, *of)
    )
    for _ in range(3):
        bench.window.actions_by_name["new_chat"].trigger()
        bench.window.chats.open(other)
    bench.ask("And on")
    bench.answered()
    assert plain not in read
    assert "reference" not in read
    assert drawn(chart) == before
    assert "“The plain one”" in chart.summary()


def test_a_new_plain_reply_takes_the_place_of_the_old_one(bench: WindowBench) -> None:
    bench.ready()
    bench.window.actions_by_name["toggle_mode"].trigger()
    bench.ask("The first one")
    bench.answered()
    chart = bench.window.dashboard.speed
    first = drawn(chart)
    assert "The first one" in chart.summary() or "same prompt" in chart.summary()
    bench.engine.rounds = plain_rounds(tokens_per_s=30.0)
    bench.window.actions_by_name["new_chat"].trigger()
    bench.ask("The second one")
    bench.answered()
    bench.window.actions_by_name["new_chat"].trigger()
    assert "The second one" in chart.summary()
    assert max(drawn(chart)[1]) > 2 * max(first[1])
