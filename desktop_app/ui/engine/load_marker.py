"""Remembers on disk which model is being loaded, for the case that the program does not survive it."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from desktop_app.atomic_write import write_atomically

_log = logging.getLogger(__name__)


class LoadMarker:
    """A small file that is there while a model is loaded. file None: nothing is remembered."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def left(self) -> str:
        """The target whose loading the program did not survive, "" for none."""
        if self._file is None:
            return ""
        try:
            target = json.loads(self._file.read_text(encoding="utf-8"))["target"]
        except (OSError, ValueError, KeyError, TypeError):
            return ""
        return target if isinstance(target, str) else ""

    @contextmanager
    def during(self, target: str) -> Iterator[None]:
        """An error is no crash: it was said."""
        self._write(target)
        try:
            yield
        finally:
            if self._file is not None:
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)

    def _write(self, target: str) -> None:
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, json.dumps({"target": target}).encode())
        except OSError as error:
            _log.warning("It cannot be noted that %s is being loaded: %s", target, error)
