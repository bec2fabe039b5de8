"""The word that stands for the starter model, and the place it stands for."""

from __future__ import annotations

from pathlib import Path

from desktop_app.models.starter_info import starter_folder
from desktop_app.ui.engine.engine_jobs import STARTER


def place_of(target: str, models: Path) -> Path | None:
    """Where a target lies; None for "". models: the program's own folder of models."""
    if not target:
        return None
    return starter_folder(models) if target == STARTER else Path(target).expanduser()


def target_at(place: Path, models: Path) -> str:
    """What a target that lies there is called."""
    return STARTER if place == starter_folder(models) else str(place)
