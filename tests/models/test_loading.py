from __future__ import annotations

import inspect
import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from tiny_model import ROWS, write_tiny_model

from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.models import loading, memory
from desktop_app.models.errors import (
    DoesNotFitError,
    ModelFolderError,
    OutOfMemoryError,
    UnsupportedModelError,
)
from desktop_app.models.fit import Plan, estimate
from desktop_app.models.loading import load_model
from desktop_app.models.memory_shape import memory_shape
from desktop_app.models.model_folder import inspect_folder
from desktop_app.models.progress import Progress
from desktop_app.models.support import context_limit, read_config


def edit(file: Path, **changes: Any) -> None:
    content = json.loads(file.read_text(encoding="utf-8"))
    content.update(changes)
    file.write_text(json.dumps({k: v for k, v in content.items() if v is not None}), encoding="utf-8")


def spoil(folder: Path, name: str, value: float) -> None:
    weights = load_file(folder / "model.safetensors")
    weights[name].view(-1)[0] = value
    save_file(weights, folder / "model.safetensors", {"format": "pt"})


def test_a_whole_folder(tiny: Path) -> None:
    seen: list[Progress] = []
    loaded = load_model(tiny, device="cpu", dtype="float32", progress=seen.append)
    assert loaded.name == "tiny-llama"
    assert loaded.path == tiny
    assert loaded.device == torch.device("cpu")
    assert loaded.dtype is loaded.model.dtype is torch.float32
    assert loaded.context_limit == 512
    assert loaded.eos_ids == {0, 2}
    assert loaded.vocab_size == loaded.tokenizer.vocab_size < ROWS
    assert not loaded.model.training
    assert not any(weight.requires_grad for weight in loaded.model.parameters())
    stored = load_file(tiny / "model.safetensors")["model.norm.weight"]
    assert torch.equal(loaded.model.model.norm.weight, stored)
    assert seen[0].stage == "Checking the model"
    last = seen[-1]
    assert last.stage == "Loading the weights"
    assert last.done == last.total


def test_nothing_is_printed(tiny: Path, capfd: pytest.CaptureFixture[str]) -> None:
    load_model(tiny, device="cpu")
    assert capfd.readouterr() == ("", "")


def test_dtype_and_a_relative_path(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tiny)
    loaded = load_model(Path(), device="cpu", dtype="bfloat16")
    assert loaded.name == "tiny-llama"
    assert loaded.model.dtype is torch.bfloat16


def test_sharded_weights(tiny: Path) -> None:
    _shard(tiny)
    loaded = load_model(tiny, device="cpu", dtype="float32")
    assert sum(weight.numel() for weight in loaded.model.parameters()) > 0


