"""How much memory a model may take."""

from __future__ import annotations

from importlib import import_module

import torch


def available_bytes(device: torch.device) -> int | None:
    """Bytes free for a model on `device`; None where the system does not tell."""
    if device.type == "cuda":
        free, _ = torch.cuda.mem_get_info(device)
        return int(free)
    try:
        return int(import_module("psutil").virtual_memory().available)
    except (ImportError, OSError):
        return None
