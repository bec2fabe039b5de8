"""Every model on this machine that could serve: found, read, and listed with what it can be. Torch-free."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from desktop_app.models.converted import CONVERTED, converted_folder
from desktop_app.models.errors import ModelError
from desktop_app.models.facts_cache import FactsCache
from desktop_app.models.folder_facts import folder_facts
from desktop_app.models.gguf_facts import gguf_facts
from desktop_app.models.local_model import LocalModel, ModelFacts, Role, Source
from desktop_app.models.progress import (
    CancelCheck,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from desktop_app.paths import Paths, resource

_CONFIG = "config.json"
_GGUF = ".gguf"
# How far below a folder that the user added models are looked for: publisher/model/version.
_DEPTH = 3
# In our own: model, or publisher/model.
_OWN_DEPTH = 2
_SOURCES: tuple[Source, ...] = ("own", "added", "hub", "shipped")


@dataclass(frozen=True, slots=True)
class Places:
    """Where models are looked for. hub: the cache of huggingface_hub, or None to leave it out."""

    own: Path
    added: tuple[Path, ...] = ()
    hub: Path | None = None
    shipped: Path | None = None


def places(paths: Paths, added: tuple[str, ...] = ()) -> Places:
    """The places of this user; added: folders from the settings."""
    from huggingface_hub.constants import HF_HUB_CACHE

    return Places(
        own=paths.models,
        added=tuple(Path(folder).expanduser() for folder in added),
        hub=Path(HF_HUB_CACHE),
        shipped=Path(str(resource("drafters"))),
    )


def scan(
    where: Places,
    cache_file: Path,
    *,
    progress: ProgressCallback = ignore_progress,
    check: CancelCheck = never_cancelled,
) -> list[LocalModel]:
    """All models of these places, those of the program first, by name. cache_file: what was read before.

    Raises:
        Cancelled: between two models.
    """
    cache = FactsCache(cache_file)
    found: dict[Path, LocalModel] = {}
    for place in _found_in(where):
        check()
        real = place.path.resolve()
        if real not in found:
            progress(Progress(place.name))
            found[real] = _read(place, cache)
    cache.save()
    made = {converted_folder(path, where.own).resolve() for path in found if path.suffix.lower() == _GGUF}
    listed = [model for path, model in found.items() if path not in made]
    return sorted(listed, key=lambda m: (_SOURCES.index(m.source), m.name.lower(), str(m.path)))


@dataclass(frozen=True, slots=True)
class _Place:
    name: str
    path: Path
    source: Source
    revision: str = ""


def _found_in(where: Places) -> Iterator[_Place]:
    own = [*_models_under(where.own, _OWN_DEPTH), *_models_under(where.own / CONVERTED, 1)]
    yield from (_Place(_name(path), path, "own") for path in own)
    for folder in where.added:
        yield from (_Place(_name(path), path, "added") for path in _models_under(folder, _DEPTH))
    if where.hub is not None:
        yield from _in_hub(where.hub)
    if where.shipped is not None:
        yield from (_Place(f"{path.name} head", path, "shipped") for path in _models_under(where.shipped, 1))


def _name(path: Path) -> str:
    return path.stem if path.suffix.lower() == _GGUF else path.resolve().name


def _models_under(folder: Path, depth: int) -> Iterator[Path]:
    """Model folders and GGUF files, `folder` itself included; hidden folders hold what is not finished."""
    if (folder / _CONFIG).is_file():
        yield folder
        return
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.suffix.lower() == _GGUF and entry.is_file():
            yield entry
        elif depth > 0 and entry.is_dir():
            yield from _models_under(entry, depth - 1)


def _in_hub(cache: Path) -> Iterator[_Place]:
    """The newest revision of each model that huggingface_hub has fetched for any program."""
    if not cache.is_dir():
        return
    from huggingface_hub import CacheNotFound, scan_cache_dir

    try:
        repositories = scan_cache_dir(cache).repos
    except (CacheNotFound, OSError, ValueError):
        return
    for repository in sorted(repositories, key=lambda r: r.repo_id):
        if repository.repo_type != "model" or not repository.revisions:
            continue
        newest = max(repository.revisions, key=lambda r: ("main" in r.refs, r.last_modified))
        for path in _models_under(newest.snapshot_path, _DEPTH):
            name = (
                repository.repo_id if path == newest.snapshot_path else f"{repository.repo_id} {_name(path)}"
            )
            yield _Place(name, path, "hub", newest.commit_hash)


def _read(place: _Place, cache: FactsCache) -> LocalModel:
    files = _files(place.path)
    facts = cache.facts(place.path, files, lambda: facts_of(place.path))
    size = sum(_size(file) for file in files)
    return LocalModel(place.name, place.path, place.source, size, facts, place.revision)


def facts_of(path: Path) -> ModelFacts:
    """What the files of a model folder, a head's folder or a GGUF file say."""
    try:
        return gguf_facts(path) if path.suffix.lower() == _GGUF else folder_facts(path)
    except ModelError as error:
        role = Role(False, str(error))
        return ModelFacts(format="gguf", target=role, draft=role)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [Path(parent) / name for parent, _, names in os.walk(path) for name in names]


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
