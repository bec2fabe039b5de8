"""Looks into a model folder before anything is loaded, to say plainly what is wrong. Torch-free."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop_app.models.errors import ModelFolderError, UnsupportedModelError

_INDEX = "model.safetensors.index.json"
_SINGLE = "model.safetensors"
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt")
_TOKENIZERS = ("tokenizer.json", "tokenizer.model", "vocab.json", "spiece.model", "sentencepiece.bpe.model")
_MAX_HEADER = 100 << 20


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """A whole model on disk. config as parsed; elements counts the weights, whatever their format."""

    path: Path
    config: dict[str, Any]
    weights: tuple[Path, ...]
    elements: int


def find_gguf(path: Path) -> Path | None:
    """The GGUF file that `path` means: itself, or the only one in a folder that is no transformers folder.

    Raises:
        ModelFolderError: the folder has several, or `path` is a file of another kind or not there.
    """
    if path.is_file():
        if path.suffix.lower() == ".gguf":
            return path
        raise ModelFolderError(f"“{path.name}” is not a model; choose a model folder or a .gguf file.")
    if not path.is_dir():
        raise ModelFolderError(f"There is nothing at {path}; choose a model folder or a .gguf file.")
    if (path / "config.json").exists():
        return None
    files = sorted(file for file in path.iterdir() if file.suffix.lower() == ".gguf")
    if len(files) > 1:
        raise ModelFolderError(f"{path.name} holds {len(files)} GGUF files; choose one of them.")
    return files[0] if files else None


def inspect_folder(path: Path) -> ModelFolder:
    """Checks that config, tokenizer and all weights are there and whole.

    Raises:
        ModelFolderError: with a sentence that names what is missing or broken.
        UnsupportedModelError: whole, but quantised in a way that is not loaded.
    """
    config = _read_config(path)
    method = config.get("quantization_config")
    if method:
        kind = method.get("quant_method", "quantised") if isinstance(method, Mapping) else "quantised"
        raise UnsupportedModelError(
            f"{path.name} holds {kind} weights, which are not loaded; "
            "choose its unquantised safetensors or a GGUF file."
        )
    weights = weight_files(path)
    elements = sum(weights_counted_in(file) for file in weights)
    if not any((path / name).is_file() for name in _TOKENIZERS):
        raise ModelFolderError(
            f"{path.name} has no tokenizer (tokenizer.json); copy the tokenizer files of the model into it."
        )
    return ModelFolder(path, config, weights, elements)


def _read_config(path: Path) -> dict[str, Any]:
    file = path / "config.json"
    if not file.is_file():
        hint = "is a LoRA adapter" if (path / "adapter_config.json").is_file() else "has no config.json"
        raise ModelFolderError(f"{path.name} {hint}; choose the folder of a whole model.")
    config = read_json(file)
    if not isinstance(config.get("model_type"), str):
        raise ModelFolderError(f"config.json in {path.name} names no model_type; download the file again.")
    return config


def read_json(file: Path) -> dict[str, Any]:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise ModelFolderError(
            f"{file.name} in {file.parent.name} cannot be read; download the file again."
        ) from error
    if not isinstance(content, dict):
        raise ModelFolderError(f"{file.name} in {file.parent.name} is damaged; download the file again.")
    return content


def weight_files(path: Path) -> tuple[Path, ...]:
    # The order is that of transformers: a single file wins over an index.
    if (path / _SINGLE).is_file():
        return (path / _SINGLE,)
    if (path / _INDEX).is_file():
        return _shards(path)
    if any(file for pattern in _PICKLES for file in path.glob(pattern)):
        raise ModelFolderError(
            f"The weights in {path.name} are pickle files, which can run code when loaded; "
            "choose a version of the model with safetensors."
        )
    raise ModelFolderError(f"{path.name} has no weights (model.safetensors); download the model again.")


def _shards(path: Path) -> tuple[Path, ...]:
    weight_map = read_json(path / _INDEX).get("weight_map")
    if not isinstance(weight_map, dict) or not weight_map:
        raise ModelFolderError(f"{_INDEX} in {path.name} is damaged; download the file again.")
    names = sorted({str(name) for name in weight_map.values()})
    missing = [name for name in names if not (path / name).is_file()]
    if missing:
        listed = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        raise ModelFolderError(f"{path.name} lacks {listed}; download what is missing.")
    return tuple(path / name for name in names)


def read_header(file: Path) -> tuple[dict[str, Any], int]:
    """What a safetensors file says of its tensors, and where their bytes begin.

    Raises:
        ModelFolderError: it says nothing that makes sense.
    """
    try:
        with file.open("rb") as stream:
            length = int.from_bytes(stream.read(8), "little")
            if length > _MAX_HEADER:
                raise ValueError("header too long")
            header = json.loads(stream.read(length))
        if not isinstance(header, dict):
            raise ValueError("no header")
    except (ValueError, OSError) as error:
        raise _damaged(file) from error
    return header, 8 + length


def weights_counted_in(file: Path) -> int:
    """Weights in a safetensors file, from its header, which also tells how long the file has to be.

    Raises:
        ModelFolderError: it is cut short or damaged.
    """
    header, start = read_header(file)
    try:
        tensors = [entry for name, entry in header.items() if name != "__metadata__"]
        end = start + max((entry["data_offsets"][1] for entry in tensors), default=0)
        elements = sum(int(math.prod(entry["shape"])) for entry in tensors)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OSError) as error:
        raise _damaged(file) from error
    if file.stat().st_size < end:
        raise _damaged(file)
    return elements


def _damaged(file: Path) -> ModelFolderError:
    return ModelFolderError(
        f"{file.name} in {file.parent.name} is cut short or damaged; delete it and download it again."
    )
