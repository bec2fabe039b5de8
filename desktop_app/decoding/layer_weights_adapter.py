"""Parts of a transformers model that a new drafter head starts from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from transformers import LlamaConfig, PreTrainedModel

from desktop_app.decoding.config_adapter import LENGTH_DEPENDENT_ROPE, kv_heads
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.taps_adapter import decoder_layers

# Their layers compute what a Llama layer does, but for biases and norms of queries and keys.
_LIKE_LLAMA = {"llama", "mistral", "qwen2", "qwen3", "smollm3"}
_NORMED_QUERIES = "self_attn.q_norm.weight"


@dataclass(frozen=True, slots=True)
class TargetWeights:
    """Weights of a target as they lie in it, not copied.

    embedding and head [vocabulary, hidden size]. layers: of each of the last layers that were asked for its
    tensors by the names of a Llama layer, none where it computes something else. norm [hidden size]: the last
    norm, None likewise.
    """

    embedding: torch.Tensor
    head: torch.Tensor
    layers: tuple[dict[str, torch.Tensor], ...]
    norm: torch.Tensor | None


def target_weights(model: PreTrainedModel, layers: int) -> TargetWeights:
    """The weights a head of so many layers starts from: those of the last layers but one.

    Raises:
        DecodingError: the model's head is no plain matrix, or it has too few layers.
    """
    embedding, head = model.get_input_embeddings(), model.get_output_embeddings()
    if head is None or embedding.weight.shape != head.weight.shape:
        raise DecodingError(
            f"No drafter can be trained for {type(model).__name__}, which is built in another way; "
            "choose another model."
        )
    own = decoder_layers(model)
    if len(own) < layers + 1:
        raise DecodingError(
            f"This model has {len(own)} layers; a drafter of {layers} would be no smaller than it."
        )
    alike = model.config.get_text_config().model_type in _LIKE_LLAMA
    last = own[len(own) - 1 - layers : len(own) - 1]
    return TargetWeights(
        embedding=embedding.weight.detach(),
        head=head.weight.detach(),
        layers=tuple(_layer_weights(layer) if alike else {} for layer in last),
        norm=model.base_model.norm.weight.detach() if alike else None,
    )


def _layer_weights(layer: torch.nn.Module) -> dict[str, torch.Tensor]:
    found = {name: tensor.detach() for name, tensor in layer.named_parameters() if "bias" not in name}
    if _NORMED_QUERIES in found:  # without the norm they would be of any size
        found = {name: found[name] for name in found if not name.startswith(("self_attn.q", "self_attn.k"))}
    return found


def llama_like(config: Any) -> Any:
    """The text configuration of a target, or where a head cannot be like it, a Llama's of the same size."""
    rope = dict(getattr(config, "rope_parameters", None) or {})
    plain_rope = rope.get("rope_type", "default") not in LENGTH_DEPENDENT_ROPE
    if hasattr(config, "rms_norm_eps") and "rope_theta" in rope and plain_rope:
        return config
    like = LlamaConfig(
        vocab_size=config.vocab_size,
        hidden_size=config.hidden_size,
        intermediate_size=getattr(config, "intermediate_size", None) or 4 * config.hidden_size,
        num_attention_heads=config.num_attention_heads,
        num_key_value_heads=kv_heads(config),
        max_position_embeddings=config.max_position_embeddings,
        rope_parameters={"rope_type": "default", "rope_theta": rope.get("rope_theta", 10_000.0)},
    )
    like.architectures = getattr(config, "architectures", None)
    return like


def default_taps(layers: int) -> tuple[int, int, int]:
    """Layers whose entering states a head reads: an early one, one in the middle, a late one (EAGLE-3)."""
    last = layers - 1
    return min(2, last), layers // 2, max(layers // 2, layers - 3)
