"""A reply is switched between speculative and plain while it is written: what happens, where it is seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted_engine import REPLY, ScriptedEngine, ScriptedLoader
from view_parts import browser_of
from window_bench import WindowBench, install_starter
from window_visit import Steps, Visit, ready, reply_ended, type_and_send

from desktop_app.chats.store import ChatStore
from desktop_app.decoding.rounds import Round
from desktop_app.paths import Paths
from desktop_app.ui.chat.rendering.switch_marks import SwitchMark
from desktop_app.ui.chat.switch_words import promise
from desktop_app.ui.main_window import MainWindow


def waits_at(window: MainWindow, engine: ScriptedEngine, index: int) -> Callable[[], bool]:
    """The engine waits before this round, and all before it are on screen."""
    return lambda: engine.paused.is_set() and window.dashboard.reply.series.tally.rounds == index


def marks(window: MainWindow) -> list[tuple[SwitchMark, QPointF]]:
    """All in sight, each with where its block's layout stands."""
    browser = browser_of(window.chat)
    band = (0.0, float(browser.viewport().height()))
    return [(mark, item.origin) for item in browser.visible() for mark in browser._marks(item, band).switches]


def card(window: MainWindow, number: int) -> str:
    mark, origin = marks(window)[number]
    return browser_of(window.chat).card_at(mark.rect.translated(origin).center().toPoint())


def words(window: MainWindow) -> str:
    return f"{window.dashboard.speed.summary()} {window.dashboard.rounds.summary()}"


def stored(paths: Paths) -> tuple[tuple[Round, ...], str]:
    store = ChatStore(paths.chats)
    reply = store.messages(store.conversations()[0].id)[-1]
    rounds = store.rounds(reply.id)
    store.close()
    return rounds, reply.content


def test_the_key_and_the_toolbar_switch_the_reply_that_runs(qapp: QApplication, tmp_path: Path) -> None:
    engine = ScriptedEngine(pause_at=2, one_pause=True)
    paths = Paths.under(tmp_path)
    install_starter(paths)
    seen: dict[str, object] = {}

    def steps(window: MainWindow) -> Steps:
        said: list[str] = []
        window.announcer.said.connect(said.append)
        yield lambda: ready(window)
        assert "next reply" in window.toolbar.mode.toolTip()
        type_and_send(window, "How does it work?")
        yield waits_at(window, engine, 2)
        assert "from its next round" in window.toolbar.mode.toolTip()
        assert promise("rejection", exact=False) in window.toolbar.mode.toolTip()
        QTest.keyClick(window, Qt.Key.Key_F8)
        assert window.toolbar.current_mode() == "plain"
        assert window.status.text.startswith("plain from the next round")
        engine.pause_at = 7
        engine.go.set()
        yield waits_at(window, engine, 7)
        assert window.status.text.startswith("plain since token ")
        assert promise("rejection", exact=False) in window.status.text
        window.toolbar.mode.buttons()[0].click()
        assert window.status.text.startswith("speculative from the next round")
        engine.pause_at = None
        engine.go.set()
        yield reply_ended(window)
        seen["marks"] = [mark.plain for mark, _ in marks(window)]
        seen["cards"] = [card(window, 0), card(window, 1)]
        seen["lines"] = window.dashboard.speed.chart.boundaries()
        assert window.dashboard.acceptance.chart.boundaries() == seen["lines"]
        seen["words"] = words(window)
        assert window.status.text.startswith("speculative since token 11 · prompt lookup")
        assert REPLY in window.chat.plain_text()
        drafting = window.dashboard.reply.series.drafting
        seen["line"], seen["chosen"] = window.status.text, (drafting.chosen.xs, drafting.chosen.ys)
        assert drafting.chosen.ys == [4, 4, 0, 0, 4]
        here = window.chats.current
        window.actions_by_name["new_chat"].trigger()
        assert window.dashboard.speed.chart.boundaries() in ([], seen["lines"])
        window.chats.open(here)
        yield lambda: len(marks(window)) == 2
        assert [mark.plain for mark, _ in marks(window)] == seen["marks"] == [True, False]
        assert [card(window, 0), card(window, 1)] == seen["cards"]
        assert window.dashboard.speed.chart.boundaries() == seen["lines"]
        assert words(window) == seen["words"]
        assert window.status.text == seen["line"]
        chosen = window.dashboard.reply.series.drafting.chosen
        assert (chosen.xs, chosen.ys) == seen["chosen"]
        assert REPLY in window.chat.plain_text()
        assert [sentence for sentence in said if "from here on" in sentence] == [
            f"Plain from here on. {promise('rejection', exact=False)}",
            f"Speculative from here on. {promise('rejection', exact=False)}",
        ]

    Visit(paths, steps, loader=ScriptedLoader(engine), timeout_s=15)
    rounds, text = stored(paths)
    assert text == REPLY
    assert [(round_.index, round_.switched) for round_ in rounds if round_.switched] == [
        (2, "plain"),
        (7, "speculative"),
    ]
    before = [sum(len(r.emitted) for r in rounds[:index]) for index in (2, 7)]
    assert seen["lines"] == before
    first, second = seen["cards"]  # type: ignore[misc]
    assert "Plain from here on" in first
    assert f"tokens 1 to {before[0]}: speculative" in first
    assert f"tokens {before[0] + 1} to {before[1]}: plain, 12.0 tokens/s" in first
    assert f"tokens {before[0] + 1} to {before[1]}: plain, 12.0 tokens/s" in second
    assert promise("rejection", exact=False) in first
    assert "Round 7: " in str(seen["words"])
    assert "Speculative from here on." in str(seen["words"])
    assert f"tokens {before[0] + 1} to {before[1]}: plain" in str(seen["words"])


