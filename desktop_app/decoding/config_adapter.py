"""What a transformers text configuration says of attention and positions, or leaves to be understood."""

from __future__ import annotations

from typing import Any

from desktop_app.decoding.errors import DecodingError

_DEFAULT_CONTEXT = 2048
# Rotary embeddings that change with the length of a pass: past their original length, keys written earlier
# would no longer fit.
LENGTH_DEPENDENT_ROPE = frozenset({"longrope", "dynamic"})


def context_limit(config: Any) -> int:
    """Tokens the model can hold with keys that stay valid."""
    limit: int = getattr(config, "max_position_embeddings", None) or _DEFAULT_CONTEXT
    rope = getattr(config, "rope_parameters", None) or {}
    if rope.get("rope_type") in LENGTH_DEPENDENT_ROPE:
        limit = min(limit, rope.get("original_max_position_embeddings") or limit)
    return limit


def kv_heads(config: Any) -> int:
    """Heads of keys and of values."""
    heads: int = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
    return heads


def head_size(config: Any) -> int:
    """Width of a query, a key and a value."""
    size: int = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    return size


def layer_types(config: Any) -> list[str]:
    """The kind of attention of each layer."""
    kind = "sliding_attention" if getattr(config, "sliding_window", None) else "full_attention"
    return list(getattr(config, "layer_types", None) or [kind] * config.num_hidden_layers)


def mask_types(config: Any) -> set[str]:
    """The kinds of attention its layers have.

    Raises:
        DecodingError: one of them is neither full nor sliding attention.
    """
    types = set(layer_types(config))
    unknown = types - {"full_attention", "sliding_attention"}
    if unknown:
        raise DecodingError(
            f"This model has layers of the kind {', '.join(sorted(unknown))}, whose state cannot be "
            "rolled back; choose a model with attention layers only."
        )
    return types
