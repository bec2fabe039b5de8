"""EAGLE-3 heads on disk: config.json and model.safetensors in the format of vLLM's `speculators`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from desktop_app.decoding.eagle_head import EagleHead, EagleShape
from desktop_app.models.disk import appearing_whole, disk_errors_as_sentences
from desktop_app.models.draft_head import CONFIG
from desktop_app.models.eagle_config import eagle_config_json, read_eagle_config
from desktop_app.models.errors import ModelFolderError, UnsupportedModelError
from desktop_app.models.model_folder import weight_files

_WEIGHTS = "model.safetensors"
# Names of the checkpoints of EAGLE's authors and of SGLang's trainers.
_ALIASES = (("model.", ""), ("midlayer.", "layers.0."))
_EMBEDDING = "embed_tokens.weight"
_MAPS = ("d2t", "t2d")


@dataclass(frozen=True, slots=True)
class EagleCheckpoint:
    """tensors: all that an EagleHead of this shape has, as they lie in the file; the embedding only where the
    head has its own. verifier: the name of the model it was trained for, "" when unknown."""

    name: str
    shape: EagleShape
    tensors: dict[str, torch.Tensor]
    verifier: str


def read_eagle(folder: Path, target: Any) -> EagleCheckpoint:
    """The head in a folder, for a target whose text configuration is given.

    Raises:
        ModelFolderError: files are missing or damaged.
        UnsupportedModelError: a head of another kind, or for another model.
    """
    config = read_eagle_config(folder, target.num_hidden_layers)
    require_fit(folder.name, config.shape, config.verifier, target)
    tensors = _with_maps(_read_tensors(folder), config.shape, folder.name)
    _require_whole(folder.name, config.shape, tensors)
    return EagleCheckpoint(folder.name, config.shape, tensors, config.verifier)


def eagle_head(checkpoint: EagleCheckpoint, embedding: torch.Tensor) -> EagleHead:
    """The head as a module in the dtype and on the device of the target's embedding [vocabulary, hidden
    size], which it shares unless it has its own."""
    with torch.device("meta"):
        head = EagleHead(checkpoint.shape)
    tensors = {
        name: tensor.to(embedding.device, tensor.dtype if name in _MAPS else embedding.dtype)
        for name, tensor in checkpoint.tensors.items()
    }
    own = tensors.get(_EMBEDDING)
    if own is None or torch.equal(own, embedding):
        tensors[_EMBEDDING] = embedding
    head.load_state_dict(tensors, assign=True)
    return head.requires_grad_(False).eval()


def write_eagle(
    folder: Path,
    shape: EagleShape,
    tensors: Mapping[str, torch.Tensor],
    target: Any,
    verifier: str,
    *,
    drafts: int = 3,
    extras: Mapping[str, str] | None = None,
) -> None:
    """Writes a head so that it appears whole or not at all; its embedding is left to the target.

    target: the target's text configuration; verifier: its name, best its address on a hub. drafts: how many
    tokens programs should draft by default. extras: further text files, name -> content.

    Raises:
        DiskFullError: the disk is full or nothing can be written there.
    """
    kept = {name: t.detach().cpu().contiguous() for name, t in tensors.items() if name != _EMBEDDING}
    config = json.dumps(eagle_config_json(shape, target, verifier, drafts), indent=2) + "\n"
    with disk_errors_as_sentences(folder.parent), appearing_whole(folder) as staging:
        save_file(kept, staging / _WEIGHTS, metadata={"format": "pt"})
        (staging / _WEIGHTS).chmod(0o644)
        for name, text in {CONFIG: config, **(extras or {})}.items():
            (staging / name).write_text(text, encoding="utf-8")


def _read_tensors(folder: Path) -> dict[str, torch.Tensor]:
    tensors: dict[str, torch.Tensor] = {}
    try:
        for file in weight_files(folder):
            with safe_open(file, framework="pt") as stored:
                tensors |= {_our_name(name): stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    except (SafetensorError, OSError) as error:
        raise ModelFolderError(
            f"The weights in {folder.name} are cut short or damaged; download the draft again."
        ) from error
    return tensors


def _our_name(name: str) -> str:
    for theirs, ours in _ALIASES:
        if name.startswith(theirs):
            name = ours + name.removeprefix(theirs)
    return name


def _with_maps(tensors: dict[str, torch.Tensor], shape: EagleShape, name: str) -> dict[str, torch.Tensor]:
    """A head over the whole vocabulary needs no maps; of the two, either follows from the other."""
    d2t, t2d = tensors.pop("d2t", None), tensors.pop("t2d", None)
    ids = torch.arange(shape.draft_vocab_size)
    if d2t is not None:
        targets = d2t.flatten().long() + ids if len(d2t) == len(ids) else ids.new_tensor([-1])
    elif t2d is not None:
        targets = t2d.flatten().nonzero().flatten()
    elif shape.draft_vocab_size == shape.vocab_size:
        targets = ids
    else:
        raise ModelFolderError(f"{name} does not say which tokens it drafts (d2t); download the draft again.")
    known = (targets >= 0) & (targets < shape.vocab_size)
    if len(targets) != len(ids) or not known.all() or len(set(targets.tolist())) != len(ids):
        raise ModelFolderError(f"The list of tokens that {name} drafts (d2t) is damaged; download it again.")
    tensors["d2t"] = targets - ids
    tensors["t2d"] = torch.zeros(shape.vocab_size, dtype=torch.bool).index_fill_(0, targets, True)
    return tensors


def require_fit(name: str, shape: EagleShape, verifier: str, target: Any) -> None:
    """Raises UnsupportedModelError where a head was made for a target of other sizes."""
    made_for = f" It was made for {verifier}." if verifier else ""
    for what, wanted, there in (
        ("hidden states of size", shape.target_hidden_size, target.hidden_size),
        ("a vocabulary of", shape.vocab_size, target.vocab_size),
    ):
        if wanted != there:
            raise UnsupportedModelError(
                f"{name} needs {what} {wanted:,} and the model has {there:,}; "
                f"choose a draft made for this model.{made_for}"
            )


def _require_whole(name: str, shape: EagleShape, tensors: dict[str, torch.Tensor]) -> None:
    """Every tensor with its shape and finite; others are dropped."""
    with torch.device("meta"):
        wanted = EagleHead(shape).state_dict()
    for unknown in tensors.keys() - wanted.keys():
        del tensors[unknown]
    own_width = shape.hidden_size != shape.target_hidden_size
    missing = sorted(wanted.keys() - tensors.keys() - (set() if own_width else {_EMBEDDING}))
    if missing:
        raise ModelFolderError(
            f"{len(missing)} weights are missing from {name} ({missing[0]} …); download the draft again."
        )
    for key, tensor in tensors.items():
        if tensor.shape != wanted[key].shape:
            raise ModelFolderError(
                f"The weights in {name} do not fit its {CONFIG} ({key}); download the draft again."
            )
        if tensor.is_floating_point() and not tensor.isfinite().all():
            raise ModelFolderError(
                f"The weights in {name} contain numbers that are not finite ({key}); "
                "download the draft again."
            )
