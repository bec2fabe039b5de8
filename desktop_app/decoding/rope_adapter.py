"""The rotary embedding that a transformers configuration describes."""

from __future__ import annotations

from typing import Any

from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding

from desktop_app.decoding.config_adapter import LENGTH_DEPENDENT_ROPE
from desktop_app.decoding.errors import DecodingError


def inverse_frequencies(config: Any) -> tuple[tuple[float, ...], float]:
    """[head_dim / 2] inverse frequencies and the scale of cos and sin, for a Llama-like configuration.

    Raises:
        DecodingError: they depend on the length of the text.
    """
    kind = (config.rope_parameters or {}).get("rope_type", "default")
    if kind in LENGTH_DEPENDENT_ROPE:
        raise DecodingError(
            f"Its positions are encoded in a way that changes with the length of the text ({kind}), "
            "which cannot be used here; choose another draft."
        )
    rope = LlamaRotaryEmbedding(config)
    return tuple(rope.inv_freq.tolist()), float(rope.attention_scaling)
