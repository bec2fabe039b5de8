"""The layers of the Llama family (Touvron et al. 2302.13971) as few large operations, given their weights.

Between two matrices of which each pass reads every byte, little of the program stays in the processor's
caches, so that each small operation costs several times what it costs in a loop of its own, and so does the
interpreter around it. So what belongs together is computed at once (queries, keys and values by one matrix,
their rotation in one go, attention with the heads that share a KV head as its rows), and `run_layers` can be
compiled by TorchScript, which leaves Python and its lock alone for a whole pass.
"""

import math
import warnings
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from desktop_app.decoding.packed_linear import linear


class LlamaShape(NamedTuple):
    """heads of queries, of keys and of values; head_size of each; epsilon of the norms."""

    hidden_size: int
    heads: int
    kv_heads: int
    head_size: int
    epsilon: float


class LlamaLayer(NamedTuple):
    """One decoder layer. Norms as `scaled_norm` makes them, weights as `pack_weight`.

    qkv gives queries, keys and values behind each other, [rows, (heads + 2 KV heads) * head size]; gate_up
    gate and values of the MLP. head_norm [heads + KV heads, head size] are Qwen3's norms of each query and
    key, None without. sliding: whether it looks through a window.
    """

    attention_norm: torch.Tensor
    qkv: torch.Tensor
    qkv_bias: torch.Tensor | None
    head_norm: torch.Tensor | None
    out: torch.Tensor
    out_bias: torch.Tensor | None
    mlp_norm: torch.Tensor
    gate_up: torch.Tensor
    gate_up_bias: torch.Tensor | None
    down: torch.Tensor
    down_bias: torch.Tensor | None
    sliding: bool


class Cache(NamedTuple):
    """Keys and values of all layers, each [1, KV heads, capacity, head size]; where this pass writes, and how
    many slots it looks at."""

    keys: list[torch.Tensor]
    values: list[torch.Tensor]
    start: int
    slots: int


class Rotation(NamedTuple):
    """cos and sin [rows, 1, head size] of a pass's positions (Su et al. 2104.09864), the first half of sin
    with its sign turned."""

    cos: torch.Tensor
    sin: torch.Tensor


def rotation(
    positions: torch.Tensor, frequencies: torch.Tensor, scale: float, dtype: torch.dtype
) -> Rotation:
    """positions [rows], frequencies [head size / 2] in radians a position; both on one device."""
    angles = positions[:, None].to(frequencies.dtype) * frequencies
    cos, sin = angles.cos() * scale, angles.sin() * scale
    return Rotation(
        torch.cat((cos, cos), dim=-1).to(dtype)[:, None], torch.cat((-sin, sin), dim=-1).to(dtype)[:, None]
    )


# ---- residual stream


def wide(dtype: torch.dtype) -> torch.dtype:
    """What norms and residuals are computed in."""
    return torch.promote_types(dtype, torch.float32)


def residual_stream(embedded: torch.Tensor, shape: LlamaShape) -> torch.Tensor:
    """Embedded tokens [rows, hidden size] with one more column, in the wide format.

    The column holds sqrt(hidden size * epsilon) for good, so that the length of a row is what it would be
    with the norm's epsilon added: a norm then is one length and one division.
    """
    stream = embedded.new_empty(len(embedded), shape.hidden_size + 1, dtype=wide(embedded.dtype))
    stream[:, :-1] = embedded
    stream[:, -1] = math.sqrt(shape.hidden_size * shape.epsilon)
    return stream


def scaled_norm(weight: torch.Tensor, shape: LlamaShape) -> torch.Tensor:
    """A norm's weight [hidden size] times sqrt(hidden size), since a row is divided by its length, not by
    its mean square's root."""
    return weight.detach().to(wide(weight.dtype)) * math.sqrt(shape.hidden_size)


