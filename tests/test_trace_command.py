"""`slipstream trace` on a trace that was written by the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.cli import main
from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tally import Tally
from desktop_app.engines.base import Event, Failed, Finished, Prefilled, Resolved, Started
from desktop_app.engines.trace_file import TraceWriter

ROUNDS = (
    Round(0, "none", (), (Emitted(5, "Hello", Origin.PLAIN, 0.5),), Timing(0, 0.1, 0), 0.001),
    Round(
        1,
        "lookup",
        (Draft(6, " big", None, 0.2, Verdict.REJECTED, -1),),
        (Emitted(7, " world", Origin.CORRECTED, 0.6),),
        Timing(0, 0.1, 0),
        0.002,
    ),
)
STARTED = Started(
    "Recorded", "lookup", "speculative", 4, SamplingParams(), 1, Resolved("greedy", "cpu", "float32", False)
)


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    # the end tells other figures than the rounds: those of the rounds count
    wrong = Tally.of(ROUNDS[:1]).summary()
    return _written(tmp_path / "a.trace", [*ROUNDS, Finished("eos", "Hello world", wrong)])


def _written(path: Path, events: list[Event]) -> Path:
    with TraceWriter(path) as writer:
        for event in (STARTED, Prefilled(10, 0, 0.5), *events):
            writer.write(event)
    return path


@pytest.mark.parametrize("command", ["show", "replay"])
def test_the_text_is_printed(trace: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main(["trace", command, str(trace)]) == 0
    assert capsys.readouterr().out == "Hello world\n"


def test_the_figures_are_counted_from_the_rounds(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "stats", "--json", str(trace)]) == 0
    tally = Tally.of(ROUNDS)
    tally.prefilled(10, 0.5)
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(tally.summary().to_json()))
    assert main(["trace", "stats", str(trace)]) == 0
    out = capsys.readouterr().out
    assert "Recorded: speculative, draft lookup, float32 on cpu, greedy" in out
    assert "rejected                1" in out


def test_a_failed_reply_fails_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _written(tmp_path / "b.trace", [ROUNDS[0], Failed("It broke.")])
    assert main(["trace", "replay", str(path)]) == 1
    assert "It broke." in capsys.readouterr().err


def test_what_is_no_trace_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.trace"
    path.write_text("hello\n", encoding="utf-8")
    assert main(["trace", "show", str(path)]) == 1
    assert "is not a Slipstream trace" in capsys.readouterr().err


def test_a_speed_of_nothing_is_wrong_usage(trace: Path) -> None:
    with pytest.raises(SystemExit) as end:
        main(["trace", "replay", "--speed", "0", str(trace)])
    assert end.value.code == 2
