"""Drives a transformers model over many texts at once: one token of each, or whole texts. For training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from transformers import AttentionInterface, PreTrainedModel
from transformers.cache_utils import Cache

from desktop_app.decoding.config_adapter import context_limit, head_size, kv_heads, mask_types
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.layout import additive_mask
from desktop_app.decoding.taps_adapter import decoder_layers, entering_states
from desktop_app.decoding.transformers_adapter import ATTENTION, packed_attention

# Attention looks at whole blocks of slots, so that its shapes are few.
_BLOCK = 64


class BatchCache:
    """Keys and values of a batch of texts, each [batch, heads, length, head size] a layer."""

    def __init__(self, batch: int, length: int) -> None:
        self.batch = batch
        self.length = length
        self._keys: dict[int, torch.Tensor] = {}
        self._values: dict[int, torch.Tensor] = {}

    def write(
        self, layer: int, keys: torch.Tensor, values: torch.Tensor, positions: torch.Tensor, visible: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Writes one row of each text, [batch, heads, 1, head size], at its position [batch].

        Returns views of the first `visible` slots.
        """
        if layer not in self._keys:
            self._keys[layer] = self._empty(keys)
            self._values[layer] = self._empty(values)
        texts = torch.arange(self.batch, device=keys.device)
        self._keys[layer][texts, :, positions] = keys[:, :, 0]
        self._values[layer][texts, :, positions] = values[:, :, 0]
        return self._keys[layer][:, :, :visible], self._values[layer][:, :, :visible]

    def _empty(self, rows: torch.Tensor) -> torch.Tensor:
        return rows.new_zeros(self.batch, rows.shape[1], self.length, rows.shape[3])


class BatchNetwork:
    """A causal language model over batches of texts. Leaves the model set to packed attention.

    Raises:
        DecodingError: the model cannot be driven with masks and a cache of its caller's.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        if not model._can_set_attn_implementation() or model.get_output_embeddings() is None:
            raise DecodingError(
                f"{type(model).__name__} computes in a way of its own, which training cannot use; "
                "choose another model."
            )
        AttentionInterface.register(ATTENTION, packed_attention)
        self._model = model.eval()
        self._config = model.config.get_text_config()
        self._masks_by_type = mask_types(self._config)
        self._window: int | None = getattr(self._config, "sliding_window", None)
        self._heads_per_kv = self._config.num_attention_heads // kv_heads(self._config)
        self._layers = decoder_layers(model)
        model.set_attn_implementation(ATTENTION)
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self.context_limit = context_limit(self._config)

    @property
    def layers(self) -> int:
        return len(self._layers)

    @property
    def cache_bytes_per_token(self) -> int:
        """Bytes of keys and values of one token, where every layer is as the configuration says."""
        width = kv_heads(self._config) * head_size(self._config)
        return 2 * self.layers * width * self.dtype.itemsize

    @torch.inference_mode()
    def step(self, cache: BatchCache, tokens: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
        """One token of each text: tokens [batch], written at positions [batch], both int64 on the device.

        A text sees its own slots up to its position. Returns logits [batch, vocabulary] in the model's dtype.
        """
        visible = min(cache.length, -(-(int(positions.max()) + 1) // _BLOCK) * _BLOCK)
        slots = torch.arange(visible, device=self.device)
        output = self._model(
            input_ids=tokens[:, None],
            position_ids=positions[:, None],
            attention_mask=self._masks(positions[:, None], slots),
            cache=_OneRowEach(cache, positions, visible),
            use_cache=True,
        )
        logits: torch.Tensor = output.logits[:, 0]
        return logits

    @torch.no_grad()  # what is made in inference mode could not be trained on
    def read(
        self, tokens: torch.Tensor, layers: Sequence[int], wanted: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """One pass over whole texts, tokens [batch, length] int64, padded at their ends.

        Returns the hidden states entering the layers, [batch, length, layers * hidden size] in the order
        given, and the logits [rows, vocabulary] of the places where wanted [batch, length] bool is true.
        """
        positions = torch.arange(tokens.shape[1], device=self.device)[None]
        with entering_states(self._layers, layers) as states, self._only(wanted):
            output = self._model(
                input_ids=tokens,
                position_ids=positions,
                attention_mask=self._masks(positions, positions[0]),
                use_cache=False,
            )
        tapped = torch.cat([states[layer] for layer in layers], dim=-1)
        return tapped, output.logits

    def _masks(self, positions: torch.Tensor, slots: torch.Tensor) -> torch.Tensor | dict[str, torch.Tensor]:
        """positions [batch or 1, rows] of the rows, slots [slots] their own indices."""
        masks = {
            kind: self._additive(positions, slots, self._window if kind == "sliding_attention" else None)
            for kind in self._masks_by_type
        }
        return masks if len(masks) > 1 else next(iter(masks.values()))

    def _additive(self, positions: torch.Tensor, slots: torch.Tensor, window: int | None) -> torch.Tensor:
        """[batch or 1, 1, heads per KV head * rows, slots]: 0 where a row may look, -inf elsewhere."""
        seen = slots <= positions[..., None]
        if window is not None:
            seen &= slots > positions[..., None] - window
        return additive_mask(seen, self._heads_per_kv, self.dtype)

    @contextmanager
    def _only(self, wanted: torch.Tensor) -> Iterator[None]:
        """Lets only the wanted places reach the head: a row of logits for each token would fill memory."""
        head = self._model.get_output_embeddings()
        hook = head.register_forward_pre_hook(lambda _, args: (args[0][wanted], *args[1:]))
        try:
            yield
        finally:
            hook.remove()


class _OneRowEach(Cache):  # type: ignore[misc]
    """Shows a BatchCache to the model for one step."""

    def __init__(self, cache: BatchCache, positions: torch.Tensor, visible: int) -> None:
        super().__init__(layers=[])
        self._cache = cache
        self._positions = positions
        self._visible = visible

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, layer_idx: int, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        return self._cache.write(layer_idx, key_states, value_states, self._positions, self._visible)

    def get_seq_length(self, layer_idx: int = 0) -> int:  # noqa: ARG002 - the base class's signature
        return self._visible - 1
