"""Which downloads there are, in the order they were asked for, also after a restart. Torch-free."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from desktop_app.atomic_write import write_atomically
from desktop_app.models.errors import DownloadError
from desktop_app.models.hub import HubModel
from desktop_app.models.hub_download import unfinished
from desktop_app.models.hub_id import HubId, parse_hub_id

_LIST = "downloads.json"


def write_list(downloads: Path, names: Sequence[HubId]) -> None:
    """
    Raises:
        OSError: nothing can be written there.
    """
    file = downloads / _LIST
    if names or file.exists():
        downloads.mkdir(parents=True, exist_ok=True)
        write_atomically(file, json.dumps([str(name) for name in names]).encode())


def read_list(downloads: Path) -> list[tuple[HubId, HubModel | None]]:
    """Those of an earlier run, with what is known of each; one that never began is a name alone."""
    begun = {model.id: model for model in unfinished(downloads)}
    listed = [(name, begun.pop(name, None)) for name in _names(downloads / _LIST)]
    return listed + list(begun.items())


def _names(file: Path) -> list[HubId]:
    """Nothing of a damaged list: what had begun is found by its folder."""
    try:
        names = json.loads(file.read_text(encoding="utf-8"))
        return list(dict.fromkeys(parse_hub_id(name) for name in names))
    except (OSError, ValueError, TypeError, AttributeError, DownloadError):
        return []
