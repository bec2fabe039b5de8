"""How much of a device's memory the models of this process hold. Loads nothing that is not loaded."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DeviceMemory:
    """Bytes that tensors hold on the graphics device now, and the most there ever were (None: not told)."""

    allocated: int
    peak: int | None


def device_memory() -> DeviceMemory | None:
    """None where no graphics device is in use. To be asked in the thread that uses it."""
    torch: Any = sys.modules.get("torch")
    if torch is None:
        return None
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        devices = range(torch.cuda.device_count())
        allocated = sum(torch.cuda.memory_allocated(device) for device in devices)
        return DeviceMemory(allocated, sum(torch.cuda.max_memory_allocated(device) for device in devices))
    if torch.backends.mps.is_available():
        allocated = torch.mps.current_allocated_memory()
        return DeviceMemory(allocated, None) if allocated else None
    return None
