"""What cannot be used makes way for something new, and is kept."""

from __future__ import annotations

import glob
import time
from collections.abc import Sequence
from pathlib import Path


def set_aside(path: Path, sides: Sequence[str] = ("",)) -> Path:
    """Renames a file or folder to name.corrupt-<time> and returns that; the first of its name stays.

    sides: the ends of the names of all files that belong to it.

    Raises:
        OSError: it cannot be renamed.
    """
    aside = _free_name(path, sides)
    for side in sides:
        source = path.with_name(path.name + side)
        if source.exists():
            source.rename(aside.with_name(aside.name + side))
    return aside


def set_aside_before(path: Path) -> list[Path]:
    """What was set aside of this name, oldest first, without the side files."""
    found = path.parent.glob(f"{glob.escape(path.name)}.corrupt-*")
    return sorted(aside for aside in found if not aside.name.endswith(("-wal", "-shm")))


def _free_name(path: Path, sides: Sequence[str]) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    first = path.with_name(f"{path.name}.corrupt-{stamp}")
    aside, number = first, 1
    while any(aside.with_name(aside.name + side).exists() for side in sides):
        number += 1
        aside = first.with_name(f"{first.name}-{number}")
    return aside
