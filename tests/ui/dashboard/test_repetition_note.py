"""A reply that goes round in circles is flagged beside its numbers, live and stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pytestqt.qtbot import QtBot
from scripted_engine import ScriptedEngine, plain_rounds, speculative_rounds
from window_bench import WindowBench

from desktop_app.decoding.looping import LASTING, LoopWatch
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.tally import Tally
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.dashboard.repetition_note import RepetitionNote
from desktop_app.ui.theme import ThemeManager

PROSE = " ".join(f"word{n}" for n in range(30))
LOOP = " over and over it goes" * 30
OUT = " " + " ".join(f"new{n}" for n in range(60))


def shown(qtbot: QtBot, themes: ThemeManager, rounds: Sequence[Round]) -> RepetitionNote:
    dashboard = Dashboard(themes)
    qtbot.addWidget(dashboard)
    dashboard.resize(320, 900)
    with qtbot.waitExposed(dashboard):
        dashboard.show()
    dashboard.show_reply(rounds, Tally.of(rounds).summary())
    assert dashboard.numbers.repetition.text() in dashboard.summary()
    return dashboard.numbers.repetition


def test_a_stored_reply_that_loops_is_flagged_with_the_definition(qtbot: QtBot, themes: ThemeManager) -> None:
    note = shown(qtbot, themes, speculative_rounds(PROSE + LOOP))
    assert note.isVisible()
    assert note.text() == "The reply repeats itself since token 31: acceptance and speed are flattered."
    assert note.accessibleName() == note.text()
    for number in ("3 turns", "64 tokens", "90 %", f"{LASTING} tokens"):
        assert number in note.toolTip()


def test_one_that_found_its_way_out_says_from_where_to_where(qtbot: QtBot, themes: ThemeManager) -> None:
    rounds = speculative_rounds(PROSE + LOOP + OUT)
    found = LoopWatch.of(rounds).repetition
    assert found is not None
    note = shown(qtbot, themes, rounds)
    assert f"repeated itself from token 31 to {found.end}:" in note.text()


def test_a_plain_reply_is_not_said_to_be_flattered(qtbot: QtBot, themes: ThemeManager) -> None:
    note = shown(qtbot, themes, plain_rounds(PROSE + LOOP))
    assert note.text() == "The reply repeats itself since token 31."


def test_an_ordinary_reply_has_no_flag(qtbot: QtBot, themes: ThemeManager) -> None:
    note = shown(qtbot, themes, speculative_rounds(PROSE + OUT))
    assert not note.isVisible()
    assert note.text() == ""


def test_the_flag_comes_while_the_reply_is_written_and_goes_with_the_next(bench: WindowBench) -> None:
    rounds = speculative_rounds(PROSE + LOOP)
    bench.loader.engine = ScriptedEngine(rounds=rounds, pause_at=len(rounds) - 2)
    bench.ready()
    bench.ask()
    note = bench.window.dashboard.numbers.repetition
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: "since token 31" in note.text())
    assert bench.window.chats.replying
    assert note.isVisible()
    bench.engine.go.set()
    bench.answered()
    here = bench.window.chats.current
    bench.engine.rounds = [replace(round_) for round_ in speculative_rounds()]
    bench.window.actions_by_name["new_chat"].trigger()
    bench.ask("another")
    bench.answered()
    assert note.text() == ""
    bench.window.chats.open(here)
    bench.until(lambda: "since token 31" in note.text())