def normed(stream: torch.Tensor, weight: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """RMS norm (Zhang and Sennrich 1910.07467) of a residual stream, [rows, hidden size]."""
    length: torch.Tensor = torch.linalg.vector_norm(stream, 2.0, [1], True)
    state = stream[:, :-1]
    out = torch.empty(state.shape, dtype=dtype, device=stream.device)
    return torch.mul(state / length, weight, out=out)


# ---- layers


def run_layers(
    stream: torch.Tensor,
    layers: list[LlamaLayer],
    shape: LlamaShape,
    turn: Rotation,
    mask: torch.Tensor,
    sliding_mask: torch.Tensor,
    cache: Cache,
    taps: list[int],
) -> list[torch.Tensor]:
    """Passes a residual stream through the layers, in place, and writes their keys and values.

    Masks [1, 1, heads per KV head * rows, slots] are additive. Returns what enters each layer of `taps`,
    [rows, hidden size], in the order of the layers.
    """
    dtype = turn.cos.dtype
    state = stream[:, :-1]
    entered: list[torch.Tensor] = []
    for index, layer in enumerate(layers):
        if index in taps:
            entered.append(state.to(dtype, copy=True))
        seen = sliding_mask if layer.sliding else mask
        hidden = normed(stream, layer.attention_norm, dtype)
        attended = attention(hidden, layer, shape, turn, seen, cache, index)
        state.add_(linear(attended, layer.out, layer.out_bias))
        hidden = normed(stream, layer.mlp_norm, dtype)
        gate, up = linear(hidden, layer.gate_up, layer.gate_up_bias).chunk(2, -1)
        state.add_(linear(functional.silu(gate).mul_(up), layer.down, layer.down_bias))
    return entered


def attention(
    hidden: torch.Tensor,
    layer: LlamaLayer,
    shape: LlamaShape,
    turn: Rotation,
    mask: torch.Tensor,
    cache: Cache,
    index: int,
) -> torch.Tensor:
    """Attention of the rows before its last matrix, [rows, heads * head size]."""
    rows, turned = hidden.shape[0], shape.heads + shape.kv_heads
    projected = linear(hidden, layer.qkv, layer.qkv_bias).view(rows, -1, shape.head_size)
    to_turn = projected[:, :turned]
    head_norm = layer.head_norm
    if head_norm is not None:
        to_turn = torch.rms_norm(to_turn, [shape.head_size], None, shape.epsilon) * head_norm
    heads = rotated(to_turn, turn)
    keys, values = cache.keys[index], cache.values[index]
    end = cache.start + rows
    keys[0, :, cache.start : end].copy_(heads[shape.heads :])
    values[0, :, cache.start : end].copy_(projected[:, turned:].transpose(0, 1))
    grouped = heads[: shape.heads].view(1, shape.kv_heads, -1, shape.head_size)
    seen_keys, seen_values = keys[:, :, : cache.slots], values[:, :, : cache.slots]
    out = functional.scaled_dot_product_attention(grouped, seen_keys, seen_values, mask)
    by_row = out.view(shape.kv_heads, -1, rows, shape.head_size).permute(2, 0, 1, 3)
    return by_row.reshape(rows, shape.heads * shape.head_size)


def rotated(heads: torch.Tensor, turn: Rotation) -> torch.Tensor:
    """Turns [rows, heads, head size] by their positions and lays them down as [heads, rows, head size]."""
    rows, count, size = heads.shape
    out = torch.empty((count, rows, size), dtype=heads.dtype, device=heads.device)
    by_row = out.transpose(0, 1)
    torch.mul(heads, turn.cos, out=by_row)
    by_row.addcmul_(heads.roll(size // 2, -1), turn.sin)
    return out


def compiled(function: Any) -> Any:
    """The function compiled by TorchScript, or itself where that cannot be: without its source, in a frozen
    program, or without the operations."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return torch.jit.script(function)
    except (OSError, RuntimeError, AttributeError):
        return function
