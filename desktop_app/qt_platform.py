"""What Qt needs from a Linux system to open a window, found out without starting Qt."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

# Debian and Ubuntu packages of what Qt's xcb plugin links to and its wheel does not bring.
APT_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
_NOT_FOUND = re.compile(r"^\s*(\S+) => not found", re.MULTILINE)


def xcb_plugin() -> Path | None:
    """The plugin file that draws on X11; None where PySide6 is not installed or has none."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        return None
    plugin = Path(spec.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    return plugin if plugin.is_file() else None


def missing_libraries(plugin: Path) -> list[str]:
    """Names of shared libraries that the plugin, or what it links to, does not find."""
    ldd = shutil.which("ldd")
    if ldd is not None:
        answer = subprocess.run([ldd, str(plugin)], capture_output=True, text=True, timeout=30, check=False)
        if answer.returncode == 0:
            return sorted(set(_NOT_FOUND.findall(answer.stdout)))
    return [name for name in APT_PACKAGES if not _loader_finds(name)]


def _loader_finds(library: str) -> bool:
    return ctypes.util.find_library(library.removeprefix("lib").split(".so")[0]) is not None


def apt_line(libraries: list[str]) -> str:
    """What to type on Debian and Ubuntu; libraries without a known package are named as they are."""
    packages = sorted({APT_PACKAGES[name] for name in libraries if name in APT_PACKAGES})
    unknown = [name for name in libraries if name not in APT_PACKAGES]
    line = f"sudo apt install {' '.join(packages)}" if packages else ""
    rest = f"install the packages that bring {', '.join(unknown)}" if unknown else ""
    return "; ".join(part for part in (line, rest) if part)


def screen() -> str:
    """The screen a window would open on; "" where there is none."""
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(name):
            return f"{name}={os.environ[name]}"
    return ""
