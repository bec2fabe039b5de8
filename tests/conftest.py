"""Every test runs without a screen, without the network and away from the user's own files."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings

# it remembers the user's environment, which is changed below
from starter import data_dir, starter_folder

__all__ = ["data_dir", "starter_folder"]

_HOME = Path(tempfile.mkdtemp(prefix="slipstream-home-"))
_FOLDERS = {
    "HOME": _HOME,
    "USERPROFILE": _HOME,
    "XDG_DATA_HOME": _HOME / "data",
    "XDG_CONFIG_HOME": _HOME / "config",
    "XDG_STATE_HOME": _HOME / "state",
    "XDG_CACHE_HOME": _HOME / "cache",
    "APPDATA": _HOME / "roaming",
    "LOCALAPPDATA": _HOME / "local",
}
os.environ.update({name: str(folder) for name, folder in _FOLDERS.items()})
os.environ["HF_HUB_OFFLINE"] = "1"
# the window follows the system's language where nothing else was chosen
os.environ.update({"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
os.environ.pop("LANGUAGE", None)
# read when Qt and torch are first imported
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "2")
# the same examples on every run; a busy machine is no reason to fail
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    database=None,
    # a fixture's folder may be used again by the next example: each writes its file anew
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("repeatable")


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
