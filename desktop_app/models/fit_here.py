"""What a model would take on this machine, as it is now. Imports torch, which knows the devices."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch

from desktop_app.decoding.packed_linear import can_pack
from desktop_app.models import memory
from desktop_app.models.converted import converted_folder
from desktop_app.models.devices import choose_device, choose_dtype
from desktop_app.models.draft_head import is_draft_head
from desktop_app.models.fit import Device, Plan
from desktop_app.models.fit_context import Context
from desktop_app.models.fitting import Fit, fit_of, with_longest_context
from desktop_app.models.memory_shape import MemoryShape, memory_shape
from desktop_app.models.model_folder import find_gguf


def fit_here(
    target: Path,
    draft: Path | None = None,
    *,
    models: Path,
    context: Context = "auto",
    device: str = "auto",
    dtype: str = "auto",
    given_back: int = 0,
) -> Fit:
    """target and draft against the memory of the device. models: where converted GGUF files lie.

    given_back: bytes that are free once what is loaded now is closed. Takes seconds where torch was not
    imported yet, else milliseconds.

    Raises:
        ModelFolderError: the files do not say how large their layers are.
        DeviceError: no such device or number format.
    """
    where = choose_device(device)
    number_format = choose_dtype(dtype, where)
    plan = plan_on(shape_of(target, models), where, number_format)
    if draft is not None:
        plan = replace(plan, draft=shape_of(draft, models), head=is_draft_head(draft))
    return fit_on(plan, where, context=context, given_back=given_back)


def plan_on(target: MemoryShape, where: torch.device, number_format: torch.dtype) -> Plan:
    """A target alone, with all the context it was made for."""
    packs = where.type == "cpu" and can_pack(torch.zeros(16, 16, dtype=number_format))
    return Plan(
        target,
        context=target.context,
        bytes_per_weight=number_format.itemsize,
        device=_kind(where),
        packs=packs,
    )


def fit_on(plan: Plan, where: torch.device, *, context: Context = "auto", given_back: int = 0) -> Fit:
    """The plan at this context against what is free on the device."""
    free = memory.available_bytes(where)
    if free is not None:
        free += given_back
    if context == "auto":
        plan = with_longest_context(plan, free)
    else:
        plan = replace(plan, context=min(context, plan.target.context))
    return fit_of(plan, free, str(where))


def shape_of(path: Path, models: Path) -> MemoryShape:
    """Of a GGUF file that was converted, the folder that is read in its place.

    Raises:
        ModelFolderError: the files do not say how large their layers are.
    """
    gguf = None if is_draft_head(path) else find_gguf(path)
    if gguf is None:
        return memory_shape(path)
    folder = converted_folder(gguf, models)
    return memory_shape(folder if folder.is_dir() else gguf)


def _kind(device: torch.device) -> Device:
    return "cuda" if device.type == "cuda" else "mps" if device.type == "mps" else "cpu"
