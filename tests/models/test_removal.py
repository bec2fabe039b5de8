"""What is deleted, what is left, and how much room that gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.models.converted import converted_folder
from desktop_app.models.local_model import LocalModel, ModelFacts
from desktop_app.models.removal import RemoveError, freed, is_own, remove


def test_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "maker" / "model"
    folder.mkdir(parents=True)
    (folder / "weights").write_bytes(b"12345")
    model = LocalModel("model", folder, "own", 5, ModelFacts("safetensors"))
    assert remove(model, tmp_path / "models") == 5
    assert not folder.exists()
    assert folder.parent.exists()


def test_a_gguf_file_and_what_was_made_of_it(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for name in ("one.gguf", "two.gguf"):
        (models / name).write_text(name)
        made = converted_folder(models / name, models)
        made.mkdir(parents=True)
        (made / "weights").write_bytes(b"123")
    model = LocalModel("one", models / "one.gguf", "own", 8, ModelFacts("gguf"))
    kept = converted_folder(models / "two.gguf", models)
    assert freed(model, models) == remove(model, models) == 11
    assert sorted(models.rglob("*")) == sorted(
        [models / "two.gguf", models / "converted", kept, kept / "weights"]
    )


def test_a_link_goes_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    models = tmp_path / "models"
    models.mkdir()
    (models / "link").symlink_to(folder, target_is_directory=True)
    remove(LocalModel("link", models / "link", "own", 0, ModelFacts("safetensors")), models)
    assert folder.is_dir()
    assert list(models.iterdir()) == []


def test_a_model_of_another_program_is_left_alone(tmp_path: Path) -> None:
    model = LocalModel("theirs", tmp_path / "theirs", "added", 0, ModelFacts("safetensors"))
    model.path.mkdir()
    assert not is_own(model, tmp_path / "models")
    with pytest.raises(RemoveError, match="belongs to another program"):
        remove(model, tmp_path / "models")
    assert model.path.is_dir()
