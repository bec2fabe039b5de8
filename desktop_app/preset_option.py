"""`slipstream generate --preset`: what a preset sets, as defaults of the other options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.paths import Paths
from desktop_app.settings.presets import PresetError, PresetFolder, read_preset_file


def preset_defaults(name: str, paths: Paths) -> dict[str, Any]:
    """name: of a preset, or its file.

    Raises:
        PresetError: it cannot be read, or sets something that makes no sense.
    """
    path = Path(name)
    preset = read_preset_file(path) if path.suffix == ".toml" else PresetFolder(paths.presets).read(name)
    if preset.problems:
        raise PresetError(preset.problems[0])
    # options that may be repeated are lists here
    return {key: list(value) if isinstance(value, tuple) else value for key, value in preset.values.items()}
