"""Measured plain speeds: how long a plain step of a target takes on this machine, by context.

They come from other prompts than the one on screen, so they predict and never make a speedup.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from desktop_app.atomic_write import write_atomically
from desktop_app.decoding.errors import SlipstreamError

_VERSION = 1
# Contexts up to here cost the same; beyond, a bucket reaches to twice its start.
_FIRST_BUCKET = 256
# Steps that are kept of a place, the newest: yesterday's load of the machine is not today's.
_KEPT_STEPS = 200
# Fewer steps are an anecdote.
_LEAST_STEPS = 8
_KEPT_PLACES = 200


class BaselinesError(SlipstreamError):
    """The file of plain speeds cannot be written."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a step was measured. context: the start of its bucket in tokens."""

    target: str
    dtype: str
    device: str
    context: int


@dataclass(frozen=True, slots=True)
class Baseline:
    """A plain step at a place in seconds: median and quartiles of so many; when: the last, Unix time."""

    place: Place
    steps: int
    median_s: float
    low_s: float
    high_s: float
    when: float

    @property
    def tokens_per_s(self) -> float:
        return 1 / self.median_s


@dataclass(frozen=True, slots=True)
class _Entry:
    place: Place
    machine: str
    steps: tuple[float, ...]
    when: float


class Baselines:
    """The plain speeds kept in a file. machine: its fingerprint; what was measured on another does not
    count. It is asked for at each use, since it is complete only once a model was loaded.

    Reads the file anew each time: another process of the program may have written it. A damaged one is empty.
    """

    def __init__(
        self, file: Path, machine: Callable[[], str], clock: Callable[[], float] = time.time
    ) -> None:
        self._file = file
        self._machine = machine
        self._clock = clock

    def add(self, steps: Iterable[tuple[Place, Sequence[float]]]) -> None:
        """Adds plain steps in seconds.

        Raises:
            BaselinesError: the file cannot be written.
        """
        entries = {(entry.place, entry.machine): entry for entry in self._read()}
        new = [(place, tuple(seconds)) for place, seconds in steps if seconds]
        if not new:
            return
        machine = self._machine()
        for place, seconds in new:
            before = entries.pop((place, machine), None)
            kept = ((before.steps if before else ()) + seconds)[-_KEPT_STEPS:]
            entries[place, machine] = _Entry(place, machine, kept, self._clock())
        self._write(sorted(entries.values(), key=lambda entry: entry.when)[-_KEPT_PLACES:])

    def known(self, target: str) -> tuple[Baseline, ...]:
        """What is known of a target on this machine, with enough steps."""
        machine = self._machine()
        return tuple(
            _baseline(entry)
            for entry in self._read()
            if entry.place.target == target and entry.machine == machine and len(entry.steps) >= _LEAST_STEPS
        )

    def _read(self) -> list[_Entry]:
        try:
            data = json.loads(self._file.read_text(encoding="utf-8"))
            return [entry for entry in map(_entry_from, data["places"]) if entry is not None]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return []

    def _write(self, entries: Sequence[_Entry]) -> None:
        places = [
            {**asdict(entry), "steps": [round(seconds, 6) for seconds in entry.steps]} for entry in entries
        ]
        content = json.dumps({"version": _VERSION, "places": places}).encode("utf-8")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, content)
        except OSError as error:
            raise BaselinesError(
                f"The measured plain speed cannot be kept in {self._file}: {error.strerror or error}."
            ) from error


def bucket(context: int) -> int:
    """The start of the bucket of a context of so many tokens: 0, 256, 512, 1024 …"""
    return 0 if context < _FIRST_BUCKET else 1 << (context.bit_length() - 1)


def nearest(known: Iterable[Baseline], dtype: str, device: str, context: int) -> Baseline | None:
    """The baseline for a context of so many tokens: of its bucket, else of a neighbouring one, else None."""
    wanted = _rank(bucket(context))
    near = [
        (abs(_rank(one.place.context) - wanted), one)
        for one in known
        if (one.place.dtype, one.place.device) == (dtype, device)
    ]
    found = min(near, key=lambda pair: pair[0], default=None)
    return found[1] if found is not None and found[0] <= 1 else None


def _rank(start: int) -> int:
    return start.bit_length() - _FIRST_BUCKET.bit_length() + 1 if start else 0


def _baseline(entry: _Entry) -> Baseline:
    low, _, high = quantiles(entry.steps, n=4)
    return Baseline(entry.place, len(entry.steps), median(entry.steps), low, high, entry.when)


def _entry_from(data: Any) -> _Entry | None:
    """None where it is damaged."""
    try:
        place = data["place"]
        return _Entry(
            Place(str(place["target"]), str(place["dtype"]), str(place["device"]), int(place["context"])),
            str(data["machine"]),
            tuple(float(seconds) for seconds in data["steps"] if 0 < float(seconds) < float("inf")),
            float(data["when"]),
        )
    except (LookupError, TypeError, ValueError, OverflowError):
        return None
