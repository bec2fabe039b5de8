"""What the config.json of an EAGLE-3 checkpoint says, in the two dialects it comes in.

vLLM's `speculators` (0.9) nests the layer's configuration; the checkpoints of EAGLE's authors and of SGLang's
trainers are a Llama configuration with a few keys more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from desktop_app.decoding.config_adapter import head_size
from desktop_app.decoding.eagle_head import EagleShape
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.rope_adapter import inverse_frequencies
from desktop_app.models.draft_head import CONFIG, SPECULATORS_TYPE, architectures, verifier
from desktop_app.models.errors import ModelError, ModelFolderError, UnsupportedModelError
from desktop_app.models.hugging_face import import_transformers
from desktop_app.models.model_folder import read_json

_LAYER_TYPES = ("llama", "qwen3")
_FLAGS = ("norm_before_residual", "norm_before_fc", "fc_norm", "norm_output")
# The version of the format that is written.
_VERSION = "0.9.0"


@dataclass(frozen=True, slots=True)
class EagleConfig:
    """verifier: the model it was trained for, "" where the file does not say."""

    shape: EagleShape
    verifier: str


def read_eagle_config(folder: Path, target_layers: int) -> EagleConfig:
    """target_layers: how many the target has; they say which states are read where the file does not.

    Raises:
        ModelFolderError: the file is not there, damaged or contradicts itself.
        UnsupportedModelError: a head of another kind.
    """
    if not (folder / CONFIG).is_file():
        raise ModelFolderError(f"{folder.name} has no {CONFIG}; choose the folder of a whole draft.")
    config = read_json(folder / CONFIG)
    nested = SPECULATORS_TYPE in config
    _require_eagle3(config, folder.name)
    layer = config.get("transformer_layer_config") if nested else config
    try:
        if not isinstance(layer, Mapping):
            raise ValueError("no layer")
        shape = _shape(config, layer, nested, target_layers, folder.name)
    except DecodingError as error:
        raise UnsupportedModelError(f"{folder.name} cannot draft. {error}") from error
    except ModelError:
        raise
    except Exception as error:  # transformers has errors of its own for values it does not expect
        raise ModelFolderError(
            f"{CONFIG} in {folder.name} does not describe an EAGLE-3 head; download the file again."
        ) from error
    return EagleConfig(shape, verifier(config))


def eagle_shape(target: Any, taps: tuple[int, ...], draft_vocab_size: int, layers: int = 1) -> EagleShape:
    """The shape of a new head with layers like those of a target, whose text configuration is given."""
    values = _layer_values(_llama_config(_layer_dict(target)))
    values |= {"layers": layers, "taps": tuple(taps), "draft_vocab_size": draft_vocab_size}
    return EagleShape(**values, target_hidden_size=target.hidden_size)


def eagle_config_json(shape: EagleShape, target: Any, verifier: str, drafts: int) -> dict[str, Any]:
    """config.json in the `speculators` format. target: the text configuration of the model the head is for,
    verifier its name; drafts: how many tokens to draft by default."""
    layer = _layer_dict(target) | {
        "model_type": "qwen3" if shape.qk_norm else "llama",
        "hidden_size": shape.hidden_size,
        "intermediate_size": shape.intermediate_size,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_dim,
        "vocab_size": shape.vocab_size,
        "rms_norm_eps": shape.rms_norm_eps,
        "attention_bias": shape.attention_bias,
        "mlp_bias": shape.mlp_bias,
    }
    return {
        "architectures": ["Eagle3DraftModel"],
        "draft_vocab_size": shape.draft_vocab_size,
        "eagle_aux_hidden_state_layer_ids": list(shape.taps),
        **{flag: asdict(shape)[flag] for flag in _FLAGS},
        "target_hidden_size": None
        if shape.target_hidden_size == shape.hidden_size
        else shape.target_hidden_size,
        "speculators_config": {
            "algorithm": "eagle3",
            "default_proposal_method": "greedy",
            "proposal_methods": [{"proposal_type": "greedy", "speculative_tokens": drafts}],
            "verifier": {
                "architectures": list(getattr(target, "architectures", None) or []),
                "name_or_path": verifier,
            },
        },
        SPECULATORS_TYPE: "eagle3",
        "speculators_version": _VERSION,
        "tie_word_embeddings": False,
        "transformer_layer_config": layer,
    }


def _require_eagle3(config: Mapping[str, Any], name: str) -> None:
    kind = config.get(SPECULATORS_TYPE, "eagle3")
    if kind != "eagle3":
        raise UnsupportedModelError(
            f"{name} is a draft head of the kind {kind}, which cannot be used here; choose an EAGLE-3 head."
        )
    fused = (config.get("eagle_config") or {}).get("use_aux_hidden_state", True)
    if not fused or ("eagle" in architectures(config).lower() and "3" not in architectures(config)):
        raise UnsupportedModelError(
            f"{name} is an EAGLE head of an older kind, which cannot be used here; choose an EAGLE-3 head."
        )


def _shape(
    config: Mapping[str, Any], layer: Mapping[str, Any], nested: bool, target_layers: int, name: str
) -> EagleShape:
    if layer.get("model_type", "llama") not in _LAYER_TYPES:
        raise UnsupportedModelError(
            f"{name} has a layer of the kind {layer['model_type']}, which cannot be used here; "
            "choose another EAGLE-3 head."
        )
    if "sliding_attention" in (layer.get("layer_types") or ()):
        raise UnsupportedModelError(
            f"{name} has attention over a sliding window, which cannot be used here; "
            "choose another EAGLE-3 head."
        )
    values = _layer_values(_llama_config(layer))
    return EagleShape(
        **values,
        target_hidden_size=config.get("target_hidden_size") or values["hidden_size"],
        draft_vocab_size=config.get("draft_vocab_size") or values["vocab_size"],
        taps=_taps(config, target_layers, name),
        qk_norm=layer.get("model_type") == "qwen3",
        # vLLM's reading of a file that does not say
        norm_before_residual=bool(config.get("norm_before_residual", nested)),
        norm_before_fc=bool(config.get("norm_before_fc", False)),
        fc_norm=bool(config.get("fc_norm", False)),
        norm_output=bool(config.get("norm_output", False)),
    )


def _layer_values(config: Any) -> dict[str, Any]:
    frequencies, scale = inverse_frequencies(config)
    return {
        "hidden_size": config.hidden_size,
        "intermediate_size": config.intermediate_size,
        "heads": config.num_attention_heads,
        "kv_heads": config.num_key_value_heads,
        "head_dim": config.head_dim,
        "layers": config.num_hidden_layers,
        "vocab_size": config.vocab_size,
        "rms_norm_eps": config.rms_norm_eps,
        "attention_bias": bool(config.attention_bias),
        "mlp_bias": bool(getattr(config, "mlp_bias", False)),
        "inverse_frequencies": frequencies,
        "rope_scale": scale,
    }


def _llama_config(layer: Mapping[str, Any]) -> Any:
    transformers = import_transformers()
    kind = "Qwen3Config" if layer.get("model_type") == "qwen3" else "LlamaConfig"
    return getattr(transformers, kind)(**{**layer, "torch_dtype": None})


def _layer_dict(target: Any) -> dict[str, Any]:
    """What a Llama layer takes from a target's configuration; its positions in the words of transformers 4
    and 5."""
    rope = dict(target.rope_parameters)
    old = {key: value for key, value in rope.items() if key != "rope_theta"}
    return {
        "model_type": "llama",
        "hidden_size": target.hidden_size,
        "intermediate_size": target.intermediate_size,
        "num_attention_heads": target.num_attention_heads,
        "num_key_value_heads": target.num_key_value_heads,
        "head_dim": head_size(target),
        "vocab_size": target.vocab_size,
        "rms_norm_eps": target.rms_norm_eps,
        "hidden_act": "silu",
        "max_position_embeddings": target.max_position_embeddings,
        "rope_theta": rope["rope_theta"],
        "rope_scaling": None if rope.get("rope_type", "default") == "default" else old,
        "rope_parameters": rope,
    }


def _taps(config: Mapping[str, Any], target_layers: int, name: str) -> tuple[int, ...]:
    """Number i means what enters layer i. Without numbers those that all trainers take."""
    ids = config.get("eagle_aux_hidden_state_layer_ids") or (config.get("eagle_config") or {}).get(
        "eagle_aux_hidden_state_layer_ids"
    )
    taps = tuple(ids) if ids else (2, target_layers // 2, target_layers - 3)
    if not all(isinstance(tap, int) and 0 <= tap < target_layers for tap in taps):
        raise UnsupportedModelError(
            f"{name} reads the states that enter layers {', '.join(map(str, taps))}, and the model has "
            f"layers 0 to {target_layers - 1}; choose a draft made for this model."
        )
    return taps
