"""The sizes of a model that say how much memory it takes, from its files alone. Torch-free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.models.errors import ModelFolderError
from desktop_app.models.gguf_metadata import read_header
from desktop_app.models.model_folder import read_json, weight_files, weights_counted_in

_CONTEXT_KEYS = ("max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len")


@dataclass(frozen=True, slots=True)
class MemoryShape:
    """elements: weights as they lie in the files, tied ones once. tokens: of the tokenizer, about.

    gguf: whether the weights are unpacked from a GGUF file before they can be loaded.
    """

    architecture: str
    elements: int
    layers: int
    kv_heads: int
    head_size: int
    hidden_size: int
    intermediate_size: int
    tokens: int
    context: int
    tied: bool
    gguf: bool = False

    @property
    def embedding(self) -> int:
        return self.tokens * self.hidden_size

    def cache_elements(self, slots: int) -> int:
        """Keys and values of so many slots."""
        return 2 * self.layers * self.kv_heads * self.head_size * slots


def memory_shape(path: Path) -> MemoryShape:
    """Of a model folder, a draft head's folder or a GGUF file.

    Raises:
        ModelFolderError: the files do not say what is needed.
    """
    try:
        if path.is_file():
            return _of_gguf(path)
        config = read_json(path / "config.json")
        elements = sum(weights_counted_in(file) for file in weight_files(path))
        return _of_config(_text_part(config), elements)
    except (KeyError, TypeError, ValueError) as error:
        raise ModelFolderError(f"{path.name} does not say how large its layers are.") from error


def _text_part(config: Mapping[str, Any]) -> dict[str, Any]:
    """A head's file nests its layer, one for text and pictures what writes the text."""
    for key in ("text_config", "transformer_layer_config"):
        if isinstance(config.get(key), Mapping):
            return {**config, **config[key]}
    return dict(config)


def _of_config(config: Mapping[str, Any], elements: int) -> MemoryShape:
    hidden = int(config.get("hidden_size") or config["n_embd"])
    heads = int(config.get("num_attention_heads") or config["n_head"])
    kv_heads = config.get("num_key_value_heads")
    if kv_heads is None:
        kv_heads = 1 if config.get("multi_query") else heads
    context = next((int(config[key]) for key in _CONTEXT_KEYS if config.get(key)), 2048)
    return MemoryShape(
        architecture=str(config.get("model_type", "")),
        elements=elements,
        layers=int(config.get("num_hidden_layers") or config["n_layer"]),
        kv_heads=int(kv_heads),
        head_size=int(config.get("head_dim") or hidden // heads),
        hidden_size=hidden,
        intermediate_size=int(config.get("intermediate_size") or config.get("n_inner") or 4 * hidden),
        tokens=int(config["vocab_size"]),
        context=context,
        # what transformers takes where a file does not say
        tied=bool(config.get("tie_word_embeddings", True)),
    )


def _of_gguf(file: Path) -> MemoryShape:
    header = read_header(file)
    kind = str(header.metadata["general.architecture"])

    def value(key: str, default: int | None = None) -> int:
        found = header.metadata.get(f"{kind}.{key}", default)
        if found is None:
            raise KeyError(key)
        # some models have other numbers in each layer
        return int(max(found) if isinstance(found, list) else found)

    hidden, heads = value("embedding_length"), value("attention.head_count")
    return MemoryShape(
        architecture=kind,
        elements=header.elements,
        layers=value("block_count"),
        kv_heads=value("attention.head_count_kv", heads),
        head_size=value("attention.key_length", hidden // heads),
        hidden_size=hidden,
        intermediate_size=value("feed_forward_length", 4 * hidden),
        tokens=len(header.metadata["tokenizer.ggml.tokens"]),
        context=value("context_length", 2048),
        tied="output.weight" not in header.tensors,
        gguf=True,
    )
