"""Folders with models that are whole or spoilt, written by hand: no torch, next to nothing on the disk."""

from __future__ import annotations

import json
import os
from pathlib import Path

WORDS = ("a", "b", "c", "d")
OTHER_WORDS = ("x", "y", "z")


def write_model(
    folder: Path,
    *,
    kind: str = "llama",
    parameters: int = 1_000,
    context: int = 2048,
    words: tuple[str, ...] = WORDS,
    licence: str = "",
) -> Path:
    """A whole model of that many float16 weights, none of which takes room on the disk."""
    folder.mkdir(parents=True)
    config = {"model_type": kind, "max_position_embeddings": context, "architectures": ["XForCausalLM"]}
    (folder / "config.json").write_text(json.dumps(config))
    tokenizer = {"model": {"vocab": {word: i for i, word in enumerate(words)}}, "added_tokens": []}
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    if licence:
        (folder / "README.md").write_text(f"---\nlicense: {licence}\n---\n")
    _weights(folder / "model.safetensors", parameters)
    return folder


def write_head(folder: Path, made_for: str, parameters: int = 500) -> Path:
    """An EAGLE-3 head as the library speculators writes it."""
    folder.mkdir(parents=True)
    config = {
        "architectures": ["Eagle3Speculator"],
        "speculators_model_type": "eagle3",
        "speculators_config": {"verifier": {"name_or_path": made_for}},
        "transformer_layer_config": {"max_position_embeddings": 4096},
    }
    (folder / "config.json").write_text(json.dumps(config))
    _weights(folder / "model.safetensors", parameters)
    return folder


def spoil(folder: Path) -> Path:
    """Its weights are cut short."""
    file = folder / "model.safetensors"
    os.truncate(file, file.stat().st_size - 1)
    return folder


def _weights(file: Path, parameters: int) -> None:
    tensor = {"dtype": "F16", "shape": [parameters], "data_offsets": [0, 2 * parameters]}
    header = json.dumps({"weight": tensor}).encode()
    file.write_bytes(len(header).to_bytes(8, "little") + header)
    os.truncate(file, 8 + len(header) + 2 * parameters)
