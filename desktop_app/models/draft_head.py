"""Tells a head that drafts from a target's hidden states from a model, by its config.json. Torch-free."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_app.models.model_folder import read_json

CONFIG = "config.json"
SPECULATORS_TYPE = "speculators_model_type"


def is_draft_head(folder: Path) -> bool:
    """Whether a folder holds such a head, of whatever kind."""
    return (folder / CONFIG).is_file() and describes_head(read_json(folder / CONFIG))


def describes_head(config: Mapping[str, Any]) -> bool:
    made_as = architectures(config).lower()
    return SPECULATORS_TYPE in config or "draft_vocab_size" in config or "eagle" in made_as


def architectures(config: Mapping[str, Any]) -> str:
    """The classes that config.json names, joined."""
    named = config.get("architectures")
    return " ".join(str(name) for name in named) if isinstance(named, list) else ""


def verifier(config: Mapping[str, Any]) -> str:
    """The model that a head was trained for, "" where the file does not say."""
    nested = config.get("speculators_config")
    model = nested.get("verifier") if isinstance(nested, Mapping) else None
    name = model.get("name_or_path") if isinstance(model, Mapping) else None
    return name if isinstance(name, str) else ""