def _shard(folder: Path) -> None:
    weights = load_file(folder / "model.safetensors")
    names = sorted(weights)
    halves = {
        "model-1.safetensors": names[: len(names) // 2],
        "model-2.safetensors": names[len(names) // 2 :],
    }
    for file, part in halves.items():
        save_file({name: weights[name] for name in part}, folder / file, {"format": "pt"})
    weight_map = {name: file for file, part in halves.items() for name in part}
    (folder / "model.safetensors.index.json").write_text(
        json.dumps({"metadata": {}, "weight_map": weight_map})
    )
    (folder / "model.safetensors").unlink()


def test_a_missing_shard_is_named(tiny: Path) -> None:
    _shard(tiny)
    (tiny / "model-2.safetensors").unlink()
    with pytest.raises(ModelFolderError, match=r"^tiny-llama lacks model-2\.safetensors;"):
        load_model(tiny, device="cpu")


@pytest.mark.parametrize("kept", [0, 4, 100, 0.5, 0.999])
def test_a_file_that_was_cut_short(tiny: Path, kept: float) -> None:
    file = tiny / "model.safetensors"
    body = file.read_bytes()
    file.write_bytes(body[: int(kept * len(body)) if 0 < kept < 1 else int(kept)])
    with pytest.raises(ModelFolderError, match=r"model\.safetensors in tiny-llama is cut short or damaged"):
        load_model(tiny, device="cpu")


def test_weights_that_are_not_there_are_not_made_up(tiny: Path) -> None:
    weights = load_file(tiny / "model.safetensors")
    del weights["model.layers.1.mlp.up_proj.weight"]
    save_file(weights, tiny / "model.safetensors", {"format": "pt"})
    with pytest.raises(ModelFolderError, match=r"1 weights are missing .*layers\.1\.mlp\.up_proj"):
        load_model(tiny, device="cpu")


def test_weights_of_another_shape(tiny: Path) -> None:
    edit(tiny / "config.json", intermediate_size=128)
    with pytest.raises(ModelFolderError, match=r"do not fit its config\.json") as caught:
        load_model(tiny, device="cpu")
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("name", ["model.embed_tokens.weight", "model.norm.weight"])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_not_finite(tiny: Path, name: str, value: float) -> None:
    spoil(tiny, name, value)
    with pytest.raises(ModelFolderError, match="not finite"):
        load_model(tiny, device="cpu")


def test_pickles_are_refused(tiny: Path) -> None:
    (tiny / "model.safetensors").rename(tiny / "pytorch_model.bin")
    with pytest.raises(ModelFolderError, match="pickle files, which can run code"):
        load_model(tiny, device="cpu")


def test_no_weights(tiny: Path) -> None:
    (tiny / "model.safetensors").unlink()
    with pytest.raises(ModelFolderError, match=r"has no weights \(model\.safetensors\)"):
        load_model(tiny, device="cpu")


def test_no_config(tiny: Path) -> None:
    (tiny / "config.json").unlink()
    with pytest.raises(ModelFolderError, match=r"tiny-llama has no config\.json; choose the folder"):
        load_model(tiny, device="cpu")
    (tiny / "adapter_config.json").write_text("{}")
    with pytest.raises(ModelFolderError, match="is a LoRA adapter"):
        load_model(tiny, device="cpu")


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"model_type": 3}', "\x00"])
def test_a_broken_config(tiny: Path, text: str) -> None:
    (tiny / "config.json").write_text(text)
    with pytest.raises(ModelFolderError, match=r"config\.json in tiny-llama .*download the file again"):
        load_model(tiny, device="cpu")


def test_a_config_with_impossible_values(tiny: Path) -> None:
    edit(tiny / "config.json", num_attention_heads="many")
    with pytest.raises(ModelFolderError, match=r"config\.json in tiny-llama"):
        load_model(tiny, device="cpu")


def test_no_tokenizer(tiny: Path) -> None:
    (tiny / "tokenizer.json").unlink()
    with pytest.raises(ModelFolderError, match=r"has no tokenizer \(tokenizer\.json\)"):
        load_model(tiny, device="cpu")


def test_a_broken_tokenizer(tiny: Path) -> None:
    (tiny / "tokenizer.json").write_text("{}")
    with pytest.raises(SlipstreamError, match="tokenizer"):
        load_model(tiny, device="cpu")


def test_a_tokenizer_of_another_model(tmp_path: Path) -> None:
    folder = write_tiny_model(tmp_path / "small-head", vocab_size=16)
    with pytest.raises(ModelFolderError, match=r"has \d+ tokens but the weights know 16"):
        load_model(folder, device="cpu")


def test_an_unknown_kind(tiny: Path) -> None:
    edit(tiny / "config.json", model_type="llama99")
    with pytest.raises(UnsupportedModelError, match=r"“llama99”, which transformers 5\.\S+ does not know"):
        load_model(tiny, device="cpu")


def test_code_of_the_model_is_never_run(tiny: Path) -> None:
    (tiny / "evil.py").write_text("raise SystemExit('ran')\n")
    edit(tiny / "config.json", model_type="evil", auto_map={"AutoConfig": "evil.Config"})
    with pytest.raises(UnsupportedModelError, match="needs Python code that comes with the model"):
        load_model(tiny, device="cpu")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"model_type": "t5", "architectures": ["T5ForConditionalGeneration"]}, "not a causal language"),
        ({"model_type": "clip", "architectures": ["CLIPModel"]}, "not a causal language"),
        ({"model_type": "bert", "architectures": ["BertForMaskedLM"]}, "not a causal language"),
        ({"model_type": "rwkv", "architectures": ["RwkvForCausalLM"]}, "its state in a way of its own"),
        ({"quantization_config": {"quant_method": "gptq", "bits": 4}}, "gptq weights"),
    ],
)
def test_models_that_cannot_be_run(tiny: Path, changes: dict[str, Any], words: str) -> None:
    edit(tiny / "config.json", **changes)
    with pytest.raises(UnsupportedModelError, match=words):
        load_model(tiny, device="cpu")


