"""What a self-test came to, and what is remembered of the last one of each pair. Free of torch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from desktop_app.atomic_write import write_atomically
from desktop_app.decoding.errors import SlipstreamError

_VERSION = 1
_KEPT = 100


class SelfTestResultError(SlipstreamError):
    """The result of a self-test cannot be written."""


@dataclass(frozen=True, slots=True)
class SelfTestResult:
    """lossless: no reply differed where it must not. drafted: every part had drafts to test. details: the
    report for a reader. when: its end, Unix time; seconds: how long it took."""

    model: str
    draft: str
    dtype: str
    lossless: bool
    drafted: bool
    details: str
    when: float
    seconds: float

    @property
    def passed(self) -> bool:
        return self.lossless and self.drafted


class SelfTestResults:
    """The last result of each target and draft, kept in a file; a damaged one is empty."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def last(self, model: str, draft: str) -> SelfTestResult | None:
        found = (result for result in self._read() if (result.model, result.draft) == (model, draft))
        return next(found, None)

    def keep(self, result: SelfTestResult) -> None:
        """In place of the pair's last one.

        Raises:
            SelfTestResultError: the file cannot be written.
        """
        others = [kept for kept in self._read() if (kept.model, kept.draft) != (result.model, result.draft)]
        self._write([result, *others][:_KEPT])

    def _read(self) -> list[SelfTestResult]:
        """Newest first."""
        try:
            data = json.loads(self._file.read_text(encoding="utf-8"))
            found = [_result_from(entry) for entry in data["results"]]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return []
        return [result for result in found if result is not None]

    def _write(self, results: Sequence[SelfTestResult]) -> None:
        data = {"version": _VERSION, "results": [asdict(result) for result in results]}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, json.dumps(data).encode("utf-8"))
        except OSError as error:
            raise SelfTestResultError(
                f"The result of the self-test cannot be kept in {self._file}: {error.strerror or error}."
            ) from error


def _result_from(data: Any) -> SelfTestResult | None:
    """None where it is damaged."""
    try:
        return SelfTestResult(
            model=str(data["model"]),
            draft=str(data["draft"]),
            dtype=str(data["dtype"]),
            lossless=data["lossless"] is True,
            drafted=data["drafted"] is True,
            details=str(data["details"]),
            when=_number(data["when"]),
            seconds=_number(data["seconds"]),
        )
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _number(value: Any) -> float:
    """Of a time that a calendar can show."""
    number = float(value)
    if not 0 <= number < 1e11:
        raise ValueError(value)
    return number
