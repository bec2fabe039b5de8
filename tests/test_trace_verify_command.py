"""`slipstream trace verify`: its answer, its exit codes, and once with the real model."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tiny import tiny_loaded

from desktop_app import trace_verify_command
from desktop_app.chats.messages import Message
from desktop_app.cli import main
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Started
from desktop_app.engines.local import LocalEngine
from desktop_app.engines.trace_file import read_trace, write_trace
from desktop_app.generate import asked_prompt
from desktop_app.paths import Paths


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    engine = LocalEngine(tiny_loaded())
    request = ChatRequest((Message("user", "abc"),), SamplingParams(), "lookup", max_tokens=12, seed=1)
    prompt = asked_prompt(request, engine)
    events = engine.reply(request, ReplyControl())
    path = tmp_path / "a.trace"
    write_trace(path, [replace(e, prompt=prompt) if isinstance(e, Started) else e for e in events])
    return path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[argparse.Namespace]:
    """What the model was loaded with; it is the tiny one."""
    seen: list[argparse.Namespace] = []

    def open_engine(arguments: argparse.Namespace, paths: Paths, control: ReplyControl) -> LocalEngine:
        seen.append(arguments)
        return LocalEngine(tiny_loaded())

    monkeypatch.setattr(trace_verify_command, "open_engine", open_engine)
    return seen


def tampered(path: Path) -> Path:
    """The first token has a p that is far from its own."""
    events: list[Event] = read_trace(path)
    place = next(i for i, event in enumerate(events) if isinstance(event, Round))
    round_ = events[place]
    assert isinstance(round_, Round)
    first = round_.emitted[0]
    assert first.p is not None
    events[place] = replace(
        round_, emitted=(replace(first, p=0.01 if first.p > 0.5 else 0.99), *round_.emitted[1:])
    )
    other = path.with_name("tampered.trace")
    write_trace(other, events)
    return other


def test_the_targets_own(
    trace: Path, asked: list[argparse.Namespace], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "verify", str(trace), "--model", "somewhere"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tiny, float32 on cpu, rejection\n")
    assert out.endswith("12 of 12 tokens are the target's own.\n")
    assert (asked[0].model, asked[0].dtype) == ("somewhere", "float32")


def test_a_deviation_fails(
    trace: Path, asked: list[argparse.Namespace], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", "verify", str(tampered(trace)), "--model", "somewhere", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["own"] is False
    assert report["deviation"]["position"] == 0
    assert report["deviation"]["margin"] > report["deviation"]["allowed"]


def test_stopped(trace: Path, asked: list[argparse.Namespace], monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(arguments: argparse.Namespace, paths: Paths, control: ReplyControl) -> LocalEngine:
        control.stop()
        return LocalEngine(tiny_loaded())

    monkeypatch.setattr(trace_verify_command, "open_engine", stopped)
    assert main(["trace", "verify", str(trace), "--model", "somewhere"]) == 130


def test_a_model_that_nothing_names_is_asked_for(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "verify", str(trace)]) == 1
    assert "was written by tiny; say where it is with --model PATH." in capsys.readouterr().err


def test_what_is_no_trace_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no.trace"
    path.write_text("hello\n", encoding="utf-8")
    assert main(["trace", "verify", str(path)]) == 1
    assert capsys.readouterr().err == f"{path} is not a Slipstream trace.\n"


@pytest.mark.starter
def test_the_starter(data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "starter.trace"
    options = "--seed 4 --max-tokens 16 --verifier rejection --trace"
    data = ["--data-dir", str(data_dir)]
    assert main([*data, "generate", "Count to ten, twice.", *options.split(), str(path)]) == 0
    capsys.readouterr()
    for file, code in ((path, 0), (tampered(path), 1)):
        assert main([*data, "trace", "verify", str(file), "--json"]) == code
        report = json.loads(capsys.readouterr().out)
        assert report["tokens"] == 16
        assert report["own"] is (code == 0)
        assert report["checked"] == (16 if code == 0 else 0)
