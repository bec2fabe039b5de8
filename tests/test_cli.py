"""The command line as scripts use it: exit codes, streams, and one real model."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from desktop_app import __version__
from desktop_app.chats.messages import Message
from desktop_app.cli import main
from desktop_app.engines.trace_file import read_trace
from desktop_app.generate import MessagesFileError, read_messages

PROMPT = "Repeat after me: one two three four five six seven eight nine ten."


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert __version__ in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "hi", "--temperature", "nan"],
        ["generate", "hi", "--temperature=-1"],
        ["generate", "hi", "--top-p", "0"],
        ["generate", "hi", "--seed", str(2**70)],
        ["generate", "hi", "--messages", "x.json"],
    ],
)
def test_wrong_values_are_wrong_usage_in_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "Traceback" not in error


@pytest.mark.parametrize("arguments", [["generate", "hi", "--k", "many"], ["models"], ["models", "get"]])
def test_wrong_words_are_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2


def test_a_model_that_is_not_there_fails_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data-dir", str(tmp_path), "generate", "hi"]) == 1
    assert "slipstream models get starter" in capsys.readouterr().err
    assert main(["--data-dir", str(tmp_path), "generate", "hi", "--model", str(tmp_path / "no")]) == 1
    assert "There is no model at" in capsys.readouterr().err
    assert not list(tmp_path.iterdir()), "a failed command leaves nothing behind"


def test_models_path_and_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "models", "path"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "models")
    assert main(["--data-dir", str(tmp_path), "models", "list"]) == 0
    assert "models get starter" in capsys.readouterr().err


def test_messages_files(tmp_path: Path) -> None:
    file = tmp_path / "m.json"
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    file.write_text(json.dumps([{"role": "system", "content": "S"}, {"role": "user", "content": parts}]))
    assert read_messages(file) == (Message("system", "S"), Message("user", "ab"))
    file.write_text(json.dumps({"messages": [{"role": "user", "content": "x"}]}))
    assert read_messages(file) == (Message("user", "x"),)
    for bad in ("[]", "{", '[{"role":"king","content":"x"}]', '[{"role":"user"}]', "[1]", '"x"'):
        file.write_text(bad)
        with pytest.raises(MessagesFileError):
            read_messages(file)
    with pytest.raises(MessagesFileError):
        read_messages(tmp_path / "absent.json")


@pytest.mark.starter
def test_lookup_streams_valid_events_whose_text_is_the_plain_text(
    data_dir: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    common = ["--data-dir", str(data_dir), "generate", PROMPT, "--exact", "--temperature", "0"]
    common += ["--max-tokens", "48", "--json"]
    trace = tmp_path / "trace.jsonl"
    assert main([*common, "--draft", "lookup", "--trace", str(trace)]) == 0
    lookup = events(capsys.readouterr().out)
    assert main([*common, "--plain"]) == 0
    plain = events(capsys.readouterr().out)
    assert lookup[-1]["text"] == plain[-1]["text"]
    assert lookup[-1]["tally"]["accepted"] > 0
    assert [event["event"] for event in lookup[:3]] == ["request", "prefilled", "plan"]
    emitted = [token for event in lookup if event["event"] == "round" for token in event["emitted"]]
    assert "".join(token["text"] for token in emitted) == lookup[-1]["text"]
    assert len(read_trace(trace)) == len(lookup)


@pytest.mark.starter
def test_standard_input_is_the_prompt_and_standard_output_the_reply(data_dir: Path) -> None:
    done = subprocess.run(
        [*_program(data_dir), "generate", "--max-tokens", "5", "--temperature", "0", "--no-color"],
        input="Say hello.",
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.strip()
    assert "5 tokens (length)" in done.stderr
    assert "\x1b" not in done.stdout


@pytest.mark.starter
@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_an_interrupted_reply_is_kept_and_exits_with_130(data_dir: Path) -> None:
    command = [*_program(data_dir), "generate", "Tell me a long story.", "--max-tokens", "1500", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if '"event":"round"' in line and len(lines) == 6:
                process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
    last = json.loads(lines[-1])
    assert last["reason"] == "cancelled"
    assert last["tally"]["emitted"] >= 3


def _program(data_dir: Path) -> list[str]:
    return [sys.executable, "-m", "desktop_app", "--data-dir", str(data_dir)]
