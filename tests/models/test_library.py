"""Models of every kind and state in folders of every kind, listed with what they can be and why."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from spoilt_folders import damaged_config, empty, missing_shard, no_tokenizer, pickles, rewrite, truncated

from desktop_app.decoding.errors import Cancelled
from desktop_app.models import library
from desktop_app.models.converted import converted_folder
from desktop_app.models.library import Places, scan
from desktop_app.models.local_model import LocalModel
from desktop_app.models.progress import Progress


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "data" / "library.json"


def only(models: list[LocalModel]) -> LocalModel:
    assert len(models) == 1
    return models[0]


def test_what_is_said_of_a_whole_model(tiny: Path, cache: Path) -> None:
    (tiny / "README.md").write_text("---\nlanguage: en\nlicense: apache-2.0\n---\n# Tiny\n", encoding="utf-8")
    model = only(scan(Places(tiny.parent), cache))
    facts = model.facts
    assert (model.name, model.path, model.source) == ("tiny-llama", tiny, "own")
    assert model.bytes == sum(file.stat().st_size for file in tiny.iterdir())
    assert (facts.format, facts.architecture, facts.number_format) == ("safetensors", "llama", "float32")
    assert (facts.context, facts.licence) == (512, "apache-2.0")
    tokens = json.loads((tiny / "tokenizer.json").read_text(encoding="utf-8"))
    assert facts.vocabulary == len(tokens["model"]["vocab"])
    assert facts.target.usable
    assert facts.draft.usable


def test_parameters_are_those_of_the_network(tiny: Path, cache: Path) -> None:
    from transformers import AutoModelForCausalLM

    network = AutoModelForCausalLM.from_pretrained(tiny)
    assert only(scan(Places(tiny.parent), cache)).facts.parameters == sum(
        p.numel() for p in network.parameters()
    )


def test_a_gguf_file_is_of_the_same_family(tiny: Path, tiny_gguf: Path, cache: Path) -> None:
    shutil.copy(tiny_gguf, tiny.parent / "tiny.Q4_1.gguf")
    by_format = {model.facts.format: model for model in scan(Places(tiny.parent), cache)}
    gguf, folder = by_format["gguf"], by_format["safetensors"]
    assert gguf.name == "tiny.Q4_1"
    assert gguf.facts.family == folder.facts.family != ""
    assert gguf.facts.architecture == "llama"
    assert gguf.facts.parameters is not None
    assert gguf.facts.target.usable


def test_the_conversion_of_a_gguf_file_is_no_second_model(
    tiny: Path, tiny_gguf: Path, tmp_path: Path, cache: Path
) -> None:
    own = tmp_path / "own"
    file = Path(shutil.copy(tiny_gguf, tmp_path / "f.gguf"))
    made = converted_folder(file, own)
    shutil.copytree(tiny, made)
    assert [m.path for m in scan(Places(own), cache)] == [made]
    added = tmp_path / "added"
    added.mkdir()
    file = file.rename(added / "f.gguf")
    assert [m.path for m in scan(Places(own, (added,)), cache)] == [file]


def own_code(folder: Path) -> None:
    rewrite(folder / "config.json", model_type="shiny", auto_map={"AutoModel": "code.Model"})


def unknown_kind(folder: Path) -> None:
    rewrite(folder / "config.json", model_type="shiny")


def encoder(folder: Path) -> None:
    rewrite(folder / "config.json", model_type="bert", architectures=["BertForMaskedLM"])


def own_state(folder: Path) -> None:
    rewrite(folder / "config.json", model_type="rwkv", architectures=["RwkvForCausalLM"])


def quantised(folder: Path) -> None:
    rewrite(folder / "config.json", quantization_config={"quant_method": "gptq"})


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (pickles, "can run code when loaded"),
        (truncated, "cut short or damaged"),
        (empty, "cut short or damaged"),
        (missing_shard, "lacks model-00002-of-00002.safetensors"),
        (damaged_config, "config.json in tiny-llama cannot be read"),
        (no_tokenizer, "has no tokenizer"),
        (own_code, "Python code that comes with the model"),
        (unknown_kind, "does not know"),
        (encoder, "not a causal language model"),
        (own_state, "keeps its state in a way of its own"),
        (quantised, "holds gptq weights"),
    ],
)
def test_a_model_that_cannot_serve_is_listed_with_the_reason(
    tiny: Path, cache: Path, spoil: Any, reason: str
) -> None:
    spoil(tiny)
    model = only(scan(Places(tiny.parent), cache))
    assert not model.usable
    assert reason in model.facts.target.reason
    assert model.facts.draft == model.facts.target


def test_a_head_is_a_draft_only(tmp_path: Path, cache: Path) -> None:
    shipped = Path(library.resource("drafters"))  # type: ignore[arg-type]
    model = only(scan(Places(tmp_path / "none", shipped=shipped), cache))
    assert model.source == "shipped"
    assert model.facts.format == "head"
    assert model.facts.verifier == "HuggingFaceTB/SmolLM2-135M-Instruct"
    assert not model.facts.target.usable
    assert model.facts.draft.usable


@pytest.mark.parametrize("length", [0, 3, 4, 200, -1])
def test_a_broken_gguf_file_is_listed_with_the_reason(
    tiny_gguf: Path, tmp_path: Path, cache: Path, length: int
) -> None:
    file = Path(shutil.copy(tiny_gguf, tmp_path / "cut.gguf"))
    os.truncate(file, length if length >= 0 else file.stat().st_size - 1)
    model = only(scan(Places(tmp_path), cache))
    assert not model.usable
    assert "“cut.gguf” is" in model.facts.target.reason


def test_the_newest_revision_of_the_hub_cache(tiny: Path, tmp_path: Path, cache: Path) -> None:
    hub = tmp_path / "hub"
    repository = hub / "models--someone--tiny"
    for commit in ("a" * 40, "b" * 40):
        shutil.copytree(tiny, repository / "snapshots" / commit)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("a" * 40)
    (repository / "blobs").mkdir()
    (hub / "datasets--x--y" / "snapshots").mkdir(parents=True)
    model = only(scan(Places(tmp_path / "none", hub=hub), cache))
    assert (model.name, model.source, model.revision) == ("someone/tiny", "hub", "a" * 40)
    assert model.path == repository / "snapshots" / ("a" * 40)


def test_folders_of_folders_hidden_ones_and_doubles(tiny: Path, tmp_path: Path, cache: Path) -> None:
    added = tmp_path / "added"
    for name in ("publisher/model", ".hidden/model", "1/2/3/4/too-deep"):
        shutil.copytree(tiny, added / name)
    (added / "a file").write_text("")
    found = scan(Places(tmp_path / "none", (added, added / "publisher", tmp_path / "gone")), cache)
    assert [model.path for model in found] == [added / "publisher" / "model"]


def test_only_what_changed_is_read_again(tiny: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Path(shutil.copytree(tiny, tiny.parent / "other"))
    first = scan(Places(tiny.parent), cache)
    read: list[Path] = []
    real = library.folder_facts

    def counted(path: Path) -> Any:
        read.append(path)
        return real(path)

    monkeypatch.setattr(library, "folder_facts", counted)
    assert scan(Places(tiny.parent), cache) == first
    assert read == []
    (copy / "model.safetensors").unlink()
    assert not {m.name: m for m in scan(Places(tiny.parent), cache)}["other"].usable
    assert read == [copy]


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"version": 1, "models": 3}', '{"version": 99, "models": {}}']
)
def test_a_damaged_cache_counts_as_none(tiny: Path, cache: Path, content: str) -> None:
    first = scan(Places(tiny.parent), cache)
    cache.write_text(content)
    assert scan(Places(tiny.parent), cache) == first


def test_entries_of_the_cache_that_make_no_sense_are_read_anew(tiny: Path, cache: Path) -> None:
    first = scan(Places(tiny.parent), cache)
    stored = json.loads(cache.read_text())
    stored["models"][str(tiny)]["facts"] = {"format": "safetensors"}
    cache.write_text(json.dumps(stored))
    assert scan(Places(tiny.parent), cache) == first


def test_progress_and_cancel(tiny: Path, cache: Path) -> None:
    shutil.copytree(tiny, tiny.parent / "other")
    seen: list[Progress] = []

    def check() -> None:
        if seen:
            raise Cancelled

    with pytest.raises(Cancelled):
        scan(Places(tiny.parent), cache, progress=seen.append, check=check)
    assert len(seen) == 1
