"""A reply's events in a file, one JSON object a line (format: the event stream with a marked first line).

The first line is the request, with "format": "slipstream-trace" and "version": 1. What came later is under
keys of its own, so that a program that does not know them reads the rest, and a trace without them is whole:

- request.prompt: {"messages": [{"role", "content", "ids"}], "ids", "continues", "raw"}: what was asked, and
  the tokens the model read. A trace with it contains the prompt: who gets the file can read it.
- request.left_out: the oldest turns of the conversation that are not among the messages.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from desktop_app.atomic_write import write_atomically
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Event
from desktop_app.engines.event_json import EventFormatError, event_from_json, event_to_line

FORMAT = "slipstream-trace"
VERSION = 1
MOST_BYTES = 2**26


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
        TraceError: the file cannot be read, is no trace, is newer than this program, damaged or too big.
    """
    try:
        _require_readable(path)
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise TraceError(f"The trace {path} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:  # a zero byte in the name
        raise TraceError(f"{path} is not a Slipstream trace.") from error
    return list(_events(path, lines))


def write_trace(path: Path, events: Iterable[Event]) -> None:
    """A whole trace at once, or nothing of it.

    Raises:
        TraceError: the file cannot be written; one that was there is as it was.
    """
    extra: dict[str, Any] | None = {"format": FORMAT, "version": VERSION}
    lines = []
    for event in events:
        lines.append(event_to_line(event, extra) + "\n")
        extra = None
    try:
        write_atomically(path, "".join(lines).encode("ascii"))
    except OSError as error:
        raise TraceError(f"The trace {path} cannot be written: {error.strerror or error}.") from error


def looks_like_trace(path: Path) -> bool:
    """Whether the first line says so; quick, whatever the file."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return f'"format":"{FORMAT}"'.encode() in file.read(200).replace(b" ", b"")
    except (OSError, ValueError):
        return False


def _require_readable(path: Path) -> None:
    info = path.stat()
    # a device has no end, and a pipe may never begin
    if not stat.S_ISREG(info.st_mode):
        raise TraceError(f"{path} is not a Slipstream trace.")
    if info.st_size > MOST_BYTES:
        raise TraceError(
            f"The trace {path} is too big to be opened: {info.st_size / 2**20:,.0f} MiB, "
            f"and the most is {MOST_BYTES // 2**20} MiB."
        )


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
        data = json.loads(line, parse_constant=_refuse, object_hook=_let_others_run)
    except (ValueError, RecursionError) as error:
        if number == 1:
            raise TraceError(f"{path} is not a Slipstream trace.") from error
        raise TraceError(f"Line {number} of the trace {path} is damaged; make the trace again.") from error
    if not isinstance(data, dict):
        raise TraceError(f"{path} is not a Slipstream trace.")
    return data


def _check_head(path: Path, data: dict[str, Any]) -> None:
    version = data.get("version")
    if data.get("format") != FORMAT or not isinstance(version, int) or isinstance(version, bool):
        raise TraceError(f"{path} is not a Slipstream trace.")
    if version > VERSION:
        raise TraceError(f"The trace {path} was written by a newer version of Slipstream; update Slipstream.")


def _let_others_run(value: dict[str, Any]) -> dict[str, Any]:
    """The parser alone would keep every other thread waiting, the window's too, to the end of a line."""
    return value


def _refuse(name: str) -> Any:
    raise ValueError(name)
