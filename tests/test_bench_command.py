"""`slipstream bench suite` as scripts use it, with the real starter model."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from desktop_app.cli import main
from desktop_app.models.progress import Progress
from desktop_app.terminal import ProgressLine


@pytest.mark.parametrize(
    "option",
    [
        ["--temperature", "0"],
        ["--prompts", "0"],
        ["--runs", "none"],
        ["--verifier", "greedy"],
        ["--max-tokens", "-1"],
    ],
)
def test_wrong_words_are_wrong_usage(option: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["bench", "suite", *option])
    assert end.value.code == 2


def test_wrong_values_are_wrong_usage_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "suite", "--temperature", "1000"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["bench", "suite", "--seed", str(2**70)]) == 2


def test_a_suite_that_is_not_there_fails_before_a_model_is_loaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data-dir", str(tmp_path), "bench", "suite", "--suite", "slow"]) == 1
    assert "There is no suite called 'slow'" in capsys.readouterr().err


@pytest.mark.starter
def test_the_report_as_json(data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "--suite",
        "quick",
        "--model",
        "starter",
        "--exact",
        "--prompts",
        "1",
        "--max-tokens",
        "8",
        "--json",
    ]
    assert main(["--data-dir", str(data_dir), "bench", "suite", *asked]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["complete"] is True
    assert report["dtype"] in ("bfloat16", "float32")
    assert report["options"]["verifier"] == "coupled"
    assert [(row["id"], row["sampling"]) for row in report["prompts"]] == [
        ("chat-balcony", "greedy"),
        ("chat-balcony", "sampled"),
    ]
    for summary in report["summary"].values():
        assert summary["speedup_median"] > 0
        assert summary["target_step_ms"] > 0
        assert summary["v"]["1"]["rounds"] > 0
        assert summary["identity"]["identical"] == summary["identity"]["compared"] == 1


@pytest.mark.starter
def test_an_interrupted_suite_prints_what_was_measured_and_exits_with_130(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(_: ProgressLine, progress: Progress) -> None:
        if progress.stage.endswith("sampled"):
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(ProgressLine, "show", interrupt)
    asked = ["--draft", "lookup", "--prompts", "1", "--max-tokens", "4"]
    assert main(["--data-dir", str(data_dir), "bench", "suite", *asked]) == 130
    text = capsys.readouterr().out
    assert "Not the whole suite" in text
    assert "greedy: speedup" in text
    assert "sampled: speedup" not in text
