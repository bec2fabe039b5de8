"""A reply's events in a file, one JSON object a line (format: the event stream with a marked first line)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Event
from desktop_app.engines.event_json import EventFormatError, event_from_json, event_to_line

FORMAT = "slipstream-trace"
VERSION = 1


class TraceError(SlipstreamError):
    """A trace file cannot be written or read."""


class TraceWriter:
    """Writes events as they come; every line is in the file when `write` returns.

    Raises:
        TraceError: the file cannot be made or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._extra: dict[str, Any] | None = {"format": FORMAT, "version": VERSION}
        try:
            self._file = path.open("w", encoding="ascii", newline="\n")
        except OSError as error:
            raise self._error(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(self, event: Event) -> None:
        try:
            self._file.write(event_to_line(event, self._extra) + "\n")
            self._file.flush()
        except OSError as error:
            raise self._error(error) from error
        self._extra = None

    def close(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise self._error(error) from error

    def _error(self, error: OSError) -> TraceError:
        return TraceError(f"The trace {self._path} cannot be written: {error.strerror or error}.")


def read_trace(path: Path) -> list[Event]:
    """All events of a trace. A last line that was cut, as a killed program leaves it, is left out.

    Raises:
        TraceError: the file cannot be read, is no trace, is newer than this program or is damaged.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise TraceError(f"The trace {path} cannot be read: {error.strerror or error}.") from error
    return list(_events(path, lines))


def _events(path: Path, lines: list[bytes]) -> Iterator[Event]:
    # what follows the last line end is empty, or cut
    whole, cut = lines[:-1], lines[-1]
    if not whole and not cut:
        raise TraceError(f"The trace {path} is empty.")
    for number, line in enumerate(whole, start=1):
        data = _object(path, number, line)
        if number == 1:
            _check_head(path, data)
        try:
            yield event_from_json(data)
        except EventFormatError as error:
            raise TraceError(f"Line {number} of the trace {path} cannot be used: {error}") from error
    if not whole:
        raise TraceError(f"{path} is not a Slipstream trace, or was cut in its first line.")


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError as error:
        if number == 1:
            raise TraceError(f"{path} is not a Slipstream trace.") from error
        raise TraceError(f"Line {number} of the trace {path} is damaged; make the trace again.") from error
    if not isinstance(data, dict):
        raise TraceError(f"{path} is not a Slipstream trace.")
    return data


def _check_head(path: Path, data: dict[str, Any]) -> None:
    version = data.get("version")
    if data.get("format") != FORMAT or not isinstance(version, int):
        raise TraceError(f"{path} is not a Slipstream trace.")
    if version > VERSION:
        raise TraceError(f"The trace {path} was written by a newer version of Slipstream; update Slipstream.")
