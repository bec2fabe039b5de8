"""Loads a model folder or a GGUF file into a model that is ready to decode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from desktop_app.decoding.errors import Cancelled, SlipstreamError
from desktop_app.models.convert import convert_gguf
from desktop_app.models.converted import converted_folder
from desktop_app.models.devices import choose_device, choose_dtype
from desktop_app.models.errors import ModelFolderError, OutOfMemoryError
from desktop_app.models.fit_context import Context
from desktop_app.models.fit_requirement import require_fit, require_fit_of_file
from desktop_app.models.fitting import Fit
from desktop_app.models.hugging_face import import_transformers, weights_counted
from desktop_app.models.model_folder import ModelFolder, find_gguf, inspect_folder
from desktop_app.models.progress import (
    CancelCheck,
    Progress,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from desktop_app.models.support import context_limit, read_config, stop_ids
from desktop_app.paths import Paths

if TYPE_CHECKING:
    from transformers import PreTrainedModel

    from desktop_app.models.tokenizer import ModelTokenizer

# Rows of an embedding that are looked at, and the length up to which a tensor is looked at whole.
_SAMPLED_ROWS = 256
_WHOLE = 1 << 16
# A tokenizer may have a few tokens more than the weights (a padding token added later), not a vocabulary.
TOLERATED_TOKENS = 256


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A model in eval mode, without gradients, and what decoding needs to know of it.

    context_limit in tokens: those the model was made for, or fewer. eos_ids: every id that ends a reply.
    vocab_size: ids that tokenizer and logits share; logits from there on are padding. fit: what it was
    estimated to take, None where its files do not say.
    """

    name: str
    path: Path
    model: PreTrainedModel
    tokenizer: ModelTokenizer
    device: torch.device
    dtype: torch.dtype
    context_limit: int
    eos_ids: frozenset[int]
    vocab_size: int
    fit: Fit | None = None


def load_model(
    path: Path,
    *,
    device: str = "auto",
    dtype: str = "auto",
    progress: ProgressCallback = ignore_progress,
    check: CancelCheck = never_cancelled,
    models: Path | None = None,
    context: Context = "auto",
    force: bool = False,
) -> LoadedModel:
    """Loads a transformers folder with safetensors, or a GGUF file (converted once, under `models`).

    context: the most tokens of a conversation. force: even if it does not fit into memory by the estimate.

    Raises:
        ModelFolderError, UnsupportedModelError: files are missing or broken, or of a kind that is not run.
        DeviceError: no such device or number format.
        OutOfMemoryError: the model does not fit.
        Cancelled: nothing stays loaded.
    """
    where = choose_device(device)
    number_format = choose_dtype(dtype, where)
    check()
    progress(Progress("Checking the model"))
    shown = path
    gguf = find_gguf(path)
    if gguf is not None:
        shown, path = gguf, converted_folder(gguf, models or Paths.default().models)
        if not path.is_dir():
            require_fit_of_file(gguf, where, number_format, context=context, force=force)
            convert_gguf(gguf, path, progress, check)
    folder = inspect_folder(path)
    config = read_config(folder)
    fit = require_fit(folder, config, where, number_format, context=context, force=force)
    check()
    progress(Progress("Reading the tokenizer"))
    tokenizer = read_tokenizer(folder)
    check()
    model = _read_weights(folder, config, where, number_format, progress, check)
    _require_finite(folder, model)
    vocabulary = _shared_vocabulary(folder, model, tokenizer)
    return LoadedModel(
        name=shown.stem if gguf is not None else shown.resolve().name,
        path=shown,
        model=model,
        tokenizer=tokenizer,
        device=where,
        dtype=number_format,
        context_limit=fit.plan.context if fit is not None else context_limit(config),
        eos_ids=stop_ids(model, vocabulary) or end_of_turn(tokenizer),
        vocab_size=vocabulary,
        fit=fit,
    )


