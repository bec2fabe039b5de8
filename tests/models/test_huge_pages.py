"""Weights get large pages where the system has them, and nothing breaks where it has not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import torch

from desktop_app.models import huge_pages
from desktop_app.models.huge_pages import use_huge_pages

HUGE = 2 << 20
linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such advice")


def runs_of(tensor: torch.Tensor) -> list[tuple[int, int]]:
    first, last = tensor.data_ptr(), tensor.data_ptr() + tensor.nbytes
    return [run for run in huge_pages._resident() if run[0] < last and run[0] + run[1] > first]


@linux
def test_memory_in_use_is_found_and_memory_never_touched_is_not() -> None:
    used, untouched = torch.ones(4 * HUGE), torch.empty(16 * HUGE)
    untouched[0] = 1.0
    found = sum(size for _, size in runs_of(used))
    assert found >= used.nbytes - 2 * HUGE
    assert all(start % HUGE == 0 == size % HUGE for start, size in runs_of(used))
    assert sum(size for _, size in runs_of(untouched)) <= 2 * HUGE


@linux
def test_numbers_stay_what_they_were() -> None:
    numbers = torch.arange(4.0 * HUGE)
    moved = use_huge_pages()
    assert torch.equal(numbers, torch.arange(4.0 * HUGE))
    if not moved:
        pytest.skip("this system gives no huge pages when asked")
    assert moved % HUGE == 0


def test_where_it_is_switched_off_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setting = tmp_path / "enabled"
    monkeypatch.setattr(huge_pages, "_SETTING", setting)
    assert use_huge_pages() == 0, "no such file: another kernel"
    setting.write_text("always madvise [never]\n")
    assert use_huge_pages() == 0
    monkeypatch.setattr(sys, "platform", "darwin")
    setting.write_text("always [madvise] never\n")
    assert use_huge_pages() == 0


@linux
def test_a_system_that_hides_its_memory_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(huge_pages, "_PAGEMAP", tmp_path / "pagemap")
    assert use_huge_pages() == 0
