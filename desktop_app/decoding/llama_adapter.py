"""Models of the Llama family, computed from their weights by `llama_layers`: Llama, Mistral, Qwen2, Qwen3."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn
from torch.nn import functional
from transformers import PreTrainedModel

from desktop_app.decoding.config_adapter import context_limit, head_size, kv_heads, layer_types
from desktop_app.decoding.layout import Layout, additive_mask, chain_layout, tree_layout
from desktop_app.decoding.llama_layers import (
    Cache,
    LlamaLayer,
    LlamaShape,
    compiled,
    normed,
    residual_stream,
    rotation,
    run_layers,
    scaled_norm,
    wide,
)
from desktop_app.decoding.packed_linear import PackedLinear, linear, pack_linears, pack_weight
from desktop_app.decoding.probe_adapter import (
    PROBE_TOKENS,
    own_logits,
    probe_tokens,
    require_same_logits,
    short_window,
)
from desktop_app.decoding.slot_cache import BUCKET, SlotCache, visible_slots
from desktop_app.decoding.slot_network import SlotNetwork

FAMILY = ("LlamaForCausalLM", "MistralForCausalLM", "Qwen2ForCausalLM", "Qwen3ForCausalLM")
_SMALL_BUCKET = 128
# Rotary embeddings whose frequencies are the same for every length of text.
_ROPES = {"default", "linear", "llama3", "yarn"}
_PROJECTIONS = (
    *(f"self_attn.{name}" for name in ("q_proj", "k_proj", "v_proj", "o_proj")),
    *(f"mlp.{name}" for name in ("gate_proj", "up_proj", "down_proj")),
)


def is_llama(model: PreTrainedModel) -> bool:
    """Whether `LlamaNetwork` computes all that this model's configuration asks for."""
    config = model.config
    rope = getattr(config, "rope_parameters", None) or {}
    if type(model).__name__ not in FAMILY or type(model).__module__.split(".")[0] != "transformers":
        return False
    return (
        config.hidden_act == "silu"
        and rope.get("rope_type", "default") in _ROPES
        and model.model.rotary_emb.inv_freq.shape == (head_size(config) // 2,)
        and all(
            type(layer.get_submodule(name)) in _UNDERSTOOD
            for layer in model.model.layers
            for name in _PROJECTIONS
        )
        and type(model.lm_head) in _UNDERSTOOD
    )


class LlamaNetwork(SlotNetwork):
    """Such a model as a network. Takes its weights: where they are packed the model keeps no other copy of
    them, and what its modules compute, they compute from the same.

    Raises:
        DecodingError: the numbers are not the model's own, found by one short pass.
    """

    def __init__(self, model: PreTrainedModel) -> None:
        config = model.config
        self.device: torch.device = model.device
        self.dtype: torch.dtype = model.dtype
        self.context_limit = context_limit(config)
        self._shape = LlamaShape(
            hidden_size=config.hidden_size,
            heads=config.num_attention_heads,
            kv_heads=kv_heads(config),
            head_size=head_size(config),
            epsilon=config.rms_norm_eps,
        )
        # elsewhere other steps are recorded and replayed without the interpreter
        self._run_layers = compiled(run_layers) if self.device.type == "cpu" else run_layers
        # the blocks of slots that attention is given: of bfloat16 rows their last bits do not depend on it
        self._bucket = _SMALL_BUCKET if _on_cpu_in_bfloat16(model) else BUCKET
        self._window: int | None = getattr(config, "sliding_window", None)
        with short_window(config) as window:
            own = own_logits(model.eval())
        super().__init__(self._take(model))
        probing = copy.copy(self)
        probing._window = window
        ours = probing.forward(probe_tokens(model), 0, SlotCache(PROBE_TOKENS), None)
        require_same_logits(model, ours, own)

    def _take(self, model: PreTrainedModel) -> list[LlamaLayer]:
        inner: Any = model.model
        self._embedding = inner.embed_tokens.weight.detach()
        self._frequencies = inner.rotary_emb.inv_freq.detach().to(wide(self.dtype))
        self._rope_scale = float(inner.rotary_emb.attention_scaling)
        self._norm = scaled_norm(inner.norm.weight, self._shape)
        layers = [
            _take_layer(layer, self._shape, kind == "sliding_attention")
            for layer, kind in zip(inner.layers, layer_types(model.config), strict=True)
        ]
        pack_linears(model)
        self._head, self._head_bias = _weights(model.lm_head)
        return layers

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
        slots = visible_slots(start + rows, self._bucket)
        layout = chain_layout(rows, start) if parents is None else tree_layout(parents, start)
        turn = rotation(layout.positions.to(self.device), self._frequencies, self._rope_scale, self.dtype)
        embedded = functional.embedding(tokens, self._embedding)
        stream = residual_stream(embedded, self._shape)
        keys, values = cache.stacked(len(self._layers), self._shape.kv_heads, turn.cos)
        entered = self._run_layers(
            stream,
            self._layers,
            self._shape,
            turn,
            *self._masks(layout, slots),
            Cache(keys, values, start, slots),
            list(self._taps.layers),
        )
        if self._taps.layers:
            states = dict(zip(sorted(set(self._taps.layers)), entered, strict=True))
            tapped = torch.cat([states[layer] for layer in self._taps.layers], dim=-1)
            cache.write_taps(self._taps, tapped, start)
        kept = stream if logits_rows is None else stream[-logits_rows:]
        return linear(normed(kept, self._norm, self.dtype), self._head, self._head_bias)

    def _masks(self, layout: Layout, slots: int) -> tuple[torch.Tensor, torch.Tensor]:
        """For full and for sliding attention; one of them twice where only one is needed."""
        kinds = {layer.sliding for layer in self._layers}
        masks = [self._additive(layout, slots, self._window if kind else None) for kind in sorted(kinds)]
        return masks[0], masks[-1]

    def _additive(self, layout: Layout, slots: int, window: int | None) -> torch.Tensor:
        """[1, 1, heads per KV head * rows, slots]: 0 where a row may look, -inf elsewhere."""
        visible = layout.visible(window, slots).to(self.device)
        return additive_mask(visible[None], self._shape.heads // self._shape.kv_heads, self.dtype)


def _on_cpu_in_bfloat16(model: PreTrainedModel) -> bool:
    return bool(model.device.type == "cpu" and model.dtype is torch.bfloat16)


class _Part(nn.Module):
    """Some columns of what a larger linear layer gives, in the place of the layer they came from."""

    def __init__(self, weight: torch.Tensor, bias: torch.Tensor | None, columns: slice) -> None:
        super().__init__()
        self.whole = weight, bias
        self._columns = columns

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return linear(x, *self.whole)[..., self._columns]


# A part was left by another network over the same model.
_UNDERSTOOD = (nn.Linear, PackedLinear, _Part)


def _take_layer(module: Any, shape: LlamaShape, sliding: bool) -> LlamaLayer:
    """Reads one decoder layer and lets its modules compute from the weights as they lie now."""
    attention, mlp = module.self_attn, module.mlp
    qkv, qkv_bias = _join(attention, ("q_proj", "k_proj", "v_proj"))
    gate_up, gate_up_bias = _join(mlp, ("gate_proj", "up_proj"))
    pack_linears(module)
    out, out_bias = _weights(attention.o_proj)
    down, down_bias = _weights(mlp.down_proj)
    return LlamaLayer(
        attention_norm=scaled_norm(module.input_layernorm.weight, shape),
        qkv=qkv,
        qkv_bias=qkv_bias,
        head_norm=_head_norm(attention, shape),
        out=out,
        out_bias=out_bias,
        mlp_norm=scaled_norm(module.post_attention_layernorm.weight, shape),
        gate_up=gate_up,
        gate_up_bias=gate_up_bias,
        down=down,
        down_bias=down_bias,
        sliding=sliding,
    )


def _weights(module: Any) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Weight as `linear` takes it, and bias."""
    weight = module.packed if isinstance(module, PackedLinear) else module.weight.detach()
    return weight, None if module.bias is None else module.bias.detach()


def _join(module: Any, names: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor | None]:
    """One weight, and bias, for several linear layers over the same input; they become parts of it, so that
    their own weights are freed."""
    parts = [getattr(module, name) for name in names]
    if isinstance(parts[0], _Part):
        return parts[0].whole
    weight = pack_weight(torch.cat([part.weight.detach() for part in parts]))
    bias = None if parts[0].bias is None else torch.cat([part.bias.detach() for part in parts])
    end = 0
    for name, part in zip(names, parts, strict=True):
        start, end = end, end + part.out_features
        setattr(module, name, _Part(weight, bias, slice(start, end)))
    return weight, bias


def _head_norm(attention: Any, shape: LlamaShape) -> torch.Tensor | None:
    """[heads + KV heads, head size] from one norm of queries and one of keys."""
    if not hasattr(attention, "q_norm"):
        return None
    norms = [(attention.q_norm, shape.heads), (attention.k_norm, shape.kv_heads)]
    return torch.cat([norm.weight.detach().expand(count, -1) for norm, count in norms])
