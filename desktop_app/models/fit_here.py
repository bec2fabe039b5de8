"""What a model would take on this machine, as it is now. Imports torch, which knows the devices."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch

from desktop_app.decoding.packed_linear import can_pack
from desktop_app.models.converted import converted_folder
from desktop_app.models.draft_head import is_draft_head
from desktop_app.models.fit import Device, Plan
from desktop_app.models.fit_context import Context, Quantise
from desktop_app.models.fitting import Fit, fit_of, with_longest_context
from desktop_app.models.memory_shape import MemoryShape, memory_shape
from desktop_app.models.model_folder import find_gguf
from desktop_app.models.placement import Place, choose_place, free_together, names


def fit_here(
    target: Path,
    draft: Path | None = None,
    *,
    models: Path,
    context: Context = "auto",
    device: str = "auto",
    dtype: str = "auto",
    quantise: Quantise = "off",
    given_back: int = 0,
) -> Fit:
    """target and draft against the memory of the device. models: where converted GGUF files lie.

    given_back: bytes that are free once what is loaded now is closed. Takes seconds where torch was not
    imported yet, else milliseconds.

    Raises:
        ModelFolderError: the files do not say how large their layers are.
        DeviceError: no such device or number format.
    """
    place = choose_place(device, dtype, quantise)
    plan = plan_on(shape_of(target, models), place)
    if draft is not None:
        plan = replace(plan, draft=shape_of(draft, models), head=is_draft_head(draft))
    return fit_on(plan, place, context=context, given_back=given_back)


def plan_on(target: MemoryShape, place: Place) -> Plan:
    """A target alone, with all the context it was made for."""
    quantised = place.quantise != "off"
    packs = place.device.type == "cpu" and can_pack(torch.zeros(16, 16, dtype=place.dtype))
    return Plan(
        target,
        context=target.context,
        bytes_per_weight=place.dtype.itemsize,
        device=_kind(place.device),
        packs=packs and not quantised,
        weight_bits=int(place.quantise) if place.quantise != "off" else None,
    )


def fit_on(plan: Plan, place: Place, *, context: Context = "auto", given_back: int = 0) -> Fit:
    """The plan at this context against what is free on the device; on all it may be spread over, where it
    does not fit on the first."""
    fit = _fit(plan, (place.device,), context, given_back)
    if fit.refused and len(place.together) > 1:
        return _fit(plan, place.together, context, given_back)
    return fit


def _fit(plan: Plan, devices: tuple[torch.device, ...], context: Context, given_back: int) -> Fit:
    free = free_together(devices)
    if free is not None:
        free += given_back
    if context == "auto":
        plan = with_longest_context(plan, free)
    else:
        plan = replace(plan, context=min(context, plan.target.context))
    fit = fit_of(plan, free, names(devices))
    shortened = context == "auto" and plan.context < plan.target.context
    return replace(fit, shortened=shortened, devices=len(devices))


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
