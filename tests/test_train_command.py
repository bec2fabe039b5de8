"""`slipstream train` as a script uses it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tiny import one_thread

from desktop_app.cli import main

sys.path.append(str(Path(__file__).parent / "models"))
from tiny_model import write_tiny_model

__all__ = ["one_thread"]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("target") / "tiny-llama", initializer_range=0.2)


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


def train(data_dir: Path, target: Path, *more: str) -> int:
    common = ["--data-dir", str(data_dir), "train", "--target", str(target), "--dtype", "float32"]
    return main([*common, "--tokens", "2500", "--epochs", "0.5", "--draft-vocab", "64", *more])


def test_figures_go_to_standard_output_one_object_a_line(
    data_dir: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(data_dir, tiny, "--json") == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {event["event"] for event in events[:-1]} == {"evaluated"}
    assert events[-1]["event"] == "finished"
    assert len(events[-1]["acceptance"]) == 5
    folder = Path(events[-1]["folder"])
    assert folder == data_dir / "training" / "tiny-llama" / "drafter"
    assert (folder / "config.json").is_file()


def test_the_folder_goes_to_standard_output_and_the_course_to_standard_error(
    data_dir: Path, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(data_dir, tiny, "--resume", "--out", str(tmp_path / "head")) == 0
    captured = capsys.readouterr()
    assert captured.out.strip() == str(tmp_path / "head")
    assert "tokens a round" in captured.err


def test_a_folder_with_something_else_is_never_replaced(
    data_dir: Path, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letters.txt").write_text("dear")
    assert train(data_dir, tiny, "--out", str(tmp_path)) == 2
    assert "is no drafter" in capsys.readouterr().err
    assert (tmp_path / "letters.txt").read_text() == "dear"


@pytest.mark.parametrize(
    "wrong",
    [
        ["--tokens", "0"],
        ["--tokens=-5"],
        ["--layers", "0"],
        ["--hours", "0"],
        ["--epochs", "nan"],
        ["--batch", "1"],
        ["--draft-vocab", "2"],
    ],
)
def test_wrong_numbers_are_wrong_usage_in_one_sentence(
    data_dir: Path, tiny: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(data_dir, tiny, *wrong) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_not_there_is_one_sentence(
    tmp_path: Path, data_dir: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data-dir", str(tmp_path), "train"]) == 1
    assert "slipstream models get starter" in capsys.readouterr().err
    assert train(data_dir, tiny, "--data", str(tmp_path / "no.npz")) == 1
    assert "There is no token file" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_interrupted_it_exits_with_130_and_the_best_head_is_there(tiny: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "desktop_app", "--data-dir", str(tmp_path), "train", "--json"]
    command += ["--target", str(tiny), "--dtype", "float32", "--tokens", "2500", "--epochs", "1000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert '"evaluated"' in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 130
        assert process.stderr is not None
        assert not process.stderr.read()
    assert (tmp_path / "training" / "tiny-llama" / "drafter" / "model.safetensors").is_file()
    assert (tmp_path / "training" / "tiny-llama" / "checkpoint.pt").is_file()
