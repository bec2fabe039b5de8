"""Where the program keeps its files. Made once in main() and handed down."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources as package_resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

_APP = "slipstream"


@dataclass(frozen=True, slots=True)
class Paths:
    """Folders of the program; they exist only once something is written to them."""

    data: Path
    config: Path
    logs: Path

    @classmethod
    def default(cls) -> Paths:
        return cls(
            data=platformdirs.user_data_path(_APP, appauthor=False),
            config=platformdirs.user_config_path(_APP, appauthor=False),
            logs=platformdirs.user_log_path(_APP, appauthor=False),
        )

    @classmethod
    def under(cls, root: Path) -> Paths:
        """Everything under one folder, as `--data-dir` asks."""
        root = root.expanduser().absolute()
        return cls(data=root, config=root / "config", logs=root / "logs")

    @property
    def models(self) -> Path:
        return self.data / "models"

    @property
    def downloads(self) -> Path:
        return self.data / "downloads"

    @property
    def library(self) -> Path:
        """What was read of the models on this machine."""
        return self.data / "library.json"

    @property
    def chats(self) -> Path:
        return self.data / "chats.db"

    @property
    def baselines(self) -> Path:
        return self.data / "baselines.json"

    @property
    def selftests(self) -> Path:
        return self.data / "selftests.json"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def presets(self) -> Path:
        return self.config / "presets"


def resource(*names: str) -> Traversable:
    """A file or folder of resources/: inside the installed package, or beside it in a source tree."""
    packaged = package_resources.files("desktop_app") / "resources"
    if packaged.is_dir():
        return packaged.joinpath(*names)
    return Path(__file__).resolve().parent.parent.joinpath("resources", *names)
