"""Memory of the graphics device: as torch counts it, and without loading torch for it."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from desktop_app.models.device_memory import DeviceMemory, device_memory


def a_torch(*, cuda: bool = False, started: bool = True, mps: int | None = None) -> Any:
    return SimpleNamespace(
        cuda=SimpleNamespace(
            is_available=lambda: cuda,
            is_initialized=lambda: started,
            device_count=lambda: 2,
            memory_allocated=lambda device: (300, 40)[device],
            max_memory_allocated=lambda device: (500, 60)[device],
        ),
        backends=SimpleNamespace(mps=SimpleNamespace(is_available=lambda: mps is not None)),
        mps=SimpleNamespace(current_allocated_memory=lambda: mps),
    )


@pytest.mark.parametrize(
    ("torch", "expected"),
    [
        (a_torch(cuda=True), DeviceMemory(340, 560)),
        (a_torch(cuda=True, started=False), None),
        (a_torch(), None),
        (a_torch(mps=700), DeviceMemory(700, None)),
        (a_torch(mps=0), None),
    ],
)
def test_all_devices_together(
    monkeypatch: pytest.MonkeyPatch, torch: Any, expected: DeviceMemory | None
) -> None:
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert device_memory() == expected


def test_it_does_not_load_torch() -> None:
    code = (
        "import sys\n"
        "from desktop_app.models.device_memory import device_memory\n"
        "assert device_memory() is None\n"
        "assert 'torch' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_this_machine_without_a_device_has_none() -> None:
    import torch

    if torch.cuda.is_available() or torch.backends.mps.is_available():
        pytest.skip("there is a device")
    assert device_memory() is None
