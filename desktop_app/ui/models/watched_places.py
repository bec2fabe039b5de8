"""Which folders and files are watched, so that the list of models follows the disk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from desktop_app.models.library import Places
from desktop_app.models.local_model import LocalModel

# every path costs one of the system's watches, which other programs need too
_MOST = 2_000


def watched_places(where: Places, models: Sequence[LocalModel]) -> list[str]:
    """The places, the folders down to each model, and the model's files: one that is rewritten in place
    changes no folder. Of a place that is not there the folder it would appear in."""
    found: dict[str, None] = {}
    for place in (where.own, *where.added, *([where.hub] if where.hub else [])):
        found |= dict.fromkeys(_place(place))
    for model in models:
        if model.source != "shipped":
            found |= dict.fromkeys(_model(model.path, _root(model.path, where)))
    return list(found)[:_MOST]


def _place(place: Path) -> Iterable[str]:
    if not place.is_dir():
        return [str(place.parent)] if place.parent.is_dir() else []
    try:
        with os.scandir(place) as entries:
            inside = [entry.path for entry in entries if entry.is_dir() and not entry.name.startswith(".")]
    except OSError:
        inside = []
    return [str(place), *sorted(inside)]


def _root(path: Path, where: Places) -> Path:
    places = [where.own, *where.added, *([where.hub] if where.hub else [])]
    return next((place for place in places if path.is_relative_to(place)), path.parent)


def _model(path: Path, root: Path) -> Iterable[str]:
    for folder in path.parents:
        if not folder.is_relative_to(root):
            break
        yield str(folder)
    yield str(path)
    if path.is_dir():
        yield from sorted(str(file) for file in path.iterdir() if file.is_file())
