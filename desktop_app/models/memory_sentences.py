"""What is said when memory has run out, with the numbers there are."""

from __future__ import annotations

import torch

from desktop_app.models import memory
from desktop_app.models.errors import OutOfMemoryError
from desktop_app.models.fitting import Fit


def is_out_of_memory(error: BaseException) -> bool:
    """Whether that is what an error of torch's means; on a CPU it has no class of its own."""
    if isinstance(error, (torch.OutOfMemoryError, MemoryError)):
        return True
    said = str(error).lower()
    return isinstance(error, RuntimeError) and ("allocate memory" in said or "out of memory" in said)


def no_room(name: str, device: torch.device, fit: Fit | None) -> OutOfMemoryError:
    """While a model was loaded. fit: what it was estimated to take, None where nothing was."""
    free = memory.available_bytes(device)
    if fit is None or free is None:
        return OutOfMemoryError(
            f"{name} does not fit into the memory of {device}; close other programs or choose a smaller "
            "model."
        )
    needed, there = fit.estimate.peak / 1e9, free / 1e9
    return OutOfMemoryError(
        f"{name} does not fit into the memory of {device}: it needs about {needed:.1f} GB and {there:.1f} GB "
        "are free; close other programs or choose a smaller model."
    )


def ran_out(device: torch.device, fit: Fit | None, tokens: int) -> str:
    """During a reply, after what was kept of other chats was freed. tokens: the longest a chat may get."""
    free = memory.available_bytes(device)
    if fit is None or free is None:
        return (
            "Memory ran out during the reply; close other programs, shorten the chat or choose a smaller "
            "model."
        )
    needed, there = fit.estimate.peak / 1e9, free / 1e9
    return (
        f"Memory ran out during the reply: {there:.1f} GB are free on {device}, and the model needs up to "
        f"{needed:.1f} GB for {tokens:,} tokens; close other programs, shorten the chat, or set a smaller "
        "context or another draft."
    )
