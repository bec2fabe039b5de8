"""The layers of the Llama family (Touvron et al. 2302.13971) as few large operations, given their weights.

A pass over few rows costs about as much for each small operation as for its arithmetic, so what belongs
together is computed at once: queries, keys and values by one matrix, the rotation of queries and keys in one
go, attention with the heads that share a KV head as its rows.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch.nn import functional

from desktop_app.decoding.packed_linear import Linear

# (keys, values) [1, KV heads, rows, head size] of the pass -> those of all slots it may look at
WriteKeys = Callable[[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]


@dataclass(frozen=True, slots=True)
class LlamaShape:
    """heads of queries, of keys and of values; head_size of each; epsilon of the norms."""

    hidden_size: int
    heads: int
    kv_heads: int
    head_size: int
    epsilon: float
    dtype: torch.dtype

    @property
    def wide(self) -> torch.dtype:
        """What norms and residuals are computed in."""
        return torch.promote_types(self.dtype, torch.float32)


@dataclass(frozen=True, slots=True)
class LlamaLayer:
    """One decoder layer. Norms as `scaled_norm` makes them.

    qkv gives queries, keys and values behind each other, [rows, (heads + 2 KV heads) * head size].
    head_norm [heads + KV heads, head size] are Qwen3's norms of each query and key, None without.
    """

    attention_norm: torch.Tensor
    qkv: Linear
    head_norm: torch.Tensor | None
    out: Linear
    mlp_norm: torch.Tensor
    gate: Linear
    up: Linear
    down: Linear
    sliding: bool


@dataclass(frozen=True, slots=True)
class Rotation:
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


def residual_stream(embedded: torch.Tensor, shape: LlamaShape) -> torch.Tensor:
    """Embedded tokens [rows, hidden size] with one more column, in the wide format.

    The column holds sqrt(hidden size * epsilon) for good, so that the length of a row is what it would be
    with the norm's epsilon added: a norm then is one length and one division.
    """
    stream = embedded.new_empty(len(embedded), shape.hidden_size + 1, dtype=shape.wide)
    stream[:, :-1] = embedded
    stream[:, -1] = math.sqrt(shape.hidden_size * shape.epsilon)
    return stream


def scaled_norm(weight: torch.Tensor, shape: LlamaShape) -> torch.Tensor:
    """A norm's weight [hidden size] times sqrt(hidden size), since a row is divided by its length, not by
    its mean square's root."""
    return weight.detach().to(shape.wide) * math.sqrt(shape.hidden_size)


def normed(stream: torch.Tensor, weight: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """RMS norm (Zhang and Sennrich 1910.07467) of a residual stream, [rows, hidden size]."""
    length: torch.Tensor = torch.linalg.vector_norm(stream, dim=-1, keepdim=True)
    return (stream[:, :-1] / length * weight).to(dtype)


# ---- layers


def run_layer(
    layer: LlamaLayer,
    shape: LlamaShape,
    stream: torch.Tensor,
    turn: Rotation,
    mask: torch.Tensor,
    write: WriteKeys,
) -> None:
    """Adds a layer's part to the stream. mask [1, 1, heads per KV head * rows, slots] is additive."""
    state = stream[:, :-1]
    attended = _attention(layer, shape, normed(stream, layer.attention_norm, shape.dtype), turn, mask, write)
    state.add_(layer.out(attended))
    hidden = normed(stream, layer.mlp_norm, shape.dtype)
    gate = functional.silu(layer.gate(hidden), inplace=True)
    state.add_(layer.down(gate.mul_(layer.up(hidden))))


def _attention(
    layer: LlamaLayer,
    shape: LlamaShape,
    hidden: torch.Tensor,
    turn: Rotation,
    mask: torch.Tensor,
    write: WriteKeys,
) -> torch.Tensor:
    """[rows, heads * head size]."""
    rows, turned = len(hidden), shape.heads + shape.kv_heads
    projected = layer.qkv(hidden).view(rows, -1, shape.head_size)
    to_turn = projected[:, :turned]
    if layer.head_norm is not None:
        to_turn = functional.rms_norm(to_turn, (shape.head_size,), None, shape.epsilon) * layer.head_norm
    heads = rotated(to_turn, turn)
    keys, values = write(heads[None, shape.heads :], projected[:, turned:].transpose(0, 1)[None])
    grouped = heads[: shape.heads].view(1, shape.kv_heads, -1, shape.head_size)
    out = functional.scaled_dot_product_attention(grouped, keys, values, attn_mask=mask)
    by_row = out.view(shape.kv_heads, -1, rows, shape.head_size).permute(2, 0, 1, 3)
    return by_row.reshape(rows, shape.heads * shape.head_size)


def rotated(heads: torch.Tensor, turn: Rotation) -> torch.Tensor:
    """Turns [rows, heads, head size] by their positions and lays them down as [heads, rows, head size]."""
    rows, count, size = heads.shape
    out = heads.new_empty(count, rows, size)
    by_row = out.transpose(0, 1)
    torch.mul(heads, turn.cos, out=by_row)
    by_row.addcmul_(heads.roll(size // 2, -1), turn.sin)
    return out
