"""A head run as it drafts: step by step on its own outputs, for every place of a text at once.

Training-time test of EAGLE-3 (Li et al. 2503.01840). A draft begins at a place s: its first row reads the
target's states there, each later one what the row before gave. Row t of step j belongs to the draft that
began at s = t - j: it sees the rows up to s as step 0 made them, from the target's states, and of its own
draft the rows s + 1 … t as steps 1 … j made them. Tokens are the text's own throughout.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn
from torch.nn.functional import pad, scaled_dot_product_attention

from desktop_app.decoding.eagle_head import EagleHead


class Unroll(nn.Module):
    """The steps of drafts that begin at every place of a batch of texts."""

    def __init__(self, head: EagleHead) -> None:
        super().__init__()
        self.head = head

    def forward(
        self, ids: torch.Tensor, taps: torch.Tensor, wanted: Sequence[torch.Tensor]
    ) -> list[torch.Tensor]:
        """ids [texts, length]; taps [texts, length, width] in the head's dtype; wanted: for each step which
        of the rows [texts, length - 2] are asked for.

        Row t has the states of place t and the token of place t + 1, and predicts the token of place t + 2.
        At step j rows t < j belong to no draft; what they hold is without meaning. Returns for each step the
        wanted rows as the head's last layer reads them, [wanted rows, hidden size].
        """
        rows = ids.shape[1] - 2
        embeds = self.head.embed_tokens(ids[:, 1:-1]).to(taps.dtype)
        rotation = self.head.rotation(torch.arange(rows, device=ids.device))
        hidden = self.head.fuse(taps[:, :rows])
        attention = UnrolledAttention()
        outputs = []
        for step, rows_wanted in enumerate(wanted):
            attention.step = step
            hidden = self.head(embeds, hidden, rotation, attention)
            chosen = hidden[rows_wanted]
            outputs.append(chosen if self.head.shape.norm_output else self.head.norm(chosen))
            hidden = _shifted(hidden, 1)
        return outputs


class UnrolledAttention:
    """Keeps each layer's keys and values of every step, and attends as the drafts do.

    step is set by who runs the head.
    """

    def __init__(self) -> None:
        self.step = 0
        self._keys: dict[int, list[torch.Tensor]] = {}
        self._values: dict[int, list[torch.Tensor]] = {}

    def __call__(self, layer: int, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
        """q [texts, heads, rows, d], k and v [texts, KV heads, rows, d]; returns [texts, heads, rows, d]."""
        keys, values = self._keys.setdefault(layer, []), self._values.setdefault(layer, [])
        keys.append(k)
        values.append(v)
        if self.step == 0:
            return scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=q.shape[1] != k.shape[1])
        return _draft_attention(q, keys, values)


def _draft_attention(
    q: torch.Tensor, keys: Sequence[torch.Tensor], values: Sequence[torch.Tensor]
) -> torch.Tensor:
    """Of step len(keys) - 1: over step 0's rows up to where the draft began, and over the draft's own."""
    step, (texts, heads, rows, size) = len(keys) - 1, q.shape
    kv_heads = keys[0].shape[1]
    # the heads that share a KV head, as more rows of it: [texts, KV heads, group, rows, d]
    q = q.reshape(texts, kv_heads, heads // kv_heads, rows, size) * size**-0.5
    began = torch.ones(rows, rows, dtype=torch.bool, device=q.device).tril(-step)
    read = (q.flatten(2, 3) @ keys[0].transpose(-1, -2)).reshape(*q.shape[:-1], rows)
    # of its own draft, step m's row t - (step - m)
    own_keys = [_shifted(keys[m], step - m)[:, :, None] for m in range(1, step + 1)]
    own_values = [_shifted(values[m], step - m)[:, :, None] for m in range(1, step + 1)]
    drafted = [(q * key).sum(-1, keepdim=True) for key in own_keys]
    scores = torch.cat([read.masked_fill(~began, float("-inf")), *drafted], dim=-1)
    weights = scores.softmax(-1, dtype=torch.promote_types(q.dtype, torch.float32)).to(q.dtype)
    out = (weights[..., :rows].flatten(2, 3) @ values[0]).reshape(q.shape)
    for m, value in enumerate(own_values):
        out = out + weights[..., rows + m : rows + m + 1] * value
    return out.reshape(texts, heads, rows, size)


def _shifted(rows: torch.Tensor, by: int) -> torch.Tensor:
    """[..., rows, d] moved down by so many rows, zeros above."""
    if by == 0:
        return rows
    return pad(rows[..., : rows.shape[-2] - by, :], (0, 0, by, 0))


def rows_of_steps(predicting: torch.Tensor, steps: int) -> list[torch.Tensor]:
    """For each step which rows [texts, rows] bool belong to drafts whose every token is one to be predicted.

    predicting [texts, rows]: the rows whose token is.
    """
    wanted = [predicting]
    for _ in range(1, steps):
        wanted.append(predicting & shifted_down(wanted[-1]))
    return wanted


def shifted_down(rows: torch.Tensor) -> torch.Tensor:
    """rows [texts, rows] bool moved to the next row, False first."""
    return pad(rows[:, :-1], (1, 0))
