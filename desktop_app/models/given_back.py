"""What a freed model leaves with the allocators goes back to the system. Loads nothing that is not loaded."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from typing import Any


def give_back_memory() -> None:
    """To be called once nothing refers to the model any more; without it the next one may seem not to fit."""
    torch: Any = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.empty_cache()
    if torch is not None and torch.backends.mps.is_available():
        torch.mps.empty_cache()
    if sys.platform.startswith("linux"):
        # other C libraries than GNU's have no such function, and keep less
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
