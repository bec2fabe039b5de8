from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from desktop_app.cli import main
from desktop_app.models import memory

ROOT = Path(__file__).resolve().parents[1]
CONFIG = {
    "model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 300, "max_position_embeddings": 8192,
}  # fmt: skip


@pytest.fixture
def model(tmp_path: Path) -> Path:
    import numpy as np
    from safetensors.numpy import save_file

    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CONFIG))
    save_file({"weight": np.ones(100_000, dtype=np.float32)}, folder / "model.safetensors")
    return folder


def run(*arguments: object) -> int:
    return main(["models", "fit", "--device", "cpu", "--dtype", "float32", *map(str, arguments)])


def result(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    return json.loads(capsys.readouterr().out)


def test_parts_and_what_is_free(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(model, "--json") == 0
    fit = result(capsys)
    parts = {(part["model"], part["name"]): part["bytes"] for part in fit["parts"]}
    assert parts["target", "weights"] == 400_000
    assert parts["target", "cache"] == 2 * 2 * 2 * 16 * 8192 * 4
    assert fit["needed"] == sum(parts.values()) < fit["peak"] < fit["free"]
    assert (fit["level"], fit["change"], fit["device"], fit["context"]) == ("green", None, "cpu", 8192)


def test_a_red_fit_says_what_would_help(
    model: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(model, shutil.copytree(model, model.with_name("draft")), "--context", 2048, "--json")
    needed = result(capsys)["peak"]
    draft = model.with_name("draft")
    monkeypatch.setattr(memory, "available_bytes", lambda _: needed)
    assert run(model, draft, "--context", 4096) == 0
    out = capsys.readouterr().out
    assert "draft weights" in out
    assert out.endswith("red: does not fit\nIt would fit with a context of 2,048 tokens.\n")
    assert run(model, draft, "--context", 4096, "--json") == 0
    fit = result(capsys)
    assert fit["change"] == {
        "words": "a context of 2,048 tokens", "context": 2048, "draft": True, "bytes_per_weight": 4,
    }  # fmt: skip
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    run(model)
    assert capsys.readouterr().out.endswith("Nothing short of a smaller model would fit.\n")


def test_a_draft_that_takes_nothing(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for draft in ("none", "auto", model):
        run(model, draft, "--json")
        assert not any(part["model"] == "draft" for part in result(capsys)["parts"])


def test_the_head_that_comes_with_a_model_is_counted(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = model.rename(model.with_name("SmolLM2-135M-Instruct"))
    run(folder, "--json")
    parts = [part["name"] for part in result(capsys)["parts"] if part["model"] == "draft"]
    assert parts == ["weights", "cache", "hidden states"]


def test_no_such_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "gone") == 1
    assert "There is no model at" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        run(tmp_path, "--context", 10)