def test_a_plain_reply_becomes_speculative_and_measures_no_plain_speed(bench: WindowBench) -> None:
    bench.engine.pause_at, bench.engine.text = 3, REPLY + REPLY
    bench.ready()
    window = bench.window
    window.toolbar.toggle_mode()
    bench.ask()
    bench.until(waits_at(window, bench.engine, 3))
    assert (bench.engine.seen[0].draft, bench.engine.seen[0].standby) == ("none", "auto")
    window.actions_by_name["toggle_mode"].trigger()
    bench.engine.go.set()
    bench.answered()
    assert [mark.plain for mark, _ in marks(window)] == [False]
    assert window.status.text.startswith("speculative since token 4")
    assert window.dashboard.speed.chart.boundaries() == [3]
    assert window.dashboard.numbers.acceptance.value != "–"
    assert bench.store.last_plain_reply(bench.engine.name) is None
    bench.ask("and now")
    bench.answered()
    assert (bench.engine.seen[1].draft, bench.engine.seen[1].standby) == ("auto", "none"), "it stays so"


def test_a_switch_while_the_prompt_is_read_has_no_boundary(bench: WindowBench) -> None:
    bench.engine.pause_at = 0
    bench.ready()
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.window.actions_by_name["toggle_mode"].trigger()
    bench.engine.go.set()
    bench.answered()
    assert marks(bench.window) == []
    assert bench.window.status.text.startswith("plain · ")
    assert bench.window.dashboard.numbers.speedup.value == "–"
    assert "This reply is plain" in bench.window.dashboard.numbers.speedup.accessibleDescription()
    assert bench.store.last_plain_reply(bench.engine.name) is None


def test_in_another_chat_the_mode_is_that_of_the_next_reply(bench: WindowBench) -> None:
    bench.engine.pause_at = 2
    bench.ready()
    bench.ask()
    bench.until(waits_at(bench.window, bench.engine, 2))
    bench.window.actions_by_name["new_chat"].trigger()
    bench.window.actions_by_name["toggle_mode"].trigger()
    assert bench.window.status.text == "Plain from the next reply."
    assert "next reply" in bench.window.toolbar.mode.toolTip()
    bench.engine.go.set()
    bench.answered()
    (conversation,) = bench.store.conversations()
    reply = bench.store.messages(conversation.id)[-1]
    assert not any(round_.switched for round_ in bench.store.rounds(reply.id))


def test_a_reply_that_cannot_be_switched_says_so(bench: WindowBench) -> None:
    """The draft gave up: the wish counts from the next reply."""
    bench.engine.pause_at, bench.engine.one_pause = 2, True
    bench.engine.gives_up_at = 3
    bench.ready()
    bench.ask()
    bench.until(waits_at(bench.window, bench.engine, 2))
    bench.engine.pause_at = 6
    bench.engine.go.set()
    bench.until(waits_at(bench.window, bench.engine, 6))
    assert "The draft gave up." in bench.window.status.text
    bench.window.actions_by_name["toggle_mode"].trigger()
    bench.window.actions_by_name["toggle_mode"].trigger()
    assert bench.window.status.text.startswith("speculative from the next reply")
    bench.engine.pause_at = None
    bench.engine.go.set()
    bench.answered()
    assert [mark.plain for mark, _ in marks(bench.window)] == [True]


def test_in_a_duel_the_mode_is_greyed_and_says_why(bench: WindowBench) -> None:
    bench.ready()
    window, action = bench.window, bench.window.actions_by_name["toggle_mode"]
    text = action.text()
    window.actions_by_name["open_duel"].trigger()
    duel = window.duels.window
    assert duel is not None
    duel.setup.prompt.setPlainText("How do plants grow?")
    bench.engine.pause_at = 1
    duel.start.click()
    bench.until(lambda: bench.thread.state.stage == "duelling")
    assert not window.toolbar.mode.isEnabled()
    assert not action.isEnabled()
    assert action.text() == f"{text}: not in a duel"
    assert "A duel is running" in window.toolbar.mode.toolTip()
    bench.engine.pause_at = None
    duel.start.click()
    bench.engine.go.set()
    bench.until(lambda: not duel.running)
    bench.until(lambda: bench.thread.state.stage == "ready")
    assert window.toolbar.mode.isEnabled()
    assert action.isEnabled()
    assert action.text() == text
    assert "next reply" in window.toolbar.mode.toolTip()


@pytest.mark.parametrize(
    ("verifier", "exact", "word"),
    [
        ("greedy", True, "word for word"),
        ("coupled", True, "word for word"),
        ("greedy", False, "within rounding"),
        ("coupled", False, "within rounding"),
        ("rejection", False, "own distribution"),
        ("rejection", True, "own distribution"),
        ("of another version", False, ""),
    ],
)
def test_what_is_promised_depends_on_the_verifier(verifier: str, exact: bool, word: str) -> None:
    found = promise(verifier, exact=exact)
    assert word in found
    assert bool(found) == bool(word)


def test_the_promise_is_that_of_the_reply_under_the_mouse(bench: WindowBench, qtbot: QtBot) -> None:
    bench.engine.pause_at = 2
    bench.ready()
    bench.window.toolbar.temperature.edit.setText("0")
    bench.ask()
    bench.until(waits_at(bench.window, bench.engine, 2))
    bench.window.actions_by_name["toggle_mode"].trigger()
    bench.engine.go.set()
    bench.answered()
    assert promise("greedy", exact=False) in card(bench.window, 0)
    bench.window.actions_by_name["show_marks"].trigger()
    assert "Plain from here on" not in card(bench.window, 0)
