from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.models.errors import ModelFolderError
from desktop_app.models.memory_shape import memory_shape
from desktop_app.paths import resource


def test_a_folder_and_its_gguf_file_say_the_same(tiny: Path, tiny_gguf: Path) -> None:
    folder, file = memory_shape(tiny), memory_shape(tiny_gguf)
    assert folder.gguf is False
    assert file.gguf is True
    for name in ("layers", "kv_heads", "head_size", "hidden_size", "intermediate_size", "context", "tied"):
        assert getattr(folder, name) == getattr(file, name), name


def test_elements_are_those_of_the_network(tiny: Path) -> None:
    from transformers import AutoModelForCausalLM

    network = AutoModelForCausalLM.from_pretrained(tiny)
    shape = memory_shape(tiny)
    assert shape.elements == sum(p.numel() for p in network.parameters())
    assert shape.embedding == network.get_input_embeddings().weight.numel()


def test_a_head(tiny: Path) -> None:
    shape = memory_shape(Path(str(resource("drafters", "SmolLM2-135M-Instruct"))))
    assert (shape.layers, shape.kv_heads, shape.head_size, shape.hidden_size) == (1, 3, 64, 576)


@pytest.mark.parametrize("missing", ["num_hidden_layers", "hidden_size", "vocab_size"])
def test_a_config_that_does_not_say_is_one_sentence(tiny: Path, missing: str) -> None:
    config = json.loads((tiny / "config.json").read_text())
    del config[missing]
    (tiny / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelFolderError, match="does not say how large its layers are"):
        memory_shape(tiny)


def test_the_old_names_and_multi_query(tiny: Path) -> None:
    config = {
        "model_type": "gpt2",
        "n_embd": 64,
        "n_head": 4,
        "n_layer": 3,
        "vocab_size": 90,
        "n_positions": 77,
    }
    (tiny / "config.json").write_text(json.dumps(config))
    shape = memory_shape(tiny)
    assert (shape.layers, shape.kv_heads, shape.head_size, shape.context) == (3, 4, 16, 77)
    assert shape.intermediate_size == 256
    (tiny / "config.json").write_text(json.dumps(config | {"multi_query": True}))
    assert memory_shape(tiny).kv_heads == 1
