"""What a head starts as: one of the target's last layers, told to think what the target thought."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from desktop_app.decoding.eagle_head import EagleHead, EagleLayer, EagleShape
from desktop_app.decoding.layer_weights_adapter import TargetWeights, llama_like
from desktop_app.models.eagle_config import eagle_shape
from desktop_app.training.errors import TrainingError
from desktop_app.training.exchanges import Exchange

# Of what the attention reads, the token's embedding is new to the target's layer: it comes in quietly.
_EMBEDDING_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class HeadSize:
    """layers of the head, ids it can draft, and the target's layers it taps."""

    layers: int
    draft_vocab_size: int
    taps: tuple[int, ...]


def frequent_ids(
    exchanges: Sequence[Exchange], stops: Collection[int], count: int, vocab_size: int
) -> torch.Tensor:
    """The ids most frequent in the replies, [count] int64 ascending: what a head can draft.

    Ids that end a reply are always among them; of equally frequent ones the lowest: tokenizers number
    frequent tokens first.
    """
    if count >= vocab_size:
        return torch.arange(vocab_size)
    counts = np.zeros(vocab_size, dtype=np.int64)
    for exchange in exchanges:
        for start, end in exchange.spans:
            counts += np.bincount(exchange.ids[start:end], minlength=vocab_size)
    counts[list(stops)] = counts.sum() + 1
    most = np.argsort(-counts, kind="stable")[:count]
    return torch.from_numpy(np.sort(most)).long()


def shape_of_head(config: Any, size: HeadSize) -> EagleShape:
    """config: the target's text configuration.

    Raises:
        TrainingError: no head can be made for this kind of model.
    """
    try:
        return eagle_shape(llama_like(config), size.taps, size.draft_vocab_size, size.layers)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise TrainingError(
            f"No drafter can be trained for models of the kind “{config.model_type}” yet; "
            "choose another model."
        ) from error


def started_head(shape: EagleShape, weights: TargetWeights, target_ids: torch.Tensor, seed: int) -> EagleHead:
    """A head in float32 on the target's device whose embedding is the target's own and stays as it is.

    target_ids [draft vocabulary] int64: the target's id of each draft id.
    """
    device = weights.embedding.device
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        head = EagleHead(shape, nn.Embedding(shape.vocab_size, shape.target_hidden_size, device="meta"))
    head.embed_tokens.weight = nn.Parameter(weights.embedding, requires_grad=False)
    for layer, tensors in zip(head.layers, weights.layers, strict=True):
        assert isinstance(layer, EagleLayer)
        _copy_layer(layer, tensors)
    target_ids = target_ids.cpu()
    with torch.no_grad():
        _read_last_tap(head.fc)
        head.lm_head.weight.copy_(weights.head[target_ids.to(weights.head.device)])
        if weights.norm is not None:
            head.norm.weight.copy_(weights.norm)
    head.d2t = target_ids - torch.arange(len(target_ids))
    head.t2d = torch.zeros(shape.vocab_size, dtype=torch.bool).index_fill_(0, target_ids, True)
    return head.to(device)


def _read_last_tap(fc: nn.Linear) -> None:
    """The late state as it is; of the others nothing yet."""
    fc.weight.zero_()
    fc.weight[:, fc.in_features - fc.out_features :] = torch.eye(fc.out_features)


@torch.no_grad()
def _copy_layer(layer: EagleLayer, tensors: dict[str, torch.Tensor]) -> None:
    tensors = dict(tensors)
    if layer.first and "input_layernorm.weight" in tensors:
        # that of the target's layer is for states; embeddings get one of their own
        tensors["hidden_norm.weight"] = tensors.pop("input_layernorm.weight")
    for name, parameter in layer.named_parameters():
        source = tensors.get(name)
        if source is None:
            continue
        if source.shape == parameter.shape:
            parameter.copy_(source)
        elif layer.first and parameter.dim() == 2 and 2 * source.shape[1] == parameter.shape[1]:
            width = source.shape[1]
            parameter[:, :width] *= _EMBEDDING_SHARE
            parameter[:, width:] = source
