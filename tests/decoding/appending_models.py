"""Tiny models that can only read on: name, class of the configuration, its values."""

from __future__ import annotations

from typing import Any

from tiny_models import _GROUPED as GROUPED
from tiny_models import REFUSED, VOCABULARY

_IDS = {"vocab_size": VOCABULARY, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}
_MAMBA = {**_IDS, "hidden_size": 32, "num_hidden_layers": 2, "state_size": 8}
_HEADS = {"mamba_n_heads": 8, "mamba_d_head": 8, "mamba_n_groups": 1, "mamba_d_state": 8, "mamba_expand": 2}
_SSM = {**_HEADS, "mamba_chunk_size": 8}
_LINEAR = {
    "layer_types": ["linear_attention", "full_attention"],
    "head_dim": 8,
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
}
_EXPERTS = {"num_experts": 2, "num_experts_per_tok": 1, "moe_intermediate_size": 16}

RECURRENT: dict[str, tuple[str, dict[str, Any]]] = {
    "Mamba": ("MambaConfig", _MAMBA),
    "Mamba 2": (
        "Mamba2Config",
        {**_MAMBA, "num_heads": 8, "head_dim": 8, "n_groups": 2, "expand": 2, "chunk_size": 8},
    ),
    "Falcon Mamba": ("FalconMambaConfig", _MAMBA),
    "LFM2": ("Lfm2Config", {**GROUPED, "layer_types": ["conv", "full_attention"]}),
    "Jamba": (
        "JambaConfig",
        {
            **GROUPED,
            "attn_layer_period": 2,
            "attn_layer_offset": 1,
            "expert_layer_period": 2,
            "expert_layer_offset": 1,
            "num_experts": 2,
            "mamba_d_state": 8,
            "use_mamba_kernels": False,
        },
    ),
    "Qwen3-Next": (
        "Qwen3NextConfig",
        {**GROUPED, **_LINEAR, **_EXPERTS, "shared_expert_intermediate_size": 16},
    ),
    "Qwen3.5": ("Qwen3_5TextConfig", {**GROUPED, **_LINEAR}),
    "Bamba": ("BambaConfig", {**GROUPED, **_SSM, "attn_layer_indices": [1]}),
    "Falcon H1": ("FalconH1Config", {**GROUPED, **_SSM, "mamba_d_ssm": 64, "head_dim": 8}),
    "Granite 4": (
        "GraniteMoeHybridConfig",
        {**GROUPED, **_SSM, "layer_types": ["mamba", "attention"], "shared_intermediate_size": 16},
    ),
    "RecurrentGemma": (
        "RecurrentGemmaConfig",
        {**GROUPED, "num_hidden_layers": 3, "attention_window_size": 16, "lru_width": 32, "conv1d_width": 4},
    ),
}
# read several tokens at once only at the beginning of a text
ONE_BY_ONE = {"Mamba", "Falcon Mamba", "Jamba", "RecurrentGemma"}
OTHER_ATTENTION = REFUSED
APPENDING = {**RECURRENT, **OTHER_ATTENTION}
