"""Which device and number format a model gets on this machine."""

from __future__ import annotations

import torch

from desktop_app.decoding.cpu_features import cpu_computes_bfloat16, cpu_features
from desktop_app.decoding.packed_linear import can_pack
from desktop_app.models.errors import DeviceError

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


def choose_device(asked: str = "auto") -> torch.device:
    """auto, cpu, cuda, cuda:N or mps. auto is CUDA where there is one, else mps, else the CPU.

    cuda is what torch calls AMD's ROCm, too.

    Raises:
        DeviceError: the device asked for is not there.
    """
    if asked == "auto":
        return _best()
    try:
        device = torch.device(asked)
    except (RuntimeError, ValueError) as error:
        raise _unknown(asked) from error
    match device.type:
        case "cpu":
            return torch.device("cpu")
        case "cuda":
            return torch.device("cuda", _cuda_index(device.index or 0))
        case "mps" if not device.index:
            return _mps()
        case _:
            raise _unknown(asked)


def _best() -> torch.device:
    if torch.cuda.is_available():
        return torch.device("cuda", 0)
    return torch.device("mps") if torch.backends.mps.is_available() else torch.device("cpu")


def _unknown(asked: str) -> DeviceError:
    return DeviceError(f"“{asked}” is no device this program knows; choose auto, cpu, cuda, cuda:N or mps.")


def _mps() -> torch.device:
    if not torch.backends.mps.is_built():
        raise DeviceError(
            "mps was asked for but this torch build has no Metal; on a Mac with Apple silicon install the "
            "macOS build from https://pytorch.org, elsewhere choose cpu or cuda."
        )
    if not torch.backends.mps.is_available():
        raise DeviceError(
            "mps was asked for but torch can use no Metal device of this Mac; update macOS or choose cpu."
        )
    return torch.device("mps")


def _cuda_index(index: int) -> int:
    if torch.version.cuda is None and torch.version.hip is None:
        raise DeviceError(
            "cuda was asked for but this torch build has neither CUDA nor ROCm; install such a build from "
            "https://pytorch.org or choose cpu."
        )
    if not torch.cuda.is_available():
        tool = "nvidia-smi" if torch.version.hip is None else "rocminfo"
        raise DeviceError(
            f"cuda was asked for but no device or driver was found; run “{tool}” to see why, or choose cpu."
        )
    count = torch.cuda.device_count()
    if index >= count:
        last = "cuda:0" if count == 1 else f"cuda:0 to cuda:{count - 1}"
        raise DeviceError(
            f"cuda:{index} was asked for but this machine has {last}; choose one that is there."
        )
    return index


def choose_dtype(asked: str, device: torch.device) -> torch.dtype:
    """auto, float32, bfloat16 or float16. auto is the quickest format the device computes in natively.

    Raises:
        DeviceError: no such format.
    """
    if asked != "auto":
        if asked not in DTYPES:
            raise DeviceError(f"“{asked}” is no number format of models; choose auto, {', '.join(DTYPES)}.")
        return DTYPES[asked]
    if device.type == "cuda":
        return torch.bfloat16 if _cuda_computes_bfloat16(device) else torch.float16
    if device.type == "mps":
        return torch.bfloat16  # in every macOS this torch runs on; float16 overflows in some models
    return torch.bfloat16 if cpu_computes_bfloat16() else torch.float32


def cpu_format() -> str:
    """Which number format auto chooses on this CPU, and why, in words for the user."""
    features = ", ".join(label for label, there in cpu_features().items() if there)
    if not features:
        return "computes in float32, since it has no bfloat16 instructions"
    packed = can_pack(torch.zeros(16, 16, dtype=torch.bfloat16))
    weights = "weights are packed" if packed else "weights are not packed: this torch has no oneDNN"
    return f"computes in bfloat16 with {features}; {weights}"


def _cuda_computes_bfloat16(device: torch.device) -> bool:
    # is_bf16_supported says yes to cards that only emulate it, several times slower than float16.
    return torch.cuda.get_device_capability(device) >= (8, 0)