@pytest.mark.parametrize(
    "changes",
    [
        {"model_type": "mamba", "architectures": ["MambaForCausalLM"]},
        {"model_type": "jamba", "architectures": ["JambaForCausalLM"]},
        {"model_type": "qwen3_next", "architectures": ["Qwen3NextForCausalLM"]},
        {"model_type": "lfm2", "architectures": ["Lfm2ForCausalLM"], "layer_types": ["conv"] * 2},
        {"model_type": "bloom", "architectures": ["BloomForCausalLM"]},
    ],
)
def test_models_that_decode_plainly_are_not_refused(tiny: Path, changes: dict[str, Any]) -> None:
    edit(tiny / "config.json", **changes)
    assert read_config(inspect_folder(tiny)).model_type == changes["model_type"]


def test_every_attention_family_names_its_cache() -> None:
    transformers = loading.import_transformers()
    for name in ("Llama", "Qwen3", "Gemma3", "GPT2", "Phi", "OPT", "GPTNeoX"):
        network = getattr(transformers, f"{name}{'LMHeadModel' if name == 'GPT2' else 'ForCausalLM'}")
        assert "cache" in inspect.signature(network.forward).parameters


def test_every_eos_id_counts(tiny: Path) -> None:
    edit(tiny / "config.json", eos_token_id=[2, 7, 100_000])
    edit(tiny / "generation_config.json", eos_token_id=5)
    assert load_model(tiny, device="cpu").eos_ids == {2, 5, 7}


def test_a_configuration_without_an_end_takes_the_tokenizers(tiny: Path) -> None:
    edit(tiny / "config.json", eos_token_id=None)
    (tiny / "generation_config.json").unlink()
    assert json.loads((tiny / "config.json").read_text()).get("eos_token_id") is None
    assert load_model(tiny, device="cpu").eos_ids == {2}


@pytest.mark.parametrize(
    ("fields", "limit"),
    [
        ({"max_position_embeddings": 4096}, 4096),
        ({"n_positions": 1024}, 1024),
        ({}, 2048),
        ({"seq_length": 0}, 2048),
    ],
)
def test_the_context_limit(fields: dict[str, int], limit: int) -> None:
    config = SimpleNamespace(**fields)
    config.get_text_config = lambda: config
    assert context_limit(config) == limit


