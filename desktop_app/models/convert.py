"""GGUF to a plain transformers folder with safetensors, once, so that later loads are quick."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch

from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.models.disk import appearing_whole, require_space
from desktop_app.models.errors import ModelFolderError
from desktop_app.models.gguf_metadata import read_header
from desktop_app.models.gguf_tokenizer import read_tokenizer
from desktop_app.models.hugging_face import import_transformers, weights_counted
from desktop_app.models.memory import require_memory
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback

# Written as bfloat16: two bytes for each weight.
_BYTES_PER_WEIGHT = 2
# While it is read, each weight is there as float32 and as bfloat16.
_MEMORY_PER_WEIGHT = 6
_STAGES = 4


def convert_gguf(
    gguf: Path,
    folder: Path,
    progress: ProgressCallback,
    check: CancelCheck,
    extras: dict[str, str] | None = None,
) -> Path:
    """Writes the model of a GGUF file to `folder`, which appears whole or not at all.

    extras: further text files for the folder (name -> content), such as the model's licence.

    Raises:
        ModelFolderError: the file is broken or of an architecture transformers cannot read from GGUF.
        DiskFullError: there is no room for the safetensors.
        Cancelled: between two stages.
    """
    header = read_header(gguf)
    metadata, weights = header.metadata, header.elements
    require_space(folder.parent, weights * _BYTES_PER_WEIGHT + (64 << 20), "convert the model")
    require_memory(weights * _MEMORY_PER_WEIGHT, torch.device("cpu"), f"Converting “{gguf.name}”")
    with appearing_whole(folder) as staging, _broken_as_sentence(gguf):
        _stage("Reading the weights", 0, progress, check)
        model = _read_model(gguf, progress, check)
        _stage("Writing the weights", 1, progress, check)
        _settle_generation_config(model)
        model.save_pretrained(staging)
        del model
        _stage("Writing the tokenizer", 2, progress, check)
        _write_tokenizer(read_tokenizer(gguf, metadata), staging, metadata)
        for name, text in (extras or {}).items():
            (staging / name).write_text(text, encoding="utf-8")
        _stage("Finishing", 3, progress, check)
    progress(Progress("Converted", _STAGES, _STAGES))
    return folder


def _stage(name: str, done: int, progress: ProgressCallback, check: CancelCheck) -> None:
    check()
    progress(Progress(name, done, _STAGES))


def _read_model(gguf: Path, progress: ProgressCallback, check: CancelCheck) -> Any:
    transformers = import_transformers()
    with weights_counted("Unpacking the weights", progress, check):
        return transformers.AutoModelForCausalLM.from_pretrained(
            str(gguf.parent),
            gguf_file=gguf.name,
            dtype=torch.bfloat16,
            # A model with packed weights can be neither saved nor run by our own attention.
            quantization_config=transformers.GgufConfig(dequantize=True),
            local_files_only=True,
            trust_remote_code=False,
        )


def _settle_generation_config(model: Any) -> None:
    """Stop tokens are what we need of it; sampling defaults of a stranger would only be refused on saving."""
    transformers = import_transformers()
    config = model.config
    model.generation_config = transformers.GenerationConfig(
        bos_token_id=config.bos_token_id, eos_token_id=config.eos_token_id, pad_token_id=config.pad_token_id
    )


def _write_tokenizer(tokenizer: Any, staging: Path, metadata: dict[str, Any]) -> None:
    architecture = metadata.get("general.architecture", "")
    context = metadata.get(f"{architecture}.context_length")
    if context:
        tokenizer.model_max_length = int(context)
    tokenizer.save_pretrained(staging)
    settings = staging / "tokenizer_config.json"
    content = json.loads(settings.read_text(encoding="utf-8"))
    # How it was read is no property of the tokenizer; a named class would rebuild the splitting its own way.
    for key in ("is_local", "local_files_only", "gguf_file"):
        content.pop(key, None)
    content["tokenizer_class"] = "PreTrainedTokenizerFast"
    settings.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@contextmanager
def _broken_as_sentence(gguf: Path) -> Iterator[None]:
    try:
        yield
    except (SlipstreamError, Cancelled, MemoryError, OSError):
        raise
    except Exception as error:
        raise ModelFolderError(
            f"“{gguf.name}” cannot be converted ({_first_line(error)}); "
            "choose a safetensors folder of this model instead."
        ) from error


def _first_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return (text[0] if text else type(error).__name__)[:160].rstrip(".")
