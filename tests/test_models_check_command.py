from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from desktop_app.bench.pair_measure import PairMeasure
from desktop_app.cli import main
from desktop_app.decoding.errors import Cancelled
from desktop_app.models.starter_info import starter_folder

sys.path.append(str(Path(__file__).parent / "models"))

from tiny_model import write_tiny_model


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny_model(tmp_path_factory.mktemp("check") / "tiny")


@pytest.fixture
def data(source: Path, tmp_path: Path) -> Path:
    """The tiny model stands where the starter would."""
    folder = tmp_path / "data"
    shutil.copytree(source, starter_folder(folder / "models"))
    return folder


def run(data: Path, *arguments: str) -> int:
    return main(["--data-dir", str(data), "models", "check", "--device", "cpu", *arguments])


def test_the_starter_and_lookup_are_a_pair(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "starter", "lookup") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "ok       Prompt lookup runs no model" in out
    assert not [line for line in out.splitlines() if line.startswith("problem")]


def test_a_wrong_pair_is_told_on_standard_error_too(
    data: Path, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = Path(shutil.copytree(source, tmp_path / "broken"))
    (broken / "model.safetensors").unlink()
    assert run(data, "starter", str(broken)) == 1
    out, err = capsys.readouterr()
    sentence = "broken has no weights (model.safetensors); download the model again."
    assert f"problem  {sentence}" in out.splitlines()
    assert err == sentence + "\n"


def test_as_json(data: Path, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "starter", str(source), "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["works"] is True
    assert found["draft"] == str(source)
    topics = [finding["topic"] for finding in found["findings"]]
    assert topics[0] == "target"
    assert {"draft", "tokenizer", "end", "context", "rollback", "device"} <= set(topics)
    assert {finding["level"] for finding in found["findings"]} == {"ok"}


def test_a_missing_starter_says_how_to_get_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "empty", "starter", "lookup") == 1
    assert "slipstream models get starter" in capsys.readouterr().err


def test_a_draft_has_to_be_named(data: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        run(data, "starter")
    assert ended.value.code == 2


def test_measured_on_demand(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "starter", "skip:1", "--measure", "--temperature", "0", "--json") == 0
    found = json.loads(capsys.readouterr().out)["measured"]
    assert found["draft"] == "skip:1"
    assert found["temperature"] == 0
    assert len(found["prompts"]) == 6
    assert found["c"] > 0
    rows = [cost["rows"] for cost in found["costs"]["verify"]]
    assert rows == list(range(1, rows[-1] + 1))
    assert found["recommended_k"] == (found["best"][0] if found["best"][1] >= 1.05 else 0)


def test_what_cannot_work_is_not_measured(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "starter", "skip:9", "--measure", "--json") == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["measured"] is None
    assert "choose from 1 to 1 of them to draft, not 9." in err


def test_stopped_while_it_measures(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise Cancelled

    monkeypatch.setattr(PairMeasure, "measured", stopped)
    assert run(data, "starter", "lookup", "--measure") == 130
    assert "Prompt lookup runs no model" in capsys.readouterr().out


def test_a_temperature_that_makes_no_sense(data: Path) -> None:
    assert run(data, "starter", "lookup", "--measure", "--temperature", "-1") == 2
