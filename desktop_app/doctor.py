"""What is installed, what is missing and how to get it. Needs no screen and survives missing packages."""

from __future__ import annotations

import importlib
import importlib.metadata as metadata
import os
import platform
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.paths import Paths

DISTRIBUTION = "slipstream-chat"
_OLDEST, _TOO_NEW = (3, 11), (3, 14)
# The starter model, its download and the file taken out of it, and some room for chats.
_WANTED_BYTES = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report. advice says what to do and is empty when there is nothing to do.

    needed: without it no command works; the window's screen or a model one can do without.
    """

    name: str
    ok: bool
    found: str
    advice: str = ""
    needed: bool = True


def checks(paths: Paths) -> list[Check]:
    """Everything that is looked at, in the order it is shown. Raises nothing."""
    dependencies = [_dependency(requirement) for requirement in _requirements()]
    return [
        python_version(sys.version_info[:2]),
        *dependencies,
        _torch_build(),
        *_window(),
        data_folder(paths.data),
        _starter(paths.models),
    ]


def render(found: list[Check]) -> str:
    """The report as text: one line a check, what to do under it."""
    width = max((len(check.name) for check in found), default=0)
    lines: list[str] = []
    for check in found:
        lines.append(f"{'ok' if check.ok else '!!'}  {check.name:<{width}}  {check.found}")
        if check.advice:
            lines.append(f"    {'':<{width}}  -> {check.advice}")
    bad = sum(not check.ok for check in found)
    lines += ["", f"{bad} of {len(found)} checks need attention." if bad else "Everything is in place."]
    return "\n".join(lines)


def python_version(version: tuple[int, int]) -> Check:
    ok = _OLDEST <= version < _TOO_NEW
    found = f"{platform.python_version()} ({platform.machine()}, {platform.system()})"
    return Check("Python", ok, found, "" if ok else "install Python 3.11, 3.12 or 3.13")


def _requirements() -> list[str]:
    """What the package asks for; from pyproject.toml in a source tree that was never installed."""
    try:
        listed = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        listed = _from_source_tree()
    return [requirement for requirement in listed if "extra ==" not in requirement]


def _from_source_tree() -> list[str]:
    file = Path(__file__).resolve().parent.parent / "pyproject.toml"
    try:
        listed: list[str] = tomllib.loads(file.read_text(encoding="utf-8"))["project"]["dependencies"]
    except (OSError, tomllib.TOMLDecodeError, KeyError):
        return []
    return listed


def _dependency(requirement: str) -> Check:
    try:
        from packaging.requirements import Requirement
    except ImportError:
        return Check(requirement, False, "cannot be checked", "pip install packaging")
    wanted = Requirement(requirement)
    try:
        version = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return Check(wanted.name, False, "not installed", f'pip install "{requirement}"')
    if wanted.specifier.contains(version, prereleases=True):
        return Check(wanted.name, True, version)
    return Check(wanted.name, False, f"{version}, wanted {wanted.specifier}", f'pip install "{requirement}"')


def _torch_build() -> Check:
    try:
        torch = importlib.import_module("torch")
        found, advice = _torch_device(torch)
    # A torch that is broken fails in ways of its own; the doctor's part is to say so.
    except Exception as error:
        first = next(iter(str(error).splitlines()), type(error).__name__)
        return Check(
            "torch device", False, f"torch cannot be used ({first})", "pip install --force-reinstall torch"
        )
    return Check("torch device", True, found, advice)


def _torch_device(torch: Any) -> tuple[str, str]:
    if torch.cuda.is_available():
        names = [torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count())]
        return f"CUDA {torch.version.cuda}: {', '.join(names)}", ""
    devices = importlib.import_module("desktop_app.models.devices")
    cpu = f"CPU, {torch.get_num_threads()} threads, {devices.cpu_format()}"
    if torch.version.cuda is None:
        return f"{cpu}; a build without CUDA", ""
    advice = "if there is an NVIDIA card, install its driver (“nvidia-smi” tells)"
    return f"{cpu}; CUDA {torch.version.cuda} finds no device", advice


def _window() -> list[Check]:
    if not sys.platform.startswith("linux"):
        return []
    from desktop_app import qt_platform

    plugin = qt_platform.xcb_plugin()
    if plugin is None:
        libraries = Check(
            "Qt libraries", False, "Qt's xcb plugin is not installed", "pip install PySide6-Essentials"
        )
    else:
        missing = qt_platform.missing_libraries(plugin)
        found = f"missing: {', '.join(missing)}" if missing else "all there"
        libraries = Check("Qt libraries", not missing, found, qt_platform.apt_line(missing))
    screen = qt_platform.screen()
    if screen:
        return [libraries, Check("Screen", True, screen)]
    advice = "the window needs a desktop session; “slipstream generate” works without one"
    return [libraries, Check("Screen", False, "none", advice, needed=False)]


def data_folder(folder: Path) -> Check:
    """Whether the folder, or the one it will be made in, can be written to and has room."""
    from desktop_app.models.disk import free_bytes

    existing = folder.absolute()
    while not existing.exists():
        existing = existing.parent
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
        free = free_bytes(existing)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        return Check("Data folder", False, f"{folder}: {reason}", "make it writable or use --data-dir")
    roomy = free >= _WANTED_BYTES
    advice = (
        ""
        if roomy
        else "free some space or use --data-dir; the starter model needs 1 GB while it is installed"
    )
    return Check("Data folder", roomy, f"{folder}, {free / 1e9:.1f} GB free", advice)


def _starter(models: Path) -> Check:
    from desktop_app.models import starter_info

    if starter_info.is_installed(models):
        return Check("Starter model", True, f"{starter_info.NAME} in {starter_info.starter_folder(models)}")
    size = f"{starter_info.DOWNLOAD_BYTES / 1e6:.0f} MB"
    advice = f"slipstream models get starter  ({size})"
    return Check("Starter model", False, "not installed", advice, needed=False)
