"""EAGLE-3 heads on disk: `speculators`' own, ours, those of EAGLE's authors, and broken ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from desktop_app.decoding.eagle_head import EagleHead, EagleShape
from desktop_app.decoding.eagle_memory import DraftRows, EagleMemory
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.slot_cache import SlotCache, Taps
from desktop_app.models.draft_head import is_draft_head
from desktop_app.models.eagle_checkpoint import EagleCheckpoint, eagle_head, read_eagle, write_eagle
from desktop_app.models.eagle_config import eagle_shape
from desktop_app.models.errors import ModelError, ModelFolderError, UnsupportedModelError

FIXTURES = Path(__file__).parent.parent / "data" / "eagle3"
HIDDEN, VOCABULARY, DRAFTED = 16, 40, 12
TARGET = SimpleNamespace(
    num_hidden_layers=6,
    hidden_size=HIDDEN,
    vocab_size=VOCABULARY,
    intermediate_size=24,
    num_attention_heads=4,
    num_key_value_heads=2,
    head_dim=8,
    rms_norm_eps=1e-6,
    max_position_embeddings=256,
    rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
    architectures=["LlamaForCausalLM"],
)


def embedding(seed: int = 3) -> torch.Tensor:
    return torch.randn(VOCABULARY, HIDDEN, generator=torch.Generator().manual_seed(seed))


# ---- written by `speculators` 0.9 (speculators_heads.py says how)


@pytest.mark.parametrize("kind", ["llama", "qwen3"])
def test_a_head_of_speculators_gives_its_own_numbers(kind: str) -> None:
    """Rows of a text, and then of a draft behind each of its tokens: the first two steps of its own forward.
    Its draft vocabulary is in no order. Rotary frequencies scaled as for Llama 3 in one, norms of queries and
    keys in the other."""
    right = load_file(FIXTURES / kind / "expected.safetensors")
    checkpoint = read_eagle(FIXTURES / kind, TARGET)
    assert checkpoint.verifier == "someone/tiny"
    assert checkpoint.shape.taps == (1, 3, 4)
    network = EagleNetwork(eagle_head(checkpoint, embedding()), VOCABULARY)
    taps, tokens = right["taps"], [0, *right["tokens"].tolist()]
    target = SlotCache(64)
    target.reserve(len(taps))
    target.write_taps(Taps((1, 3, 4)), taps, 0)
    memory = EagleMemory(network, 64)
    states = memory.read(tokens, len(tokens), target)
    close(network.logits(states), right["first"])
    for row in range(len(taps) - 1):
        alone = EagleMemory(network, 64)
        last = alone.read(tokens, row + 2, target)[-1:]
        close(network.logits(DraftRows(alone).read([tokens[row + 2]], last, 1, [()])), right["second"][row])


def close(mine: torch.Tensor, right: torch.Tensor) -> None:
    torch.testing.assert_close(mine.view_as(right), right, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("kind", ["llama", "qwen3"])
def test_ids_of_speculators_maps(kind: str) -> None:
    stored = load_file(FIXTURES / kind / "model.safetensors")
    head = eagle_head(read_eagle(FIXTURES / kind, TARGET), embedding())
    ids = head.target_ids.tolist()
    assert ids != sorted(ids)
    assert sorted(ids) == stored["t2d"].nonzero().flatten().tolist()
    assert head.t2d.nonzero().flatten().tolist() == sorted(ids)


# ---- written by us


def new_checkpoint(**changes: Any) -> EagleCheckpoint:
    shape = replace(eagle_shape(TARGET, (1, 3, 5), DRAFTED), **changes)
    torch.manual_seed(4)
    head = EagleHead(shape)
    drafted = torch.randperm(VOCABULARY)[: shape.draft_vocab_size]
    head.d2t.copy_(drafted - torch.arange(len(drafted)))
    head.t2d[drafted] = True
    tensors = {name: t.clone() for name, t in head.state_dict().items() if not name.startswith("embed")}
    return EagleCheckpoint("head", shape, tensors, "someone/target")


def write(folder: Path, checkpoint: EagleCheckpoint, **values: Any) -> Path:
    write_eagle(folder, checkpoint.shape, checkpoint.tensors, TARGET, checkpoint.verifier, **values)
    return folder


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"norm_before_residual": True, "norm_before_fc": True},
        {"fc_norm": True, "norm_output": True, "layers": 2},
        {"qk_norm": True},
        {"attention_bias": True, "intermediate_size": 20, "heads": 2, "kv_heads": 1},
        {"draft_vocab_size": VOCABULARY},
    ],
)
def test_what_is_written_is_what_is_read(tmp_path: Path, changes: dict[str, Any]) -> None:
    """`speculators` itself reads such folders too: checked by hand with speculators_heads.py, 0.9.0."""
    written = new_checkpoint(**changes)
    read = read_eagle(write(tmp_path / "head", written, extras={"README.md": "A card."}), TARGET)
    assert (read.shape, read.verifier, read.name) == (written.shape, "someone/target", "head")
    assert read.tensors.keys() == written.tensors.keys()
    assert all(torch.equal(read.tensors[name], tensor) for name, tensor in written.tensors.items())
    assert (tmp_path / "head" / "README.md").read_text(encoding="utf-8") == "A card."
    assert is_draft_head(tmp_path / "head")
    head = eagle_head(read, embedding())
    assert torch.equal(head.embed_tokens.weight, embedding())


def test_the_targets_own_embedding_is_shared_not_copied(tmp_path: Path) -> None:
    weight = embedding().bfloat16()
    checkpoint = new_checkpoint()
    head = eagle_head(checkpoint, weight)
    assert head.embed_tokens.weight.data_ptr() == weight.data_ptr()
    assert head.fc.weight.dtype is torch.bfloat16
    assert head.d2t.dtype is torch.int64
    # a file that has it once more
    checkpoint.tensors["embed_tokens.weight"] = weight.clone()
    assert eagle_head(checkpoint, weight).embed_tokens.weight.data_ptr() == weight.data_ptr()
    own = checkpoint.tensors["embed_tokens.weight"] = -weight
    assert torch.equal(eagle_head(checkpoint, weight).embed_tokens.weight, own)


def test_a_file_that_fails_leaves_the_old_head(tmp_path: Path) -> None:
    folder = write(tmp_path / "head", new_checkpoint())
    before = (folder / "model.safetensors").read_bytes()
    with pytest.raises(TypeError):
        write(folder, new_checkpoint(), extras={"README.md": None})
    assert (folder / "model.safetensors").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["head"]


# ---- written by EAGLE's authors and by SGLang's trainers


def as_theirs(folder: Path, checkpoint: EagleCheckpoint, **config: Any) -> Path:
    """A Llama configuration with a few keys more, and other names."""
    folder.mkdir()
    shape = checkpoint.shape
    values = {
        "architectures": ["LlamaForCausalLMEagle3"],
        "model_type": "llama",
        "hidden_size": shape.hidden_size,
        "intermediate_size": shape.intermediate_size,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_dim,
        "num_hidden_layers": 1,
        "vocab_size": shape.vocab_size,
        "draft_vocab_size": shape.draft_vocab_size,
        "rms_norm_eps": shape.rms_norm_eps,
        "rope_theta": 10000.0,
        "torch_dtype": "float16",
        "max_position_embeddings": 2048,
        **config,
    }
    (folder / "config.json").write_text(json.dumps(values), encoding="utf-8")
    renamed = {name.replace("layers.0.", "midlayer."): t for name, t in checkpoint.tensors.items()}
    save_file(renamed, folder / "model.safetensors")
    return folder


def test_heads_in_the_authors_format(tmp_path: Path) -> None:
    written = new_checkpoint(taps=(2, 3, 3))
    read = read_eagle(as_theirs(tmp_path / "head", written), TARGET)
    assert read.shape == written.shape, "layers 2, half and last but three; the residual before the norm"
    assert read.verifier == ""
    assert all(torch.equal(read.tensors[name], tensor) for name, tensor in written.tensors.items())
    named = {"eagle_config": {"eagle_aux_hidden_state_layer_ids": [0, 2, 5]}}
    assert read_eagle(as_theirs(tmp_path / "other", written, **named), TARGET).shape.taps == (0, 2, 5)


def test_either_map_follows_from_the_other(tmp_path: Path) -> None:
    whole = new_checkpoint()
    for kept, dropped in (("d2t", "t2d"), ("t2d", "d2t")):
        checkpoint = new_checkpoint()
        del checkpoint.tensors[dropped]
        read = read_eagle(as_theirs(tmp_path / kept, checkpoint), TARGET).tensors
        assert torch.equal(read["t2d"], whole.tensors["t2d"])
        ids = read["d2t"] + torch.arange(DRAFTED)
        right = whole.tensors["d2t"] + torch.arange(DRAFTED)
        assert torch.equal(ids, right if kept == "d2t" else right.sort().values)
    everything = new_checkpoint(draft_vocab_size=VOCABULARY)
    for name in ("d2t", "t2d"):
        del everything.tensors[name]
    read = read_eagle(as_theirs(tmp_path / "all", everything, draft_vocab_size=None), TARGET).tensors
    assert not read["d2t"].any()
    assert read["t2d"].all()


# ---- what cannot be used is one sentence


def settings(folder: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    file = folder / "config.json"
    config = json.loads(file.read_text(encoding="utf-8"))
    change(config)
    file.write_text(json.dumps(config), encoding="utf-8")


def weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], Any]) -> None:
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors")


BROKEN: dict[str, tuple[Callable[[Path], Any], type[ModelError], str]] = {
    "no config": (lambda f: (f / "config.json").unlink(), ModelFolderError, "has no config.json"),
    "config no JSON": (
        lambda f: (f / "config.json").write_text("{"),
        ModelFolderError,
        "config.json in head cannot be read",
    ),
    "layer missing": (
        lambda f: settings(f, lambda c: c.pop("transformer_layer_config")),
        ModelFolderError,
        "does not describe an EAGLE-3 head",
    ),
    "layer nonsense": (
        lambda f: settings(f, lambda c: c["transformer_layer_config"].update(num_attention_heads="four")),
        ModelFolderError,
        "does not describe an EAGLE-3 head",
    ),
    "another kind": (
        lambda f: settings(f, lambda c: c.update(speculators_model_type="dflash")),
        UnsupportedModelError,
        "of the kind dflash",
    ),
    "an older EAGLE": (
        lambda f: settings(f, lambda c: c.update(eagle_config={"use_aux_hidden_state": False})),
        UnsupportedModelError,
        "EAGLE head of an older kind",
    ),
    "another layer": (
        lambda f: settings(f, lambda c: c["transformer_layer_config"].update(model_type="gpt2")),
        UnsupportedModelError,
        "a layer of the kind gpt2",
    ),
    "sliding window": (
        lambda f: settings(
            f, lambda c: c["transformer_layer_config"].update(layer_types=["sliding_attention"])
        ),
        UnsupportedModelError,
        "sliding window",
    ),
    "length-dependent positions": (
        lambda f: settings(
            f,
            lambda c: c["transformer_layer_config"].update(
                rope_parameters={"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 2.0},
                rope_scaling=None,
            ),
        ),
        UnsupportedModelError,
        "changes with the length of the text (dynamic)",
    ),
    "layers the model lacks": (
        lambda f: settings(f, lambda c: c.update(eagle_aux_hidden_state_layer_ids=[1, 3, 6])),
        UnsupportedModelError,
        "enter layers 1, 3, 6, and the model has layers 0 to 5",
    ),
    "other hidden size": (
        lambda f: settings(f, lambda c: c.update(target_hidden_size=32)),
        UnsupportedModelError,
        "needs hidden states of size 32 and the model has 16; choose a draft made for this model. "
        "It was made for someone/target.",
    ),
    "other vocabulary": (
        lambda f: settings(f, lambda c: c["transformer_layer_config"].update(vocab_size=50)),
        UnsupportedModelError,
        "needs a vocabulary of 50 and the model has 40",
    ),
    "no weights": (
        lambda f: (f / "model.safetensors").unlink(),
        ModelFolderError,
        "has no weights (model.safetensors)",
    ),
    "pickled weights": (
        lambda f: (f / "model.safetensors").rename(f / "pytorch_model.bin"),
        ModelFolderError,
        "pickle files",
    ),
    "cut short": (
        lambda f: (f / "model.safetensors").write_bytes((f / "model.safetensors").read_bytes()[:-9]),
        ModelFolderError,
        "cut short or damaged",
    ),
    "a weight missing": (
        lambda f: weights(f, lambda t: t.pop("layers.0.hidden_norm.weight")),
        ModelFolderError,
        "1 weights are missing from head (layers.0.hidden_norm.weight …)",
    ),
    "a weight of another shape": (
        lambda f: weights(f, lambda t: t.update({"fc.weight": torch.ones(16, 32)})),
        ModelFolderError,
        "do not fit its config.json (fc.weight)",
    ),
    "not finite": (
        lambda f: weights(f, lambda t: t["lm_head.weight"].fill_(float("nan"))),
        ModelFolderError,
        "not finite (lm_head.weight)",
    ),
    "no maps": (
        lambda f: weights(f, lambda t: (t.pop("d2t"), t.pop("t2d"))),
        ModelFolderError,
        "does not say which tokens it drafts",
    ),
    "map of another length": (
        lambda f: weights(f, lambda t: t.update(d2t=t["d2t"][:5].clone())),
        ModelFolderError,
        "(d2t) is damaged",
    ),
    "map past the vocabulary": (
        lambda f: weights(f, lambda t: t["d2t"].fill_(VOCABULARY)),
        ModelFolderError,
        "(d2t) is damaged",
    ),
    "map with a token twice": (
        lambda f: weights(f, lambda t: t["d2t"].copy_(-torch.arange(DRAFTED))),
        ModelFolderError,
        "(d2t) is damaged",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_used_is_one_sentence(tmp_path: Path, name: str) -> None:
    spoil, error, words = BROKEN[name]
    folder = write(tmp_path / "head", new_checkpoint())
    read_eagle(folder, TARGET)
    spoil(folder)
    with pytest.raises(error) as raised:
        read_eagle(folder, TARGET)
    assert words in str(raised.value)
    assert str(raised.value).endswith(".")


def test_other_folders_are_no_heads(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "llama", "architectures": ["X"]}))
    assert not is_draft_head(tmp_path)
    assert not is_draft_head(tmp_path / "nowhere")
    (tmp_path / "config.json").write_text(json.dumps({"architectures": ["EagleLlamaForCausalLM"]}))
    assert is_draft_head(tmp_path)
    with pytest.raises(UnsupportedModelError, match="older kind"):
        read_eagle(tmp_path, TARGET)


def test_the_shape_of_a_new_head_is_that_of_a_layer() -> None:
    shape = eagle_shape(TARGET, (0, 2, 4), DRAFTED, layers=2)
    assert isinstance(shape, EagleShape)
    assert (shape.hidden_size, shape.heads, shape.kv_heads, shape.head_dim) == (16, 4, 2, 8)
    assert (shape.layers, shape.taps, shape.draft_vocab_size) == (2, (0, 2, 4), DRAFTED)
    assert shape.inverse_frequencies == pytest.approx([10000.0 ** (-i / 4) for i in range(4)])
