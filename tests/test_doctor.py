from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from desktop_app import doctor, qt_platform
from desktop_app.doctor import Check, checks, render
from desktop_app.models import disk, starter_info
from desktop_app.paths import Paths

ROOT = Path(__file__).resolve().parent.parent


def by_name(found: list[Check]) -> dict[str, Check]:
    return {check.name: check for check in found}


def test_everything_is_looked_at(tmp_path: Path) -> None:
    found = by_name(checks(Paths.under(tmp_path)))
    names = {name.lower() for name in found}  # installed metadata writes names its own way
    assert {"python", "torch", "transformers", "pyside6-essentials", "torch device"} <= names
    assert {"Data folder", "Starter model"} <= found.keys()
    assert found["torch"].ok
    assert found["transformers"].found == metadata.version("transformers")
    assert found["torch device"].found.startswith(("CPU, ", "CUDA "))
    if sys.platform.startswith("linux"):
        assert {"Qt libraries", "Screen"} <= found.keys()


def test_it_neither_starts_qt_nor_makes_folders(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from desktop_app.doctor import checks, render\n"
        "from desktop_app.paths import Paths\n"
        f"print(render(checks(Paths.under(Path({str(tmp_path / 'x')!r})))))\n"
        "assert not [name for name in sys.modules if name.startswith('PySide6')]"
    )
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "Starter model" in done.stdout
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("version", "ok"), [((3, 10), False), ((3, 11), True), ((3, 13), True), ((3, 14), False)]
)
def test_python_versions(version: tuple[int, int], ok: bool) -> None:
    check = doctor.python_version(version)
    assert check.ok is ok
    assert bool(check.advice) is not ok


def test_a_package_that_is_missing_and_one_that_is_too_old(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = ["transformers>=99", "no-such-package-here>=1,<2", "pytest>=1", 'build; extra == "test"']
    monkeypatch.setattr(metadata, "requires", lambda _: wanted)
    found = by_name(checks(Paths.under(tmp_path)))
    old, missing = found["transformers"], found["no-such-package-here"]
    assert not old.ok
    assert old.found == f"{metadata.version('transformers')}, wanted >=99"
    assert old.advice == 'pip install "transformers>=99"'
    assert (missing.ok, missing.found) == (False, "not installed")
    assert found["pytest"].ok
    assert "build" not in found


def test_a_source_tree_that_was_never_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def absent(name: str) -> list[str]:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "requires", absent)
    assert "torch" in by_name(checks(Paths.under(tmp_path)))


@pytest.mark.parametrize("package", ["torch", "packaging.requirements"])
def test_it_survives_packages_that_are_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    found = checks(Paths.under(tmp_path))
    bad = [check for check in found if not check.ok]
    assert any("torch cannot be used" in check.found or check.found == "cannot be checked" for check in bad)


def test_a_torch_that_is_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> bool:
        raise OSError("libcudart.so.13: cannot open shared object file\nmore")

    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(cuda=SimpleNamespace(is_available=broken)))
    check = by_name(checks(Paths.under(tmp_path)))["torch device"]
    assert not check.ok
    assert check.found == "torch cannot be used (libcudart.so.13: cannot open shared object file)"


def test_cuda_cards_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "Some Card")
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    assert by_name(checks(Paths.under(tmp_path)))["torch device"].found == "CUDA 13.0: Some Card"


def test_the_starter(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    missing = by_name(checks(paths))["Starter model"]
    assert not missing.ok
    assert missing.advice == "slipstream models get starter  (93 MB)"
    folder = starter_info.starter_folder(paths.models)
    folder.mkdir(parents=True)
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (folder / name).touch()
    assert by_name(checks(paths))["Starter model"].ok


def test_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = doctor.data_folder(tmp_path / "a" / "b")
    assert fresh.found.startswith(f"{tmp_path / 'a' / 'b'}, ")
    assert not (tmp_path / "a").exists()
    monkeypatch.setattr(disk, "free_bytes", lambda _: 999_000_000)
    tight = doctor.data_folder(tmp_path)
    assert not tight.ok
    assert "free some space" in tight.advice


def test_a_data_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    check = doctor.data_folder(tmp_path / "file" / "data")
    assert not check.ok
    assert "--data-dir" in check.advice


def test_the_report() -> None:
    text = render([Check("One", True, "1.0"), Check("Second", False, "none", "do this")])
    assert text.splitlines() == [
        "ok  One     1.0",
        "!!  Second  none",
        "            -> do this",
        "",
        "1 of 2 checks need attention.",
    ]
    assert render([Check("One", True, "1.0")]).endswith("Everything is in place.")


LDD = """
	libQt6Gui.so.6 => /venv/libQt6Gui.so.6 (0x00007f)
	libxcb-keysyms.so.1 => not found
	libxcb-icccm.so.4 => not found
	libxcb-icccm.so.4 => not found
	libc.so.6 => /lib/libc.so.6 (0x00007f)
"""


def test_libraries_that_ldd_does_not_find(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(qt_platform.shutil, "which", lambda _: "/usr/bin/ldd")
    answer = subprocess.CompletedProcess([], 0, LDD, "")
    monkeypatch.setattr(qt_platform.subprocess, "run", lambda *_, **__: answer)
    missing = qt_platform.missing_libraries(tmp_path / "libqxcb.so")
    assert missing == ["libxcb-icccm.so.4", "libxcb-keysyms.so.1"]
    assert qt_platform.apt_line(missing) == "sudo apt install libxcb-icccm4 libxcb-keysyms1"


def test_without_ldd_the_loader_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(qt_platform.shutil, "which", lambda _: None)
    there = {"X11", "xcb"}
    monkeypatch.setattr(qt_platform.ctypes.util, "find_library", lambda name: name if name in there else None)
    missing = qt_platform.missing_libraries(tmp_path / "libqxcb.so")
    assert "libxcb-cursor.so.0" in missing
    assert not {"libX11.so.6", "libxcb.so.1"} & set(missing)


def test_libraries_without_a_known_package() -> None:
    assert qt_platform.apt_line(["libfoo.so.3", "libEGL.so.1"]) == (
        "sudo apt install libegl1; install the packages that bring libfoo.so.3"
    )
    assert qt_platform.apt_line([]) == ""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the X11 plugin is for Linux")
def test_the_plugin_of_this_installation() -> None:
    plugin = qt_platform.xcb_plugin()
    assert plugin is not None
    assert plugin.name == "libqxcb.so"


def test_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert qt_platform.screen() == ""
    monkeypatch.setenv("DISPLAY", ":0")
    assert qt_platform.screen() == "DISPLAY=:0"
