"""The last self-test of each pair is remembered; a damaged file is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.bench.selftest_result import SelfTestResult, SelfTestResultError, SelfTestResults

RESULT = SelfTestResult("Tiny", "lookup", "float32", True, True, "all\nof it", 1.7e9, 12.5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "selftests.json"


def test_a_pair_has_its_last_result(file: Path) -> None:
    results = SelfTestResults(file)
    assert results.last("Tiny", "lookup") is None
    results.keep(RESULT)
    other = replace(RESULT, draft="suffix", lossless=False)
    results.keep(other)
    newer = replace(RESULT, when=1.8e9, drafted=False)
    results.keep(newer)
    again = SelfTestResults(file)
    assert again.last("Tiny", "lookup") == newer
    assert again.last("Tiny", "suffix") == other
    assert again.last("Other", "lookup") is None


def test_passed_needs_both() -> None:
    assert RESULT.passed
    assert not replace(RESULT, lossless=False).passed
    assert not replace(RESULT, drafted=False).passed


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"results": 3}', '{"results": [null, 1, {"model": "Tiny"}]}', "\udcff", "[" * 50_000],
)
def test_a_damaged_file_is_empty_and_written_anew(file: Path, content: str) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="utf-8", errors="surrogateescape")
    results = SelfTestResults(file)
    assert results.last("Tiny", "lookup") is None
    results.keep(RESULT)
    assert results.last("Tiny", "lookup") == RESULT


@pytest.mark.parametrize("when", [-1.0, 1e300, float("nan")])
def test_a_time_that_no_calendar_has_is_damage(file: Path, when: float) -> None:
    results = SelfTestResults(file)
    results.keep(replace(RESULT, when=when))
    assert results.last("Tiny", "lookup") is None


def test_a_disk_that_does_not_play_along_is_said(tmp_path: Path) -> None:
    (tmp_path / "in the way").touch()
    with pytest.raises(SelfTestResultError, match="cannot be kept"):
        SelfTestResults(tmp_path / "in the way" / "selftests.json").keep(RESULT)
