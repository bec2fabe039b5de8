"""The memory of this process is that of this process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from desktop_app import process_memory as module
from desktop_app.process_memory import ProcessMemory, process_memory

PLENTY = 64_000_000


def test_it_grows_with_what_is_held_and_the_peak_stays() -> None:
    code = (
        "from desktop_app.process_memory import process_memory\n"
        "before = process_memory()\n"
        f"held = bytearray(b'x') * {PLENTY}\n"
        "during = process_memory()\n"
        "del held\n"
        "after = process_memory()\n"
        "print(before.resident, during.resident, after.resident, before.peak, during.peak, after.peak)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, during, after, peak_before, peak_during, peak_after = map(int, done.stdout.split())
    assert during - before == pytest.approx(PLENTY, rel=0.1)
    assert after < during - PLENTY / 2
    # the kernel counts the peak a little late
    assert peak_after == pytest.approx(peak_during, rel=0.01)
    assert peak_during >= during > peak_before - PLENTY / 10


def test_without_proc_only_the_peak_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems have other ways")
    known = process_memory()
    monkeypatch.setattr(module, "_STATUS", module.Path("/nowhere"))
    found = process_memory()
    assert found.resident is None
    assert found.peak == pytest.approx(known.peak, rel=0.05)


def test_a_file_that_says_nothing_gives_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: module.Path
) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems have other ways")
    monkeypatch.setattr(module, "_STATUS", tmp_path / "status")
    (tmp_path / "status").write_text("Name:\tpython\nVmPeak:\t  9 kB\n", encoding="ascii")
    assert process_memory() == ProcessMemory(None, None)
    (tmp_path / "status").write_text("VmHWM:\t  900 kB\nVmRSS:\t  1000 kB\n", encoding="ascii")
    assert process_memory() == ProcessMemory(1_024_000, 1_024_000), "the peak is never below what is held"
