"""Fetches a model of the hub: pinned, checked, resumed, and there only once it is whole. Torch-free."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import httpx

from desktop_app.atomic_write import write_atomically
from desktop_app.models.disk import disk_errors_as_sentences, require_space
from desktop_app.models.download import RemoteFile, download, partial_path
from desktop_app.models.errors import DownloadError
from desktop_app.models.http_client import ConnectionSettings, open_client
from desktop_app.models.hub import SOURCE, HubFile, HubModel
from desktop_app.models.hub_id import HubId
from desktop_app.models.progress import CancelCheck, Progress

# What a folder was fetched from, for updates and for the library.
ORIGIN = "slipstream-origin.json"
_JOB = "job.json"
# Beside the weights: a file system needs some room of its own.
_SPARE = 32 << 20


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """stage as in `Progress`. file: the one that is being fetched; how much of it, and of all, in bytes."""

    stage: str
    file: str
    file_done: int
    file_bytes: int
    done: int
    bytes: int


def model_folder(models: Path, name: HubId) -> Path:
    """Where a model of the hub lies once it is fetched."""
    return models / name.owner / name.name


def fetch(
    model: HubModel,
    models: Path,
    downloads: Path,
    progress: Callable[[DownloadProgress], None],
    check: CancelCheck,
    token: str = "",
) -> Path:
    """Returns the model's folder, or the GGUF file in it. What a broken-off try left is continued, even after
    a restart, as long as the hub's files are the same.

    Raises:
        DownloadError: no network, a server that fails, a wrong file, a full disk: one sentence each.
        Cancelled: what arrived is kept.
    """
    target = model_folder(models, model.id)
    result = target / model.id.file if model.id.file else target
    if is_fetched(target, model):
        return result
    staging = staging_folder(downloads, model.id)
    _begin(staging, model)
    missing = [file for file in model.files if not (staging / file.name).is_file()]
    left = sum(file.size - _length(partial_path(staging / file.name)) for file in missing)
    require_space(staging, left + _SPARE, f"download {model.id.repo}")
    done = model.bytes - sum(file.size for file in missing)
    with open_client(ConnectionSettings(token=token)) as client:
        for file in missing:
            check()
            _fetch_file(file, staging, model, done, progress, check, client)
            done += file.size
    _install(staging, target, model)
    return result


def staging_folder(downloads: Path, name: HubId) -> Path:
    """Where what has arrived waits until all has."""
    part = f"--{name.file}" if name.file else ""
    return downloads / "hub" / f"{name.owner}--{name.name}{part}".replace("/", "--")


def unfinished(downloads: Path) -> list[HubModel]:
    """Downloads that were broken off or paused, as they were pinned; damaged ones are left out."""
    found = (_read_job(folder / _JOB) for folder in sorted((downloads / "hub").glob("*")))
    return [model for model in found if model is not None]


def arrived(downloads: Path, model: HubModel) -> int:
    """Bytes of a model that are there."""
    staging = staging_folder(downloads, model.id)
    return sum(_length(staging / f.name) + _length(partial_path(staging / f.name)) for f in model.files)


def discard(downloads: Path, name: HubId) -> None:
    """Deletes what has arrived of a model."""
    shutil.rmtree(staging_folder(downloads, name), ignore_errors=True)


def is_fetched(target: Path, model: HubModel) -> bool:
    """Whether this very revision is there."""
    origin = read_origin(target)
    named = [file.name for file in model.files]
    return origin.get("commit") == model.commit and all((target / name).is_file() for name in named)


def read_origin(folder: Path) -> dict[str, Any]:
    """What a folder was fetched from: repo, commit and licence; empty where it was not fetched."""
    try:
        origin = json.loads((folder / ORIGIN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return origin if isinstance(origin, dict) else {}


def _begin(staging: Path, model: HubModel) -> None:
    """Parts of another revision are of no use."""
    with disk_errors_as_sentences(staging):
        before = _read_job(staging / _JOB)
        if before is not None and before.files != model.files:
            shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir(parents=True, exist_ok=True)
        write_atomically(staging / _JOB, json.dumps(asdict(model), ensure_ascii=False).encode())


def _read_job(file: Path) -> HubModel | None:
    try:
        values = json.loads(file.read_text(encoding="utf-8"))
        files = tuple(HubFile(**entry) for entry in values["files"])
        return HubModel(**(values | {"id": HubId(**values["id"]), "files": files}))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _fetch_file(
    file: HubFile,
    staging: Path,
    model: HubModel,
    before: int,
    progress: Callable[[DownloadProgress], None],
    check: CancelCheck,
    client: httpx.Client,
) -> None:
    if not (file.sha256 or file.git_blob):
        raise DownloadError(
            f"The hub gives no checksum for {file.name} of {model.id.repo}; choose another model."
        )

    def report(step: Progress) -> None:
        done = step.done or 0
        # while it is checked all of it is there
        arrived_now = file.size if step.stage == "Checking the download" else done
        progress(DownloadProgress(step.stage, file.name, done, file.size, before + arrived_now, model.bytes))

    remote = RemoteFile(file.url, file.sha256, file.size, file.git_blob, SOURCE)
    download(remote, staging / file.name, report, check, client=client)


def _install(staging: Path, target: Path, model: HubModel) -> None:
    """The folder appears whole; of GGUF files several may lie in one."""
    origin = {"repo": model.id.repo, "commit": model.commit, "licence": model.licence}
    with disk_errors_as_sentences(target):
        (staging / _JOB).unlink()
        (staging / ORIGIN).write_text(json.dumps(origin) + "\n", encoding="utf-8")
        target.parent.mkdir(parents=True, exist_ok=True)
        if model.id.file and target.is_dir():
            for name in (*(file.name for file in model.files), ORIGIN):
                (target / name).parent.mkdir(parents=True, exist_ok=True)
                (staging / name).replace(target / name)
            shutil.rmtree(staging)
            return
        old = target.with_name(f".{target.name}-old")
        shutil.rmtree(old, ignore_errors=True)
        if target.exists():
            target.rename(old)
        staging.rename(target)
        shutil.rmtree(old, ignore_errors=True)


def _length(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0
