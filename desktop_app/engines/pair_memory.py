"""Whether a target and its draft fit into the memory that is free."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.models.findings import Finding, fine, note, problem
from desktop_app.models.fit import Plan, estimate
from desktop_app.models.memory import available_bytes
from desktop_app.models.memory_shape import memory_shape

if TYPE_CHECKING:
    import torch

# with a fifth of what is free left
_COMFORTABLE = 0.8


def memory_findings(
    target: Path,
    draft: Path | None,
    *,
    head: bool,
    device: torch.device,
    dtype: torch.dtype,
    context: int,
    loaded: bool,
) -> Iterator[Finding]:
    """loaded: the target is in memory already, so that only what the draft adds is wanted.

    Raises:
        ModelFolderError: the files do not say how large the models are.
    """
    free = available_bytes(device)
    if free is None or (loaded and draft is None):
        return
    plan = Plan(
        memory_shape(target),
        None if draft is None else memory_shape(draft),
        head=head,
        context=context,
        bytes_per_weight=dtype.itemsize,
        device="cuda" if device.type == "cuda" else "mps" if device.type == "mps" else "cpu",
        packs=str(dtype) == "torch.bfloat16",
    )
    needed = estimate(plan).peak
    if loaded:
        needed -= estimate(replace(plan, draft=None, head=False)).needed
    said = f"{_gb(needed)} GB of memory at {context:,} tokens, and {_gb(free)} GB are free on {device}"
    if needed > free:
        yield problem("memory", f"This needs about {said}; close other programs or choose a smaller model.")
    elif needed > _COMFORTABLE * free:
        yield note("memory", f"This needs about {said}, which is tight.")
    else:
        yield fine("memory", f"This needs about {said}.")


def _gb(size: float) -> str:
    return f"{size / 1e9:.1f}"
