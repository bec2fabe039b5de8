"""How much memory a model may take."""

from __future__ import annotations

from importlib import import_module

import torch

from desktop_app.models.errors import OutOfMemoryError


def available_bytes(device: torch.device) -> int | None:
    """Bytes free for a model on `device`; None where the system does not tell."""
    if device.type == "cuda":
        free, _ = torch.cuda.mem_get_info(device)
        return int(free)
    if device.type == "mps":
        # the system shares one memory with the device, which may take less than all of it
        return max(0, torch.mps.recommended_max_memory() - torch.mps.driver_allocated_memory())
    try:
        return int(import_module("psutil").virtual_memory().available)
    except (ImportError, OSError):
        return None


def require_memory(needed: int, device: torch.device, what: str) -> None:
    """Asked beforehand, because a system that lends more memory than it has ends the program.

    Raises:
        OutOfMemoryError: fewer than `needed` bytes are free for `what` ("x needs … GB …").
    """
    free = available_bytes(device)
    if free is not None and needed > free:
        raise OutOfMemoryError(
            f"{what} needs {needed / 1e9:.1f} GB of memory but {free / 1e9:.1f} GB are free on {device}; "
            "close other programs or choose a smaller model."
        )
