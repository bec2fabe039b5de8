"""The only file that touches transformers' internals (pinned to 5.24).

A transformers causal language model is driven as a function of tokens, slots and a mask. Three of its
extension points are used: the `cache=` argument (a `Cache` whose `update` is called once a layer), a 4D
attention mask, which it passes on as it is, and the attention function it looks up by name.
"""

from __future__ import annotations

from typing import Any

import torch
from transformers import AttentionInterface, PreTrainedModel
from transformers.cache_utils import Cache

from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.slot_cache import SlotCache, visible_slots

ATTENTION = "slipstream_packed"
_DEFAULT_CONTEXT = 2048
# Keyword arguments of attention functions that change the result and are not understood here.
_UNSUPPORTED = ("position_bias", "s_aux", "head_mask")


class TransformersNetwork:
    """A causal language model as a pure function: rows of tokens in, rows of logits out."""

    def __init__(self, model: PreTrainedModel) -> None:
        AttentionInterface.register(ATTENTION, packed_attention)
        model.set_attn_implementation(ATTENTION)
        self._model = model.eval()
        self._config = model.config.get_text_config()
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self.context_limit: int = getattr(self._config, "max_position_embeddings", None) or _DEFAULT_CONTEXT
        self._heads_per_kv = self._config.num_attention_heads // (
            getattr(self._config, "num_key_value_heads", None) or self._config.num_attention_heads
        )
        self._masks_by_type = _mask_types(self._config)
        self._window: int | None = getattr(self._config, "sliding_window", None)

    @torch.inference_mode()
    def forward(
        self, tokens: torch.Tensor, start: int, cache: SlotCache, logits_rows: int | None
    ) -> torch.Tensor:
        """One causal pass over tokens [rows], written at slots start, start + 1, …

        logits_rows keeps only so many of the last rows; None keeps all. Returns logits
        [kept rows, vocabulary] in the model's dtype.
        """
        rows = tokens.shape[0]
        cache.reserve(visible_slots(start + rows))
        positions = torch.arange(start, start + rows, device=self.device)
        output = self._model(
            input_ids=tokens[None],
            # rows that only pad a fixed shape may lie past the last position a learned embedding knows
            position_ids=positions.clamp(max=self.context_limit - 1)[None],
            attention_mask=self._masks(positions, visible_slots(start + rows)),
            cache=_SlotCacheForModel(cache, start),
            use_cache=True,
            logits_to_keep=0 if logits_rows is None else logits_rows,
        )
        logits: torch.Tensor = output.logits[0]
        return logits

    def _masks(self, positions: torch.Tensor, slots: int) -> torch.Tensor | dict[str, torch.Tensor]:
        full = self._additive(positions, slots, None)
        if self._masks_by_type == {"full_attention"}:
            return full
        sliding = self._additive(positions, slots, self._window)
        if self._masks_by_type == {"sliding_attention"}:
            return sliding
        return {"full_attention": full, "sliding_attention": sliding}

    def _additive(self, positions: torch.Tensor, slots: int, window: int | None) -> torch.Tensor:
        """[1, 1, heads per KV head * rows, slots]: 0 where a row may look, -inf elsewhere."""
        slot = torch.arange(slots, device=self.device)
        visible = slot[None] <= positions[:, None]
        if window is not None:
            visible &= slot[None] > positions[:, None] - window
        mask = torch.zeros(visible.shape, dtype=self.dtype, device=self.device)
        mask.masked_fill_(~visible, float("-inf"))
        return mask.repeat(self._heads_per_kv, 1)[None, None]


class _SlotCacheForModel(Cache):  # type: ignore[misc]
    """Shows a SlotCache to the model for one forward pass that begins at slot start."""

    def __init__(self, slots: SlotCache, start: int) -> None:
        super().__init__(layers=[])
        self._slots = slots
        self._start = start

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, layer_idx: int, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        return self._slots.write(layer_idx, key_states, value_states, self._start)

    def get_seq_length(self, layer_idx: int = 0) -> int:  # noqa: ARG002 - the base class's signature
        return self._start


def packed_attention(
    module: torch.nn.Module,  # noqa: ARG001 - the signature transformers calls
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor,
    scaling: float | None = None,
    softcap: float | None = None,
    **kwargs: Any,
) -> tuple[torch.Tensor, None]:
    """Grouped-query attention without copying keys: the heads that share a KV head become its rows.

    query [1, heads, rows, d], key and value [1, KV heads, slots, d], attention_mask additive
    [1, 1, heads per KV head * rows, slots]. Returns [1, rows, heads, d].
    """
    for name in _UNSUPPORTED:
        if kwargs.get(name) is not None:
            raise DecodingError(
                f"This model's attention uses {name}, which Slipstream cannot compute yet; "
                "choose another model."
            )
    _, heads, rows, size = query.shape
    kv_heads = key.shape[1]
    packed = query.reshape(1, kv_heads, heads // kv_heads * rows, size)
    mask = attention_mask
    if mask.shape[2] != packed.shape[2]:  # layers that group their heads differently
        mask = mask[:, :, :rows].repeat(1, 1, heads // kv_heads, 1)
    if softcap is None:
        out = torch.nn.functional.scaled_dot_product_attention(
            packed, key, value, attn_mask=mask, scale=scaling
        )
    else:
        out = _softcapped_attention(packed, key, value, mask, scaling or size**-0.5, softcap)
    return out.reshape(1, heads, rows, value.shape[-1]).transpose(1, 2), None


def _softcapped_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor, scale: float, cap: float
) -> torch.Tensor:
    """Attention whose scores are squashed to (-cap, cap) before the softmax (Gemma 2, 2408.00118)."""
    scores = query.float() @ key.float().transpose(-1, -2) * scale
    scores = torch.tanh(scores / cap) * cap + mask
    return (scores.softmax(-1) @ value.float()).to(query.dtype)


def _mask_types(config: Any) -> set[str]:
    types = set(getattr(config, "layer_types", None) or ())
    if not types:
        types = {"sliding_attention" if getattr(config, "sliding_window", None) else "full_attention"}
    unknown = types - {"full_attention", "sliding_attention"}
    if unknown:
        raise DecodingError(
            f"This model has layers of the kind {', '.join(sorted(unknown))}, whose state cannot be "
            "rolled back; choose a model with attention layers only."
        )
    return types