def read_tokenizer(folder: ModelFolder) -> ModelTokenizer:
    """Raises ModelFolderError where its files are missing or damaged."""
    import_transformers()
    from desktop_app.models.tokenizer import ModelTokenizer

    try:
        return ModelTokenizer.from_folder(folder.path)
    except (SlipstreamError, Cancelled):
        raise
    except Exception as error:
        raise ModelFolderError(
            f"The tokenizer in {folder.path.name} cannot be read; download its tokenizer files again."
        ) from error


def _read_weights(
    folder: ModelFolder,
    config: Any,
    device: torch.device,
    dtype: torch.dtype,
    progress: ProgressCallback,
    check: CancelCheck,
) -> PreTrainedModel:
    transformers = import_transformers()
    progress(Progress("Loading the weights", 0, None))
    with _load_errors_as_sentences(folder, device), weights_counted("Loading the weights", progress, check):
        model, info = transformers.AutoModelForCausalLM.from_pretrained(
            str(folder.path),
            config=config,
            dtype=dtype,
            device_map=None if device.type == "cpu" else {"": device},
            output_loading_info=True,
            use_safetensors=True,
            local_files_only=True,
            trust_remote_code=False,
        )
    missing = sorted(info["missing_keys"])
    if missing:
        # transformers would fill them with random numbers and go on
        raise ModelFolderError(
            f"{len(missing)} weights are missing from {folder.path.name} ({missing[0]} …); "
            "download the model again."
        )
    loaded: PreTrainedModel = model.eval().requires_grad_(False)
    return loaded


@contextmanager
def _load_errors_as_sentences(folder: ModelFolder, device: torch.device) -> Iterator[None]:
    name = folder.path.name
    try:
        yield
    except (SlipstreamError, Cancelled):
        raise
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise _no_room(name, device) from error
    except Exception as error:
        if "can't allocate memory" in str(error) or "out of memory" in str(error).lower():
            raise _no_room(name, device) from error
        raise ModelFolderError(
            f"The weights in {name} do not fit its config.json or are damaged; download the model again."
        ) from error


def _no_room(name: str, device: torch.device) -> OutOfMemoryError:
    return OutOfMemoryError(
        f"{name} does not fit into the memory of {device}; close other programs or choose a smaller model."
    )


def _require_finite(folder: ModelFolder, model: PreTrainedModel) -> None:
    """Small tensors whole, embedding and head by a sample of rows: enough to catch a spoiled file quickly."""
    large = {
        id(matrix.weight)
        for matrix in (model.get_input_embeddings(), model.get_output_embeddings())
        if matrix
    }
    for name, weight in model.named_parameters():
        if weight.numel() <= _WHOLE:
            sample = weight
        elif id(weight) in large:
            sample = weight[:: max(1, weight.shape[0] // _SAMPLED_ROWS)]
        else:
            continue
        if not torch.isfinite(sample).all():
            raise ModelFolderError(
                f"The weights in {folder.path.name} contain numbers that are not finite ({name}); "
                "download the model again or load it as float32."
            )


def end_of_turn(tokenizer: ModelTokenizer) -> frozenset[int]:
    """For a model whose configuration names no end: the one its tokenizer names."""
    text = tokenizer.template_variables.get("eos_token", "")
    return frozenset(tokenizer.encode_pieces([(text, True)]) if text in tokenizer.control_tokens else ())


def _shared_vocabulary(folder: ModelFolder, model: PreTrainedModel, tokenizer: ModelTokenizer) -> int:
    head = model.get_output_embeddings()
    rows = int(head.weight.shape[0]) if head is not None else int(model.config.get_text_config().vocab_size)
    if tokenizer.vocab_size > rows + TOLERATED_TOKENS:
        raise ModelFolderError(
            f"The tokenizer in {folder.path.name} has {tokenizer.vocab_size:,} tokens but the weights know "
            f"{rows:,}; copy the tokenizer that belongs to the model."
        )
    return min(rows, tokenizer.vocab_size)