def test_too_little_memory_is_said_before(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    with pytest.raises(
        OutOfMemoryError, match=r"tiny-llama in float32 needs 0\.0 GB of memory but 0\.0 GB are free on cpu"
    ):
        load_model(tiny, device="cpu", dtype="float32")
    monkeypatch.setattr(memory, "available_bytes", lambda _: None)
    load_model(tiny, device="cpu", dtype="float32")


def test_nothing_is_read_of_a_model_that_does_not_fit(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stages: list[str] = []
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    with pytest.raises(DoesNotFitError) as caught:
        load_model(tiny, device="cpu", progress=lambda p: stages.append(p.stage))
    assert stages == ["Checking the model"]
    assert caught.value.fit.free == 1000
    assert caught.value.fit.estimate.peak > 1000
    loaded = load_model(tiny, device="cpu", force=True)
    assert loaded.fit is not None
    assert loaded.fit.refused


def test_the_context_is_what_was_asked_for_or_what_fits(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_model(tiny, device="cpu").context_limit == 512
    assert load_model(tiny, device="cpu", context=300).context_limit == 300
    assert load_model(tiny, device="cpu", context=10_000).context_limit == 512
    edit(tiny / "config.json", max_position_embeddings=65536)
    plan = Plan(replace(memory_shape(tiny), context=65536), context=8192, bytes_per_weight=4)
    monkeypatch.setattr(memory, "available_bytes", lambda _: estimate(plan).peak * 5 // 4)
    assert load_model(tiny, device="cpu", dtype="float32").context_limit == 8192
    with pytest.raises(DoesNotFitError, match=r"it would fit with a context of 8,192 tokens\.$"):
        load_model(tiny, device="cpu", dtype="float32", context=65536)


def test_a_file_that_does_not_fit_is_not_converted(
    tiny_gguf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    with pytest.raises(DoesNotFitError):
        load_model(tiny_gguf, device="cpu", models=tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_where_the_files_do_not_say_the_weights_are_counted(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(_: Path) -> None:
        raise ModelFolderError("It does not say how large its layers are.")

    monkeypatch.setattr("desktop_app.models.fit_requirement.memory_shape", unknown)
    assert load_model(tiny, device="cpu").fit is None
    monkeypatch.setattr(memory, "available_bytes", lambda _: 1000)
    with pytest.raises(OutOfMemoryError, match=r"^tiny-llama in .* but 0\.0 GB are free on cpu; close other"):
        load_model(tiny, device="cpu")
    load_model(tiny, device="cpu", force=True)


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"),
        RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: can't allocate memory: you tried"),
        MemoryError(),
    ],
)
def test_memory_that_runs_out_meanwhile(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    transformers = loading.import_transformers()

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", fail)
    with pytest.raises(OutOfMemoryError, match="does not fit into the memory of cpu") as caught:
        load_model(tiny, device="cpu")
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("at", range(1, 9))
def test_cancelling_at_every_stage(tiny: Path, at: int) -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == at:
            raise Cancelled

    with pytest.raises(Cancelled):
        load_model(tiny, device="cpu", check=check)
    load_model(tiny, device="cpu")


def test_paths_that_are_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderError, match="There is nothing at"):
        load_model(tmp_path / "gone")
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(ModelFolderError, match=r"“notes\.txt” is not a model"):
        load_model(tmp_path / "notes.txt")


def test_a_gguf_file_is_converted_once(
    tiny_gguf: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    models, stages = tmp_path / "models", []
    first = load_model(tiny_gguf, device="cpu", models=models, progress=lambda p: stages.append(p.stage))
    assert first.name == "tiny.Q4_1"
    assert first.path == tiny_gguf
    assert "Unpacking the weights" in stages
    folders = list((models / "converted").iterdir())
    assert [folder.name.rpartition("-")[0] for folder in folders] == ["tiny.Q4_1"]
    stages.clear()
    load_model(tiny_gguf, device="cpu", models=models, progress=lambda p: stages.append(p.stage))
    assert "Unpacking the weights" not in stages
    assert capfd.readouterr().err == ""


def test_a_folder_with_one_gguf_file(tiny_gguf: Path, tmp_path: Path) -> None:
    folder = tmp_path / "downloads"
    folder.mkdir()
    shutil.copy(tiny_gguf, folder / "a.gguf")
    assert load_model(folder, device="cpu", models=tmp_path / "models").name == "a"
    shutil.copy(tiny_gguf, folder / "b.gguf")
    with pytest.raises(ModelFolderError, match="holds 2 GGUF files; choose one"):
        load_model(folder, device="cpu", models=tmp_path / "models")


@pytest.mark.starter
def test_the_starter(starter_folder: Path) -> None:
    loaded = load_model(starter_folder, device="cpu")
    assert loaded.name == "SmolLM2-135M-Instruct"
    assert loaded.context_limit == 8192
    assert loaded.eos_ids == {2}
    assert loaded.vocab_size == 49152
    prompt = loaded.tokenizer.encode(
        "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n"
        "<|im_start|>assistant\nThe capital of France is"
    )
    logits = loaded.model(torch.tensor([prompt])).logits
    assert loaded.tokenizer.decode([int(logits[0, -1].argmax())]) == " Paris"
