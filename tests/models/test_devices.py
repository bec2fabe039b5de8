from __future__ import annotations

import pytest
import torch

from desktop_app.decoding import cpu_features
from desktop_app.models.devices import choose_device, choose_dtype, cpu_format
from desktop_app.models.errors import DeviceError, OutOfMemoryError
from desktop_app.models.memory import available_bytes, require_memory

CPU, CUDA, MPS = torch.device("cpu"), torch.device("cuda", 0), torch.device("mps")


@pytest.fixture
def two_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)


def test_auto_takes_cuda_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert choose_device() == CUDA


@pytest.mark.parametrize(("metal", "device"), [(True, MPS), (False, CPU)])
def test_auto_without_cuda(monkeypatch: pytest.MonkeyPatch, metal: bool, device: torch.device) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: metal)
    assert choose_device() == device


@pytest.mark.usefixtures("two_cards")
def test_named_devices() -> None:
    assert choose_device("cpu") == CPU
    assert choose_device("cuda") == CUDA
    assert choose_device("cuda:1") == torch.device("cuda", 1)
    with pytest.raises(DeviceError, match="cuda:2 was asked for but this machine has cuda:0 to cuda:1"):
        choose_device("cuda:2")


@pytest.mark.parametrize("asked", ["gpu", "", "cuda:x", "mps:1", "xpu", "meta", "CUDA", "cuda:-1"])
def test_devices_that_are_none(asked: str) -> None:
    with pytest.raises(DeviceError, match="choose auto, cpu, cuda, cuda:N or mps"):
        choose_device(asked)


def test_cuda_without_a_cuda_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    monkeypatch.setattr(torch.version, "hip", None)
    with pytest.raises(DeviceError, match=r"this torch build has neither CUDA nor ROCm; .* or choose cpu"):
        choose_device("cuda")


def test_rocm_is_called_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    monkeypatch.setattr(torch.version, "hip", "7.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(DeviceError, match="rocminfo"):
        choose_device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 1)
    assert choose_device("cuda") == CUDA
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: (9, 4))
    assert choose_dtype("auto", CUDA) is torch.bfloat16


def test_mps_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.mps, "is_built", lambda: False)
    with pytest.raises(DeviceError, match=r"has no Metal; .* choose cpu or cuda\.$"):
        choose_device("mps")
    monkeypatch.setattr(torch.backends.mps, "is_built", lambda: True)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    with pytest.raises(DeviceError, match="update macOS or choose cpu"):
        choose_device("mps")
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    assert choose_device("mps") == choose_device("mps:0") == MPS
    assert choose_dtype("auto", MPS) is torch.bfloat16
    assert choose_dtype("float16", MPS) is torch.float16


def test_memory_of_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.mps, "recommended_max_memory", lambda: 900)
    monkeypatch.setattr(torch.mps, "driver_allocated_memory", lambda: 200)
    assert available_bytes(MPS) == 700
    with pytest.raises(OutOfMemoryError, match="free on mps"):
        require_memory(701, MPS, "x")
    require_memory(700, MPS, "x")


def test_cuda_without_a_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(DeviceError, match="nvidia-smi"):
        choose_device("cuda:0")


@pytest.mark.parametrize(
    ("avx", "amx", "wanted"),
    [(True, False, torch.bfloat16), (False, True, torch.bfloat16), (False, False, torch.float32)],
)
def test_auto_format_on_a_cpu(
    monkeypatch: pytest.MonkeyPatch, avx: bool, amx: bool, wanted: torch.dtype
) -> None:
    monkeypatch.setattr(cpu_features, "cpu_features", lambda: {"AVX512-BF16": avx, "AMX": amx})
    assert choose_dtype("auto", CPU) is wanted


@pytest.mark.parametrize(
    ("avx", "amx", "library", "words"),
    [
        (True, True, True, "computes in bfloat16 with AVX512-BF16, AMX; weights are packed"),
        (True, False, True, "computes in bfloat16 with AVX512-BF16; weights are packed"),
        (
            False,
            True,
            False,
            "computes in bfloat16 with AMX; weights are not packed: this torch has no oneDNN",
        ),
        (False, False, True, "computes in float32, since it has no bfloat16 instructions"),
    ],
)
def test_what_the_doctor_says_of_a_cpu(
    monkeypatch: pytest.MonkeyPatch, avx: bool, amx: bool, library: bool, words: str
) -> None:
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: avx)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: amx)
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: library)
    assert cpu_format() == words


@pytest.mark.parametrize(("capability", "wanted"), [((8, 0), torch.bfloat16), ((7, 5), torch.float16)])
def test_auto_format_on_cuda(
    monkeypatch: pytest.MonkeyPatch, capability: tuple[int, int], wanted: torch.dtype
) -> None:
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda _: capability)
    assert choose_dtype("auto", CUDA) is wanted


def test_formats_by_name() -> None:
    assert choose_dtype("float16", CPU) is torch.float16
    with pytest.raises(DeviceError, match="choose auto, float32, bfloat16, float16"):
        choose_dtype("int8", CPU)
