"""The network of an EAGLE-3 drafter: a small head over three of the target's hidden states.

Li et al., EAGLE-3: Scaling up inference acceleration of large language models via training-time test
(2503.01840). Its parameters carry the names of vLLM's `speculators` checkpoints, so that state dicts need no
translation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import nn

# attend(layer, q [..., heads, rows, d], k [..., KV heads, rows, d], v): attention of the rows over what they
# may see, [..., heads, rows, d]. Who calls the head owns the keys and values.
Attend = Callable[[int, torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


@dataclass(frozen=True, slots=True)
class EagleShape:
    """What an EAGLE-3 checkpoint says of its head.

    taps: the target's layers whose entering hidden states it reads. inverse_frequencies [head_dim / 2] and
    rope_scale: the rotary embedding. norm_before_residual: whether the residual of the first layer starts
    behind its norm. norm_before_fc, fc_norm: a norm over all taps together, or one for each. norm_output:
    whether the state fed back is the normed one (EAGLE-3.1). qk_norm: Qwen3's norms of queries and keys.
    """

    hidden_size: int
    target_hidden_size: int
    intermediate_size: int
    heads: int
    kv_heads: int
    head_dim: int
    layers: int
    vocab_size: int
    draft_vocab_size: int
    taps: tuple[int, ...]
    inverse_frequencies: tuple[float, ...]
    rope_scale: float = 1.0
    rms_norm_eps: float = 1e-5
    norm_before_residual: bool = False
    norm_before_fc: bool = False
    fc_norm: bool = False
    norm_output: bool = False
    attention_bias: bool = False
    mlp_bias: bool = False
    qk_norm: bool = False


class EagleHead(nn.Module):
    """fuse, then for each draft step forward and logits.

    embed_tokens may be the target's own embedding. t2d [vocab_size] bool: which of the target's ids it can
    draft; d2t [draft_vocab_size] int64: target id minus draft id, for each draft id.
    """

    d2t: torch.Tensor
    t2d: torch.Tensor

    def __init__(self, shape: EagleShape, embedding: nn.Embedding | None = None) -> None:
        super().__init__()
        self.shape = shape
        width = len(shape.taps) * shape.target_hidden_size
        self.embed_tokens = embedding or nn.Embedding(shape.vocab_size, shape.hidden_size)
        self.input_norm = _norm(shape, width) if shape.norm_before_fc else None
        norms = [_norm(shape, shape.target_hidden_size) for _ in shape.taps] if shape.fc_norm else None
        self.fc_norm = None if norms is None else nn.ModuleList(norms)
        self.fc = nn.Linear(width, shape.hidden_size, bias=False)
        self.layers = nn.ModuleList(EagleLayer(shape, index) for index in range(shape.layers))
        self.norm = _norm(shape, shape.hidden_size)
        self.lm_head = nn.Linear(shape.hidden_size, shape.draft_vocab_size, bias=False)
        self.register_buffer("d2t", torch.zeros(shape.draft_vocab_size, dtype=torch.int64))
        self.register_buffer("t2d", torch.zeros(shape.vocab_size, dtype=torch.bool))

    @property
    def target_ids(self) -> torch.Tensor:
        """[draft_vocab_size] int64: the target's id of each draft id."""
        return torch.arange(len(self.d2t), device=self.d2t.device) + self.d2t

    def fuse(self, taps: torch.Tensor) -> torch.Tensor:
        """The target's hidden states [..., taps * target_hidden_size] as one, [..., hidden_size]."""
        if self.input_norm is not None:
            taps = self.input_norm(taps)
        if self.fc_norm is not None:
            parts = taps.chunk(len(self.fc_norm), dim=-1)
            taps = torch.cat([norm(part) for norm, part in zip(self.fc_norm, parts, strict=True)], dim=-1)
        fused: torch.Tensor = self.fc(taps)
        return fused

    def rotation(self, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """cos and sin for positions [...], each [..., head_dim] in the dtype of the weights."""
        frequencies = torch.tensor(self.shape.inverse_frequencies, device=positions.device)
        angles = positions[..., None].float() * frequencies
        angles = torch.cat([angles, angles], dim=-1)
        dtype = self.norm.weight.dtype
        scale = self.shape.rope_scale
        return (angles.cos() * scale).to(dtype), (angles.sin() * scale).to(dtype)

    def forward(
        self,
        embeds: torch.Tensor,
        hidden: torch.Tensor,
        rotation: tuple[torch.Tensor, torch.Tensor],
        attend: Attend,
    ) -> torch.Tensor:
        """One step over rows: embeds [..., rows, hidden_size] of each row's token; hidden, of the same shape,
        the fused states of the token before it, or what this gave for the draft before it.

        rotation: cos and sin [rows, head_dim] of their positions. Returns [..., rows, hidden_size], to be fed
        back and read by `logits`.
        """
        for layer in self.layers:
            hidden = layer(embeds, hidden, rotation, attend)
        if self.shape.norm_output:
            hidden = self.norm(hidden)
        return hidden

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """What `forward` gave, [..., hidden_size], as logits over the draft vocabulary."""
        normed = hidden if self.shape.norm_output else self.norm(hidden)
        logits: torch.Tensor = self.lm_head(normed)
        return logits


class EagleLayer(nn.Module):
    """A Llama layer. The first reads the token's embedding beside the hidden state, twice as wide."""

    def __init__(self, shape: EagleShape, index: int) -> None:
        super().__init__()
        self.index = index
        self.first = index == 0
        self.norm_before_residual = shape.norm_before_residual
        self.input_layernorm = _norm(shape, shape.hidden_size)
        if self.first:
            self.hidden_norm = _norm(shape, shape.hidden_size)
        self.self_attn = EagleAttention(shape, index, (1 + self.first) * shape.hidden_size)
        self.post_attention_layernorm = _norm(shape, shape.hidden_size)
        self.mlp = EagleMlp(shape)

    def forward(
        self,
        embeds: torch.Tensor,
        hidden: torch.Tensor,
        rotation: tuple[torch.Tensor, torch.Tensor],
        attend: Attend,
    ) -> torch.Tensor:
        residual = hidden
        if self.first:
            hidden = self.hidden_norm(hidden)
            if self.norm_before_residual:
                residual = hidden
            entering = torch.cat([self.input_layernorm(embeds), hidden], dim=-1)
        else:
            entering = self.input_layernorm(hidden)
        hidden = residual + self.self_attn(entering, rotation, attend)
        output: torch.Tensor = hidden + self.mlp(self.post_attention_layernorm(hidden))
        return output


class EagleAttention(nn.Module):
    """Grouped-query attention whose keys and values its caller keeps."""

    def __init__(self, shape: EagleShape, index: int, width: int) -> None:
        super().__init__()
        self.index = index
        self.head_dim = shape.head_dim
        bias = shape.attention_bias
        self.q_proj = nn.Linear(width, shape.heads * shape.head_dim, bias=bias)
        self.k_proj = nn.Linear(width, shape.kv_heads * shape.head_dim, bias=bias)
        self.v_proj = nn.Linear(width, shape.kv_heads * shape.head_dim, bias=bias)
        self.o_proj = nn.Linear(shape.heads * shape.head_dim, shape.hidden_size, bias=bias)
        self.q_norm = _norm(shape, shape.head_dim) if shape.qk_norm else None
        self.k_norm = _norm(shape, shape.head_dim) if shape.qk_norm else None

    def forward(
        self, entering: torch.Tensor, rotation: tuple[torch.Tensor, torch.Tensor], attend: Attend
    ) -> torch.Tensor:
        q, k, v = (self._by_head(project(entering)) for project in (self.q_proj, self.k_proj, self.v_proj))
        if self.q_norm is not None and self.k_norm is not None:
            q, k = self.q_norm(q), self.k_norm(k)
        out = attend(self.index, rotated(q, rotation), rotated(k, rotation), v)
        attended: torch.Tensor = self.o_proj(out.transpose(-2, -3).flatten(-2))
        return attended

    def _by_head(self, rows: torch.Tensor) -> torch.Tensor:
        """[..., rows, heads * d] as [..., heads, rows, d]."""
        return rows.view(*rows.shape[:-1], -1, self.head_dim).transpose(-2, -3)


class EagleMlp(nn.Module):
    """SwiGLU."""

    def __init__(self, shape: EagleShape) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(shape.hidden_size, shape.intermediate_size, bias=shape.mlp_bias)
        self.up_proj = nn.Linear(shape.hidden_size, shape.intermediate_size, bias=shape.mlp_bias)
        self.down_proj = nn.Linear(shape.intermediate_size, shape.hidden_size, bias=shape.mlp_bias)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        down: torch.Tensor = self.down_proj(nn.functional.silu(self.gate_proj(hidden)) * self.up_proj(hidden))
        return down


def rotated(x: torch.Tensor, rotation: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
    """x [..., rows, d] turned by the rows' positions (RoPE, Su et al. 2104.09864, halves side by side)."""
    cos, sin = rotation
    left, right = x.chunk(2, dim=-1)
    return x * cos + torch.cat([-right, left], dim=-1) * sin


def _norm(shape: EagleShape, width: int) -> nn.RMSNorm:
    return nn.RMSNorm(width, eps=shape.rms_norm_eps)
