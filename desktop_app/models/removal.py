"""Deletes a model of the program's own folder. Torch-free."""

from __future__ import annotations

import shutil
from pathlib import Path

from desktop_app.models.converted import converted_folder
from desktop_app.models.disk import disk_errors_as_sentences
from desktop_app.models.errors import ModelError
from desktop_app.models.local_model import LocalModel


class RemoveError(ModelError):
    """A model that this program does not delete."""


def is_own(model: LocalModel, models: Path) -> bool:
    """Whether it lies in the program's own folder of models."""
    return model.path.absolute().is_relative_to(models.absolute())


def freed(model: LocalModel, models: Path) -> int:
    """Bytes that deleting it gives back, what was made of a GGUF file included."""
    return model.bytes + sum(_size(folder) for folder in _made_of(model, models))


def remove(model: LocalModel, models: Path) -> int:
    """Returns the bytes that were freed.

    Raises:
        RemoveError: it lies elsewhere.
        ModelError: the disk refuses.
    """
    if not is_own(model, models):
        raise RemoveError(
            f"{model.name} lies at {model.path} and belongs to another program; delete it there."
        )
    size = freed(model, models)
    with disk_errors_as_sentences(model.path):
        for folder in _made_of(model, models):
            shutil.rmtree(folder)
        if model.path.is_dir() and not model.path.is_symlink():
            shutil.rmtree(model.path)
        else:
            model.path.unlink()
    return size


def _made_of(model: LocalModel, models: Path) -> list[Path]:
    if model.facts.format != "gguf" or not model.path.is_file():
        return []
    folder = converted_folder(model.path, models)
    return [folder] if folder.is_dir() else []


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
