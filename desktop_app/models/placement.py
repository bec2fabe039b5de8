"""Where a model is put and in what format: one device, or several GPUs when one is too small for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

from desktop_app.models import memory
from desktop_app.models.devices import choose_device, choose_dtype
from desktop_app.models.fit_context import Quantise

# Of what is free on each: what else a pass needs there is not part of the weights.
_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class Place:
    """device: where tokens come in and logits go out. together: those that may share the model, that one
    first. dtype: what is computed in."""

    device: torch.device
    together: tuple[torch.device, ...]
    dtype: torch.dtype
    quantise: Quantise = "off"

    @property
    def format(self) -> str:
        """As in “in bfloat16”."""
        return str(self.dtype).removeprefix("torch.") if self.quantise == "off" else f"{self.quantise} bits"


def choose_place(device: str = "auto", dtype: str = "auto", quantise: Quantise = "off") -> Place:
    """
    Raises:
        DeviceError: no such device or number format.
    """
    where = choose_device(device)
    return Place(where, together(where, device), choose_dtype(dtype, where), quantise)


def together(device: torch.device, asked: str) -> tuple[torch.device, ...]:
    """The devices that may share a target: all CUDA devices where none was named, else the one."""
    if device.type != "cuda" or asked not in ("auto", "cuda"):
        return (device,)
    return tuple(torch.device("cuda", index) for index in range(max(1, torch.cuda.device_count())))


def free_together(devices: Sequence[torch.device]) -> int | None:
    """Bytes; None where one of them does not tell."""
    free = [memory.available_bytes(device) for device in devices]
    return None if None in free else sum(size for size in free if size is not None)


def names(devices: Sequence[torch.device]) -> str:
    """As in “free on …”."""
    return " and ".join(map(str, devices))


def placed(place: Place, *, spread: bool) -> Mapping[str, object]:
    """How `from_pretrained` is told. spread: over all the devices that may share the model; then each takes
    what is free there, and nothing goes to the CPU or the disk."""
    if spread:
        free = {device.index: memory.available_bytes(device) for device in place.together}
        most = {index: int(_SHARE * size) for index, size in free.items() if size is not None}
        return {"device_map": "auto", "max_memory": most}
    on_cpu = place.device.type == "cpu" and place.quantise == "off"
    return {"device_map": None if on_cpu else {"": place.device}}
