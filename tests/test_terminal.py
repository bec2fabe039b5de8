"""What a reply looks like on a terminal."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Failed, Finished
from desktop_app.models.progress import Progress
from desktop_app.terminal import ProgressLine, colours_wanted, json_printer, summary_line, text_printer

ROUND = Round(
    0,
    "lookup",
    (Draft(1, "Hello", 1.0, 0.9, Verdict.ACCEPTED, -1), Draft(2, " moon", 1.0, 0.1, Verdict.REJECTED, 0)),
    (Emitted(1, "Hello", Origin.ACCEPTED, 0.9), Emitted(3, " world", Origin.CORRECTED, 0.8)),
    Timing(0.0, 0.02, 0.001),
    0.5,
)
LATER = Round(
    1, "none", (), (Emitted(4, "!", Origin.PLAIN, 0.8), ), Timing(0.0, 0.02, 0.001), 1.0
)  # fmt: skip
TALLY = Tally.of([ROUND, LATER]).summary()


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_tokens_are_coloured_by_origin_and_the_text_is_whole() -> None:
    out, notes = io.StringIO(), io.StringIO()
    show = text_printer(out, notes, colours=True)
    for event in (ROUND, LATER, Finished("eos", "Hello world!", TALLY)):
        show(event)
    assert out.getvalue() == "\x1b[4;32mHello\x1b[0m\x1b[38;5;208m world\x1b[0m!\n"
    assert "3 tokens (eos)" in notes.getvalue()


def test_without_colours_the_output_is_the_reply() -> None:
    out = io.StringIO()
    show = text_printer(out, io.StringIO(), colours=False)
    show(ROUND)
    show(Finished("eos", "Hello world", TALLY))
    assert out.getvalue() == "Hello world\n"


def test_the_last_line_has_the_five_figures() -> None:
    line = summary_line(TALLY, "eos")
    assert line == (
        "3 tokens (eos) · 2.0 tokens/s decode · 50% accepted · 1.50 tokens/round · 0.50 s to first token"
    )


def test_a_reply_that_goes_round_in_circles_says_so_in_its_last_line() -> None:
    def last_line(tokens: list[int]) -> str:
        notes = io.StringIO()
        show = text_printer(io.StringIO(), notes, colours=False)
        for token in tokens:
            show(replace(LATER, emitted=(Emitted(token, "x", Origin.PLAIN, 0.8),)))
        show(Finished("length", "x" * len(tokens), TALLY))
        return notes.getvalue()

    prose = list(range(100, 120))
    assert "repeats itself since token 21, which flatters" in last_line([*prose, *([1, 2, 3, 4] * 20)])
    assert "repeats itself from token 21 to " in last_line([*prose, *([1, 2, 3, 4] * 20), *range(200, 230)])
    assert "repeats" not in last_line([*prose, *range(200, 280)])


def test_json_is_one_object_a_line() -> None:
    out = io.StringIO()
    show = json_printer(out)
    show(ROUND)
    show(Failed("No."))
    first, second = out.getvalue().splitlines()
    assert json.loads(first)["event"] == "round"
    assert json.loads(second) == {"event": "failed", "error": "No."}


def test_colours_follow_the_terminal_and_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert colours_wanted(Screen(), no_color=False)
    assert not colours_wanted(Screen(), no_color=True)
    assert not colours_wanted(io.StringIO(), no_color=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colours_wanted(Screen(), no_color=False)


def test_progress_overwrites_its_own_line_and_is_silent_in_a_pipe() -> None:
    screen = Screen()
    line = ProgressLine(screen)
    line.show(Progress("Downloading", 50, 100))
    line.show(Progress("Done"))
    line.clear()
    assert screen.getvalue() == "\rDownloading 50%\rDone           \r    \r"
    pipe = io.StringIO()
    ProgressLine(pipe).show(Progress("Downloading", 1, 2))
    assert pipe.getvalue() == ""
