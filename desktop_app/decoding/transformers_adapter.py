"""Drives a transformers model with a cache of slots. Only files named *_adapter.py touch its internals
(pinned to 5.24).

A transformers causal language model is driven as a function of tokens, slots and a mask. Three of its
extension points are used: the `cache=` argument (a `Cache` whose `update` is called once a layer), a 4D
attention mask, which it passes on as it is, and the attention function it looks up by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import torch
from transformers import AttentionInterface, PreTrainedModel
from transformers.cache_utils import Cache

from desktop_app.decoding.config_adapter import context_limit, kv_heads, mask_types
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.first_layers_adapter import with_first_layers
from desktop_app.decoding.layout import Layout, additive_mask, chain_layout, tree_layout
from desktop_app.decoding.packed_linear import pack_linears
from desktop_app.decoding.probe_adapter import (
    PROBE_TOKENS,
    own_logits,
    probe_tokens,
    require_same_logits,
    short_window,
)
from desktop_app.decoding.slot_cache import SlotCache, visible_slots
from desktop_app.decoding.slot_network import SlotNetwork
from desktop_app.decoding.taps_adapter import decoder_layers, entering_states

ATTENTION = "slipstream_packed"
# Keyword arguments of attention functions that change the result and are not understood here.
_UNSUPPORTED = ("position_bias", "s_aux", "head_mask")


class TransformersNetwork(SlotNetwork):
    """A causal language model as a pure function: rows of tokens in, rows of logits out.

    Raises:
        DecodingError: the model would not compute here what it computes by itself. Found by its declared
            layers and by comparing one short pass, which costs two of 8 tokens.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        if not model._can_set_attn_implementation():
            raise DecodingError(
                f"{type(model).__name__} computes attention in a way of its own, which cannot be used here; "
                "choose another model."
            )
        AttentionInterface.register(ATTENTION, packed_attention)
        super().__init__(decoder_layers(model))
        self._model = model.eval()
        self._config = model.config.get_text_config()
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self.context_limit = context_limit(self._config)
        self._heads_per_kv = self._config.num_attention_heads // kv_heads(self._config)
        self._masks_by_type = mask_types(self._config)
        self._window: int | None = getattr(self._config, "sliding_window", None)
        self._require_same_logits()

    @torch.inference_mode()
    def forward(
        self,
        tokens: torch.Tensor,
        start: int,
        cache: SlotCache,
        logits_rows: int | None,
        parents: Sequence[int] | None = None,
    ) -> torch.Tensor:
        """One causal pass over tokens [rows], written at slots start, start + 1, …

        logits_rows keeps only so many of the last rows; None keeps all. parents: for each row the row it
        follows, -1 for what lies before start; None for a chain. Returns logits [kept rows, vocabulary] in
        the model's dtype.
        """
        rows = tokens.shape[0]
        cache.reserve(visible_slots(start + rows))
        layout = chain_layout(rows, start) if parents is None else tree_layout(parents, start)
        positions = layout.positions.to(self.device)
        with entering_states(self._layers, self._taps.layers) as states:
            output = self._model(
                input_ids=tokens[None],
                # rows that only pad a fixed shape may lie past the last position a learned embedding knows
                position_ids=positions.clamp(max=self.context_limit - 1)[None],
                attention_mask=self._masks(layout),
                cache=_SlotCacheForModel(cache, start),
                use_cache=True,
                logits_to_keep=0 if logits_rows is None else logits_rows,
            )
        if self._taps.layers:
            tapped = torch.cat([states[layer][0].to(self.device) for layer in self._taps.layers], dim=-1)
            cache.write_taps(self._taps, tapped, start)
        logits: torch.Tensor = output.logits[0]
        return logits

    def first_layers(self, count: int) -> Self:
        twin = super().first_layers(count)
        twin._model = with_first_layers(self._model, count)
        twin._config = twin._model.config.get_text_config()
        return twin

    @torch.inference_mode()
    def _require_same_logits(self) -> None:
        """Packs the weights where that gains and compares a short pass with the model's own before. Leaves
        the model set to packed attention."""
        window = self._window
        try:
            with short_window(self._config) as self._window:
                own = own_logits(self._model)
                pack_linears(self._model)
                self._model.set_attn_implementation(ATTENTION)
                ours = self.forward(probe_tokens(self._model), 0, SlotCache(PROBE_TOKENS), None)
        finally:
            self._model.set_attn_implementation(ATTENTION)
            self._window = window
        require_same_logits(self._model, ours, own)

    def _masks(self, layout: Layout) -> torch.Tensor | dict[str, torch.Tensor]:
        full = self._additive(layout, None)
        if self._masks_by_type == {"full_attention"}:
            return full
        sliding = self._additive(layout, self._window)
        if self._masks_by_type == {"sliding_attention"}:
            return sliding
        return {"full_attention": full, "sliding_attention": sliding}

    def _additive(self, layout: Layout, window: int | None) -> torch.Tensor:
        """[1, 1, heads per KV head * rows, slots]: 0 where a row may look, -inf elsewhere."""
        visible = layout.visible(window).to(self.device)
        return additive_mask(visible[None], self._heads_per_kv, self.dtype)


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

    query [batch, heads, rows, d], key and value [batch, KV heads, slots, d], attention_mask additive
    [batch or 1, 1, heads per KV head * rows, slots]. Returns [batch, rows, heads, d].
    """
    for name in _UNSUPPORTED:
        if kwargs.get(name) is not None:
            raise DecodingError(
                f"This model's attention uses {name}, which Slipstream cannot compute yet; "
                "choose another model."
            )
    batch, heads, rows, size = query.shape
    kv_heads = key.shape[1]
    packed = query.reshape(batch, kv_heads, heads // kv_heads * rows, size)
    mask = attention_mask
    if mask.shape[2] != packed.shape[2]:  # layers that group their heads differently
        mask = mask[:, :, :rows].repeat(1, 1, heads // kv_heads, 1)
    if softcap is None:
        out = torch.nn.functional.scaled_dot_product_attention(
            packed, key, value, attn_mask=mask, scale=scaling
        )
    else:
        out = _softcapped_attention(packed, key, value, mask, scaling or size**-0.5, softcap)
    return out.reshape(batch, heads, rows, value.shape[-1]).transpose(1, 2), None


def _softcapped_attention(
    query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: torch.Tensor, scale: float, cap: float
) -> torch.Tensor:
    """Attention whose scores are squashed to (-cap, cap) before the softmax (Gemma 2, 2408.00118)."""
    wide = torch.promote_types(query.dtype, torch.float32)
    scores = query.to(wide) @ key.to(wide).transpose(-1, -2) * scale
    scores = torch.tanh(scores / cap) * cap + mask
    return (scores.softmax(-1) @ value.to(wide)).to(query.dtype)
