"""What was read of models before, so that a scan reads only what changed. Torch-free."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from desktop_app.atomic_write import write_atomically
from desktop_app.models.local_model import ModelFacts, Role

# Raised whenever facts are read in another way.
_VERSION = 1


class FactsCache:
    """Facts by path, kept in a file. One that is damaged or of another version counts as empty."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._entries = _read(file)
        self._used: dict[str, Any] = {}

    def facts(self, path: Path, files: Iterable[Path], read: Callable[[], ModelFacts]) -> ModelFacts:
        """What was read when `files` were as they are now, else what `read` says."""
        stamp = _stamp(files)
        entry = self._entries.get(str(path))
        if entry is not None and entry.get("stamp") == stamp:
            with suppress(KeyError, TypeError, ValueError):
                facts = _from_json(entry["facts"])
                self._used[str(path)] = entry
                return facts
        facts = read()
        self._used[str(path)] = {"stamp": stamp, "facts": asdict(facts)}
        return facts

    def save(self) -> None:
        """Writes what was asked for since it was opened; a disk that takes nothing is no reason to stop."""
        if self._used != self._entries:
            content = json.dumps({"version": _VERSION, "models": self._used}, ensure_ascii=False)
            with suppress(OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._file, content.encode("utf-8", "surrogatepass"))


def _read(file: Path) -> dict[str, dict[str, Any]]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        models = content["models"] if content["version"] == _VERSION else {}
        return {str(path): dict(entry) for path, entry in models.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _stamp(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        with suppress(OSError):
            status = file.stat()
            digest.update(f"{file.name}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _from_json(values: dict[str, Any]) -> ModelFacts:
    roles = {
        name: Role(bool(values[name]["usable"]), str(values[name]["reason"])) for name in ("target", "draft")
    }
    return ModelFacts(**(values | roles))
