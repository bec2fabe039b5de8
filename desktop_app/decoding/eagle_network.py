"""Computes an EAGLE-3 head for drafting: few rows at a time, over slots of a cache.

The same arithmetic as `EagleHead`, with its projections joined and packed: a step reads the weights once and
does little else, so that each operation saved shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from desktop_app.decoding.eagle_head import EagleHead, EagleLayer, EagleShape
from desktop_app.decoding.packed_linear import Linear, pack_linear
from desktop_app.decoding.slot_cache import SlotCache

# Positions whose rotation is computed at a time.
_BLOCK = 1024


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """Norm weights as they are; queries, keys and values in one projection, gate and up in another."""

    input_norm: torch.Tensor
    hidden_norm: torch.Tensor | None
    attention_norm: torch.Tensor
    qkv: Linear
    qk_norms: tuple[torch.Tensor, torch.Tensor] | None
    out: Linear
    gate_up: Linear
    down: Linear


class EagleNetwork:
    """vocab_size: the target's; tokens past it are padding and are never drafted.

    target_ids [draft vocabulary] int64: the target's id of each token that can be drafted. After it is made
    the head can be freed; only its embedding and norms are shared.
    """

    def __init__(self, head: EagleHead, vocab_size: int) -> None:
        self.shape = head.shape
        self.device = head.norm.weight.device
        self.dtype = head.norm.weight.dtype
        known = head.target_ids < vocab_size
        # mps has no double precision, which noise needs
        self.logits_device = torch.device("cpu") if self.device.type == "mps" else self.device
        self.target_ids = head.target_ids[known].to(self.logits_device)
        self.vocab_size = vocab_size
        self._embedding = head.embed_tokens.weight.detach()
        self._input_norm = None if head.input_norm is None else head.input_norm.weight.detach()
        self._fc_norms = None if head.fc_norm is None else _norm_weights(head.fc_norm)
        self._fc = pack_linear(head.fc.weight)
        self._layers = [_joined(layer) for layer in head.layers if isinstance(layer, EagleLayer)]
        self._norm = head.norm.weight.detach()
        self._lm_head = pack_linear(head.lm_head.weight.detach()[known])
        self._rotations = _rotations(self.shape, _BLOCK, self.device, self.dtype)

    def new_cache(self, slots: int) -> SlotCache:
        return SlotCache(slots)

    @torch.inference_mode()
    def fuse(self, taps: torch.Tensor) -> torch.Tensor:
        """The target's hidden states [rows, taps * target_hidden_size] as one each, [rows, hidden_size]."""
        taps = taps.to(self.device, self.dtype)
        if self._input_norm is not None:
            taps = self._rms(taps, self._input_norm)
        if self._fc_norms is not None:
            parts = taps.chunk(len(self._fc_norms), dim=-1)
            normed = [self._rms(part, norm) for part, norm in zip(parts, self._fc_norms, strict=True)]
            taps = torch.cat(normed, dim=-1)
        return self._fc(taps)

    @torch.inference_mode()
    def forward(
        self,
        tokens: Sequence[int],
        hidden: torch.Tensor,
        positions: Sequence[int],
        cache: SlotCache,
        start: int,
        mask: torch.Tensor | None,
    ) -> torch.Tensor:
        """One step over rows of tokens, written at slots start, start + 1, …

        hidden [rows, hidden_size]: `fuse` of the token before each, or what this gave for the draft before
        it. mask [rows, start + rows]: 0 where a row may look, -inf elsewhere; None: each sees all slots up to
        the last row's, which is right for one row. Returns [rows, hidden_size], to be fed back and read by
        `logits`.
        """
        end = start + len(tokens)
        cache.reserve(end)
        embeds = self._embedding[torch.tensor(tokens, device=self.device)]
        rotation = self._rotation(positions)
        if mask is not None:
            mask = mask.to(self.device, self.dtype).repeat(self.shape.heads // self.shape.kv_heads, 1)
        for index, layer in enumerate(self._layers):
            if layer.hidden_norm is not None:
                normed = self._rms(hidden, layer.hidden_norm)
                entering = torch.cat([self._rms(embeds, layer.input_norm), normed], dim=-1)
                hidden = normed if self.shape.norm_before_residual else hidden
            else:
                entering = self._rms(hidden, layer.input_norm)
            q, k, v = self._heads(layer, entering, rotation)
            keys, values = cache.write(index, k, v, start)
            keys, values = keys[:, :, :end], values[:, :, :end]
            attended = nn.functional.scaled_dot_product_attention(q, keys, values, mask)
            rows = attended.view(self.shape.heads, len(tokens), self.shape.head_dim).transpose(0, 1)
            hidden = hidden + layer.out(rows.reshape(len(tokens), -1))
            gate, up = layer.gate_up(self._rms(hidden, layer.attention_norm)).chunk(2, dim=-1)
            hidden = hidden + layer.down(nn.functional.silu(gate) * up)
        return self._rms(hidden, self._norm) if self.shape.norm_output else hidden

    @torch.inference_mode()
    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """What `forward` gave as logits [rows, draft vocabulary] in float32."""
        normed = hidden if self.shape.norm_output else self._rms(hidden, self._norm)
        return self._lm_head(normed).to(self.logits_device, torch.float32)

    def to_vocabulary(self, values: torch.Tensor, absent: float) -> torch.Tensor:
        """Values [..., draft vocabulary] at their target ids, [..., vocabulary]; absent elsewhere."""
        full = values.new_full((*values.shape[:-1], self.vocab_size), absent)
        return full.index_copy_(-1, self.target_ids, values)

    def _rms(self, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return nn.functional.rms_norm(x, weight.shape, weight, self.shape.rms_norm_eps)

    def _heads(
        self, layer: _Layer, entering: torch.Tensor, rotation: tuple[torch.Tensor, torch.Tensor]
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Queries [1, KV heads, heads per KV head * rows, d], keys and values [1, KV heads, rows, d]."""
        shape, rows = self.shape, len(entering)
        every = layer.qkv(entering).view(rows, shape.heads + 2 * shape.kv_heads, shape.head_dim)
        turned, v = every[:, : shape.heads + shape.kv_heads], every[:, shape.heads + shape.kv_heads :]
        if layer.qk_norms is not None:
            parts = turned[:, : shape.heads], turned[:, shape.heads :]
            normed = [self._rms(part, norm) for part, norm in zip(parts, layer.qk_norms, strict=True)]
            turned = torch.cat(normed, dim=1)
        cos, sin = rotation
        half = shape.head_dim // 2
        swapped = torch.cat([turned[..., half:], turned[..., :half]], dim=-1)
        turned = torch.addcmul(turned * cos, swapped, sin).transpose(0, 1)
        q = turned[: shape.heads].reshape(1, shape.kv_heads, -1, shape.head_dim)
        return q, turned[None, shape.heads :], v.transpose(0, 1)[None]

    def _rotation(self, positions: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        """cos and sin [rows, 1, head_dim], of sin the first half negative."""
        highest = max(positions)
        if highest >= len(self._rotations[0]):
            positions_known = -(-(highest + 1) // _BLOCK) * _BLOCK
            self._rotations = _rotations(self.shape, positions_known, self.device, self.dtype)
        index = torch.tensor(positions, device=self.device)
        cos, sin = self._rotations
        return cos[index], sin[index]


def _joined(layer: EagleLayer) -> _Layer:
    attention, mlp = layer.self_attn, layer.mlp
    projections = (attention.q_proj, attention.k_proj, attention.v_proj)
    q_norm, k_norm = attention.q_norm, attention.k_norm
    return _Layer(
        input_norm=layer.input_layernorm.weight.detach(),
        hidden_norm=layer.hidden_norm.weight.detach() if layer.first else None,
        attention_norm=layer.post_attention_layernorm.weight.detach(),
        qkv=_pack(*projections),
        qk_norms=None if q_norm is None or k_norm is None else (q_norm.weight, k_norm.weight),
        out=_pack(attention.o_proj),
        gate_up=_pack(mlp.gate_proj, mlp.up_proj),
        down=_pack(mlp.down_proj),
    )


def _norm_weights(norms: nn.ModuleList) -> list[torch.Tensor]:
    return [norm.weight.detach() for norm in norms if isinstance(norm, nn.RMSNorm)]


def _pack(*projections: nn.Linear) -> Linear:
    """Projections of the same input as one."""
    biases = [projection.bias for projection in projections]
    bias = None if biases[0] is None else torch.cat([each.detach() for each in biases])
    return pack_linear(torch.cat([projection.weight.detach() for projection in projections]), bias)


def _rotations(
    shape: EagleShape, positions: int, device: torch.device, dtype: torch.dtype
) -> tuple[torch.Tensor, torch.Tensor]:
    """cos and sin [positions, 1, head_dim] of the rotary embedding; the first half of sin is negative, as it
    meets the swapped halves."""
    frequencies = torch.tensor(shape.inverse_frequencies)
    angles = torch.arange(positions)[:, None, None].float() * frequencies
    cos, sin = angles.cos() * shape.rope_scale, angles.sin() * shape.rope_scale
    both = torch.cat([cos, cos], dim=-1), torch.cat([-sin, sin], dim=-1)
    return both[0].to(device, dtype), both[1].to(device, dtype)
