"""Tiny causal language models with random weights, built from their configurations alone."""

from __future__ import annotations

from typing import Any

import torch
import transformers
from transformers import AutoModelForCausalLM, PretrainedConfig, PreTrainedModel

VOCABULARY = 61
CONTEXT = 1100
WINDOW = 16

_PLAIN = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": CONTEXT,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
}
_GROUPED = {**_PLAIN, "num_key_value_heads": 2}
_MIXED = {"sliding_window": WINDOW, "layer_types": ["sliding_attention", "full_attention"]}
_OLD = {"vocab_size": VOCABULARY, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": CONTEXT}
_OLD |= {"bos_token_id": 1, "eos_token_id": 2}
_OPT = {**_PLAIN, "ffn_dim": 48, "word_embed_proj_dim": 32}
_EXPERTS = {"num_experts": 4, "num_experts_per_tok": 2}
_QWEN_MOE = {**_EXPERTS, "moe_intermediate_size": 16, "shared_expert_intermediate_size": 16}

# name: class of the configuration, its values
FAMILIES: dict[str, tuple[str, dict[str, Any]]] = {
    "Llama": ("LlamaConfig", _GROUPED),
    "Qwen2": ("Qwen2Config", _GROUPED),
    "Qwen3": ("Qwen3Config", {**_GROUPED, "head_dim": 12}),
    "Mistral": ("MistralConfig", {**_GROUPED, "sliding_window": WINDOW}),
    "Gemma 2": (
        "Gemma2Config",
        {**_GROUPED, **_MIXED, "head_dim": 8, "attn_logit_softcapping": 2.0, "query_pre_attn_scalar": 8},
    ),
    "Gemma 3": ("Gemma3TextConfig", {**_GROUPED, **_MIXED, "head_dim": 8, "query_pre_attn_scalar": 8}),
    "GPT-2": ("GPT2Config", _OLD),
    "GPT-J": ("GPTJConfig", {**_OLD, "rotary_dim": 4}),
    "Phi": ("PhiConfig", _PLAIN),
    "Phi-3": ("Phi3Config", _GROUPED),
    "GPT-NeoX": ("GPTNeoXConfig", _PLAIN),
    "OPT": ("OPTConfig", _OPT),
    "StableLM": ("StableLmConfig", _GROUPED),
    "OLMo 2": ("Olmo2Config", _GROUPED),
    "Cohere": ("CohereConfig", _GROUPED),
    "Cohere 2": ("Cohere2Config", {**_GROUPED, **_MIXED}),
    "Granite": ("GraniteConfig", _GROUPED),
    "SmolLM3": ("SmolLM3Config", _GROUPED),
    "StarCoder2": ("Starcoder2Config", {**_GROUPED, "sliding_window": WINDOW}),
    "GLM-4": ("Glm4Config", {**_GROUPED, "head_dim": 8}),
    "EXAONE 4": ("Exaone4Config", {**_GROUPED, **_MIXED}),
    "Mixtral": ("MixtralConfig", {**_GROUPED, "num_local_experts": 4}),
    "Qwen2-MoE": ("Qwen2MoeConfig", {**_GROUPED, **_QWEN_MOE}),
}
SLIDING = ["Mistral", "Gemma 2", "Gemma 3", "Cohere 2", "StarCoder2", "EXAONE 4"]
# their experts are multiplied by a kernel that knows no float64
SINGLE_PRECISION_ONLY = {"Mixtral", "Qwen2-MoE"}
# attention that cannot be driven here, or state that cannot be rolled back
REFUSED: dict[str, tuple[str, dict[str, Any]]] = {
    "Falcon": ("FalconConfig", {**_PLAIN, "alibi": True}),
    "BLOOM": ("BloomConfig", {"vocab_size": VOCABULARY, "hidden_size": 32, "n_layer": 2, "n_head": 4}),
    "MPT": ("MptConfig", {"vocab_size": VOCABULARY, "d_model": 32, "n_layers": 2, "n_heads": 4}),
    "GPT-Neo": (
        "GPTNeoConfig",
        {**_PLAIN, "num_layers": 2, "num_heads": 4, "attention_types": [[["global", "local"], 1]]},
    ),
    "GPT-OSS": ("GptOssConfig", {**_GROUPED, **_MIXED, "head_dim": 8, "num_local_experts": 4}),
    "Llama 4": (
        "Llama4TextConfig",
        {**_GROUPED, "head_dim": 8, "intermediate_size_mlp": 48, "attention_chunk_size": WINDOW},
    ),
}


def tiny_model(
    family: str, dtype: torch.dtype = torch.float32, seed: int = 0, **changes: Any
) -> PreTrainedModel:
    """Weights large enough that attention matters: with the usual 0.02 mistakes would drown."""
    name, values = {**FAMILIES, **REFUSED}[family]
    config: PretrainedConfig = getattr(transformers, name)(**{**values, **changes})
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config, attn_implementation="eager").to(dtype).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(std=0.3)
    return model


def own_logits(model: PreTrainedModel, tokens: torch.Tensor, attention: str = "eager") -> torch.Tensor:
    """Logits [rows, vocabulary] of the model's own forward without a cache."""
    model.set_attn_implementation(attention)
    with torch.inference_mode():
        logits: torch.Tensor = model(input_ids=tokens[None], use_cache=False).logits[0]
    return logits
