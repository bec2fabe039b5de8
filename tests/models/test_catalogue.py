"""Every entry of the catalogue agrees with itself, with its shape and with the memory it is said to need."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from desktop_app.models import catalogue_fit
from desktop_app.models.architectures import known_architectures
from desktop_app.models.catalogue import (
    SEE_PAGE,
    CatalogueError,
    CatalogueModel,
    CataloguePair,
    load_catalogue,
    read_catalogue,
)
from desktop_app.models.catalogue_fit import MachineMemory, fit_of, pair_plan
from desktop_app.models.fit import Level, estimate, level
from desktop_app.models.hub_id import HubId, parse_hub_id

GIB = 1 << 30
# sizes of graphics devices that people have
SIZES = (4, 8, 12, 16, 24, 32, 48, 80)
LICENCES = {"apache-2.0", "qwen-research", "llama3.1", "llama3.2", "gemma", SEE_PAGE}

CATALOGUE = load_catalogue()
MODELS = {model.id.repo: model for model in CATALOGUE.models}
PAIRS = {f"{p.target.id.name}+{'lookup' if p.draft is None else p.draft.id.name}": p for p in CATALOGUE.pairs}


def weights_by_shape(model: CatalogueModel) -> int:
    """All matrices of the layers and the embedding; norms and biases are left out."""
    size = model.shape
    hidden, heads = size.hidden_size, size.heads * size.head_size
    caches, feed = 2 * size.kv_heads * size.head_size, 3 * hidden * size.intermediate_size
    if model.head_of:
        # three hidden states joined, then one layer that reads two things, then its own vocabulary
        layer = 2 * hidden * (heads + caches) + heads * hidden + feed
        embedding = size.tokens * hidden if model.embedding else 0
        return 3 * hidden * hidden + layer + model.draft_tokens * hidden + embedding
    layer = hidden * (2 * heads + caches) + feed
    return size.layers * layer + size.tokens * hidden * (1 if size.tied else 2) + model.pictures


@pytest.mark.parametrize("model", CATALOGUE.models, ids=lambda model: model.id.name)
def test_models(model: CatalogueModel) -> None:
    assert parse_hub_id(str(model.id)) == model.id
    assert model.id.revision == "main"
    assert model.parameters == pytest.approx(weights_by_shape(model), rel=1e-3)
    tied_twice = model.shape.tokens * model.shape.hidden_size if model.shape.tied else 0
    assert 2 * model.parameters <= model.bytes <= 2 * (model.parameters + tied_twice) * 1.001
    assert model.licence in LICENCES
    assert model.gated or model.licence not in ("llama3.1", "llama3.2", "gemma")
    assert model.context >= 8192
    assert model.languages
    assert all(re.fullmatch("[a-z]{2}", code) for code in model.languages)
    known = known_architectures()
    assert model.architecture in known.runs or bool(model.head_of)
    assert CATALOGUE.drafts_for(model.id.repo) or model.id in [pair.target.id for pair in CATALOGUE.pairs]


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_pairs(pair: CataloguePair) -> None:
    sizes = [size for size in SIZES if level(pair_plan(pair, "cuda"), size * GIB) is not Level.RED]
    assert sizes[0] == pair.memory_gb
    if pair.cpu:
        assert estimate(pair_plan(pair, "cpu")).peak < 12 * GIB
    if pair.draft is None:
        return
    target, draft = pair.target, pair.draft
    assert target is not draft
    # what is drafted must cost less than what is saved
    assert draft.parameters < 0.4 * target.parameters
    if draft.head_of:
        assert draft.shape.hidden_size == target.shape.hidden_size
    # sizes of one family pad the same tokens differently
    assert abs(draft.shape.tokens - target.shape.tokens) < 256
    assert draft.context >= min(target.context, 32_768)


@pytest.mark.parametrize("pair", [p for p in CATALOGUE.pairs if p.speedup], ids=lambda p: str(p.target.id))
def test_a_published_speedup_names_its_source(pair: CataloguePair) -> None:
    assert pair.speedup is not None
    assert 1 < pair.speedup.lowest <= pair.speedup.highest < 4
    assert pair.speedup.measured_on
    assert urlsplit(pair.speedup.source).scheme == "https"


def test_each_size_has_a_pair_that_speaks_chinese() -> None:
    speaking = [pair for pair in CATALOGUE.pairs if "zh" in pair.target.languages]
    assert {pair.memory_gb for pair in speaking} == set(SIZES)
    assert any(pair.cpu for pair in speaking)


def test_families_of_the_catalogue() -> None:
    families = ("Qwen3", "Qwen2.5", "Llama-3.1", "Llama-3.2", "SmolLM2", "SmolLM3", "gemma-3", "Mistral")
    for family in families:
        assert any(family.lower() in pair.target.id.name.lower() for pair in CATALOGUE.pairs), family
    assert any(model.head_of for model in CATALOGUE.models)


def test_what_a_model_drafts_for() -> None:
    assert CATALOGUE.drafts_for("Qwen/Qwen3-0.6B") == (
        "Qwen/Qwen3-4B",
        "Qwen/Qwen3-8B",
        "Qwen/Qwen3-14B",
        "Qwen/Qwen3-32B",
    )


PAIR = PAIRS["Qwen3-8B+Qwen3-0.6B"]


@pytest.mark.parametrize(
    ("machine", "verdict"),
    [
        (MachineMemory(main=64 * GIB, graphics=8 * GIB), "too large"),
        (MachineMemory(main=64 * GIB, graphics=20 * GIB), "tight"),
        (MachineMemory(main=64 * GIB, graphics=24 * GIB), "fits"),
        (MachineMemory(main=64 * GIB), "too slow"),
        (MachineMemory(main=8 * GIB), "too large"),
        (MachineMemory(main=None), "too slow"),
    ],
)
def test_whether_a_pair_fits(machine: MachineMemory, verdict: str) -> None:
    fit = fit_of(PAIR, machine)
    assert fit.verdict == verdict
    assert fit.usable == (verdict in ("fits", "tight"))
    assert fit.needed > PAIR.bytes


def test_a_small_pair_fits_into_main_memory() -> None:
    small = PAIRS["Qwen2.5-1.5B-Instruct+lookup"]
    assert fit_of(small, MachineMemory(main=16 * GIB)).verdict == "fits"
    assert fit_of(small, MachineMemory(main=None)).verdict == "unknown"


def test_the_graphics_device_is_asked_for_without_torch(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\nprintf '8192\\n24564\\n'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert catalogue_fit._graphics_memory() == 24564 << 20
    tool.write_text("#!/bin/sh\necho 'No devices were found'\nexit 6\n")
    assert catalogue_fit._graphics_memory() is None


def test_a_mac_computes_in_main_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    monkeypatch.setattr(catalogue_fit, "_main_memory", lambda: 16 * GIB)
    assert catalogue_fit.machine_memory.__wrapped__() == MachineMemory(16 * GIB, 16 * GIB)


ENTRY = """
[[model]]
id = "a/b"
architecture = "llama"
parameters = 10
bytes = 20
context = 8192
licence = "mit"
gated = false
languages = ["en"]
[model.shape]
layers = 1
hidden_size = 1
intermediate_size = 1
heads = 1
kv_heads = 1
head_size = 1
tokens = 1
tied = true
"""


def test_an_entry_is_read() -> None:
    read = read_catalogue(ENTRY + '[[pair]]\ntarget = "a/b"\ndraft = "lookup"\nmemory_gb = 4')
    (pair,) = read.pairs
    assert (pair.target.id, pair.draft, pair.models) == (HubId("a", "b"), None, (read.models[0],))
    assert replace(pair, draft=pair.target).bytes == 40


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[", "damaged"),
        (ENTRY + ENTRY, "names a model twice"),
        (ENTRY.replace("a/b", "a"), "entry “a” is damaged"),
        (ENTRY.replace("parameters = 10\n", ""), "entry “a/b” is damaged"),
        (ENTRY.replace("\nlayers = 1", ""), "entry “a/b” is damaged"),
        (ENTRY + '[[pair]]\ntarget = "a/b"\ndraft = "x/y"\nmemory_gb = 4', "pair “a/b + x/y” is damaged"),
        (
            ENTRY.replace("[model.shape]", 'head_of = "x/y"\n[model.shape]')
            + '[[pair]]\ntarget = "a/b"\ndraft = "a/b"\nmemory_gb = 4',
            "that head is for x/y",
        ),
    ],
)
def test_damage_is_a_sentence(text: str, said: str) -> None:
    with pytest.raises(CatalogueError, match=re.escape(said)):
        read_catalogue(text)
