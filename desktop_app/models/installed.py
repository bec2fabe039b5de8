"""The models under the program's own folder. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """name as shown, bytes on disk."""

    name: str
    path: Path
    bytes: int


def installed_models(models: Path) -> list[InstalledModel]:
    """Model folders under `models`, converted ones included, by name. Unfinished ones are left out."""
    folders = [*_folders(models), *_folders(models / "converted")]
    found = [
        InstalledModel(folder.name, folder, _size(folder))
        for folder in folders
        if (folder / "config.json").is_file() and any(folder.glob("*.safetensors"))
    ]
    return sorted(found, key=lambda model: (model.name.lower(), str(model.path)))


def _folders(parent: Path) -> list[Path]:
    if not parent.is_dir():
        return []
    return [path for path in parent.iterdir() if path.is_dir() and not path.name.startswith(".")]


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
