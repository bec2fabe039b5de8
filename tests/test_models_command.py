from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from desktop_app.cli import main


@pytest.fixture(autouse=True)
def no_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "no hub"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "models" / "small"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text('{"model_type": "llama", "architectures": ["LlamaForCausalLM"]}')
    (folder / "tokenizer.json").write_text('{"model": {"vocab": {"a": 0}}}')
    save_file({"weight": np.ones(4, dtype=np.float32)}, folder / "model.safetensors")
    return tmp_path / "data"


def run(data: Path, *arguments: str) -> int:
    return main(["--data-dir", str(data), "models", *arguments])


def test_list_says_what_each_can_be(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = data / "models" / "broken"
    shutil.copytree(data / "models" / "small", broken)
    (broken / "model.safetensors").unlink()
    assert run(data, "list") == 0
    out = capsys.readouterr().out
    assert "small\n" in out
    assert "target or draft" in out
    assert "neither target nor draft: broken has no weights" in out


def test_list_as_json(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "list", "--json") == 0
    models = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    small = next(model for model in models if model["name"] == "small")
    assert small["facts"]["target"] == {"usable": True, "reason": ""}
    assert small["path"] == str(data / "models" / "small")


def test_folders_from_the_settings_are_listed(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(data / "models" / "small", tmp_path / "mine" / "theirs")
    (data / "config").mkdir()
    (data / "config" / "settings.toml").write_text(
        f"[model]\nmodel_folders = [{json.dumps(str(tmp_path / 'mine'))}]\n"
    )
    assert run(data, "list") == 0
    assert str(tmp_path / "mine" / "theirs") in capsys.readouterr().out


def test_no_model_says_how_to_get_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "empty", "list") == 0
    assert "slipstream models get starter" in capsys.readouterr().err


def test_remove(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(data, "remove", "small") == 0
    assert not (data / "models" / "small").exists()
    assert run(data, "remove", "small") == 1
    assert "There is no model small" in capsys.readouterr().err


def test_what_belongs_to_another_program_is_not_deleted(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theirs = Path(shutil.copytree(data / "models" / "small", tmp_path / "mine" / "theirs"))
    (data / "config").mkdir()
    (data / "config" / "settings.toml").write_text(
        f"[model]\nmodel_folders = [{json.dumps(str(tmp_path / 'mine'))}]\n"
    )
    assert run(data, "remove", "theirs") == 1
    assert theirs.is_dir()
    assert "belongs to another program" in capsys.readouterr().err


def test_a_link_is_removed_and_not_what_it_leads_to(data: Path, tmp_path: Path) -> None:
    real = (data / "models" / "small").rename(tmp_path / "real")
    (data / "models" / "small").symlink_to(real)
    assert run(data, "remove", "real") == 0
    assert real.is_dir()
    assert not (data / "models" / "small").exists()
