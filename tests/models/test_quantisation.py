"""Few bits and several GPUs, with stand-ins: neither is there where the tests run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from desktop_app.models import loading, memory, placement, quantisation
from desktop_app.models.errors import DoesNotFitError, QuantisationError
from desktop_app.models.fit import Plan, estimate
from desktop_app.models.fitting import quantised_note
from desktop_app.models.loading import load_model
from desktop_app.models.memory_shape import MemoryShape
from desktop_app.models.placement import Place, choose_place, placed
from desktop_app.models.quantisation import quantisation_config

CUDA = (torch.device("cuda", 0), torch.device("cuda", 1))
SHAPE = MemoryShape("llama", 10_000_000_000, 40, 8, 128, 4096, 14336, 128_000, 8192, tied=False)


def installed(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(quantisation, "find_spec", lambda name: name if name in names else None)


def test_without_a_library_the_sentence_says_how_to_get_one(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch)
    stages: list[str] = []
    with pytest.raises(QuantisationError, match=r"^Weights in 8 bits need .* “pip install bitsandbytes”"):
        load_model(tiny, device="cpu", quantise="8", progress=lambda p: stages.append(p.stage))
    assert stages == []
    assert quantisation_config("off", torch.bfloat16) is None


def test_bitsandbytes_is_asked_for_the_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "bitsandbytes", "torchao")
    eight, four = (quantisation_config(bits, torch.bfloat16) for bits in ("8", "4"))
    assert (eight.load_in_8bit, eight.load_in_4bit) == (True, False)
    assert (four.load_in_8bit, four.load_in_4bit) == (False, True)
    assert four.bnb_4bit_compute_dtype is torch.bfloat16


def test_torchao_where_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "torchao")
    kinds = SimpleNamespace(Int8WeightOnlyConfig=lambda: "int8", Int4WeightOnlyConfig=lambda: "int4")
    monkeypatch.setitem(sys.modules, "torchao.quantization", kinds)
    transformers = quantisation.import_transformers()
    monkeypatch.setattr(transformers, "TorchAoConfig", lambda kind: kind)
    assert quantisation_config("8", torch.bfloat16) == "int8"
    assert quantisation_config("4", torch.bfloat16) == "int4"


def asked(monkeypatch: pytest.MonkeyPatch, tiny: Path, **options: Any) -> Mapping[str, Any]:
    """What transformers is asked to load."""
    seen: dict[str, Any] = {}
    transformers = loading.import_transformers()
    real = transformers.AutoModelForCausalLM.from_pretrained

    def load(path: str, **kwargs: Any) -> Any:
        seen.update(kwargs)
        for name in ("quantization_config", "max_memory"):
            kwargs.pop(name, None)
        return real(path, **(kwargs | {"device_map": None}))

    monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", load)
    loaded = load_model(tiny, **options)
    seen["loaded"] = loaded
    return seen


def test_the_weights_are_loaded_in_so_many_bits(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "bitsandbytes")
    seen = asked(monkeypatch, tiny, device="cpu", dtype="float32", quantise="8")
    assert seen["quantization_config"].load_in_8bit
    assert seen["device_map"] == {"": torch.device("cpu")}
    assert seen["loaded"].quantise == "8"
    assert seen["loaded"].fit.plan.weight_bits == 8
    assert not seen["loaded"].fit.plan.packs


def test_unquantised_weights_are_loaded_as_ever(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = asked(monkeypatch, tiny, device="cpu", dtype="float32")
    assert "quantization_config" not in seen
    assert seen["device_map"] is None


def test_fewer_bits_take_less_memory_but_for_embedding_and_head() -> None:
    plan = Plan(SHAPE)
    sizes = {bits: estimate(replace(plan, weight_bits=bits)).parts[0].bytes for bits in (None, 8, 4)}
    whole = 2 * SHAPE.embedding * 2
    inner = SHAPE.elements - 2 * SHAPE.embedding
    assert sizes[None] == 2 * SHAPE.elements
    assert sizes[8] == whole + int(inner * (1 + 1 / 32))
    assert sizes[4] == whole + int(inner * (0.5 + 1 / 32))


def test_the_note_is_honest() -> None:
    assert quantised_note("off") == ""
    assert "kept in 4 bits" in quantised_note("4")
    assert "gains less from a draft" in quantised_note("4")


@pytest.fixture
def two_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        placement, "choose_device", lambda asked: torch.device(asked.replace("auto", "cuda:0"))
    )
    monkeypatch.setattr(placement, "choose_dtype", lambda *_: torch.float32)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)


@pytest.mark.usefixtures("two_gpus")
def test_only_what_nobody_placed_is_spread() -> None:
    assert choose_place("auto").together == CUDA
    assert choose_place("cuda:1").together == (CUDA[1],)
    assert choose_place("cpu").together == (torch.device("cpu"),)


@pytest.mark.usefixtures("two_gpus")
def test_a_target_too_large_for_one_gpu_is_spread_over_both(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.models.fit_here import fit_here

    monkeypatch.setattr(memory, "available_bytes", lambda _: 10**11)
    needed = fit_here(tiny, models=tiny, device="cuda:0").estimate.peak
    monkeypatch.setattr(memory, "available_bytes", lambda _: needed * 3 // 4)
    seen = asked(monkeypatch, tiny, device="auto")
    assert seen["device_map"] == "auto"
    assert seen["max_memory"] == {0: int(0.9 * (needed * 3 // 4)), 1: int(0.9 * (needed * 3 // 4))}
    fit = seen["loaded"].fit
    assert (fit.devices, fit.device, fit.free) == (2, "cuda:0 and cuda:1", 2 * (needed * 3 // 4))
    # a device that was named is kept to
    with pytest.raises(DoesNotFitError, match="are free on cuda:1"):
        load_model(tiny, device="cuda:1")
    monkeypatch.setattr(memory, "available_bytes", lambda _: needed // 4)
    with pytest.raises(DoesNotFitError, match="are free on cuda:0 and cuda:1"):
        load_model(tiny, device="auto")


@pytest.mark.usefixtures("two_gpus")
def test_a_target_that_fits_on_one_gpu_is_put_there(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda _: 10**11)
    seen = asked(monkeypatch, tiny, device="auto")
    assert seen["device_map"] == {"": CUDA[0]}
    assert "max_memory" not in seen


def test_a_quantised_model_is_put_somewhere_even_on_the_cpu() -> None:
    place = Place(torch.device("cpu"), (torch.device("cpu"),), torch.float32, "8")
    assert placed(place, spread=False) == {"device_map": {"": torch.device("cpu")}}
    assert place.format == "8 bits"
