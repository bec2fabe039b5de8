"""Whether this program can run a model, decided from its configuration before any weight is read."""

from __future__ import annotations

import inspect
from typing import Any

from desktop_app.models.errors import ModelFolderError, UnsupportedModelError
from desktop_app.models.hugging_face import import_transformers
from desktop_app.models.model_folder import ModelFolder

_DEFAULT_CONTEXT = 2048


def read_config(folder: ModelFolder) -> Any:
    """The transformers configuration of a model that can be run here.

    Raises:
        UnsupportedModelError: needs code of its own, is unknown, no causal language model, or keeps its state
            in a way of its own.
        ModelFolderError: the configuration contradicts itself.
    """
    transformers = import_transformers()
    name, kind = folder.path.name, folder.config["model_type"]
    if kind not in transformers.CONFIG_MAPPING:
        _refuse_unknown(folder, transformers.__version__)
    try:
        config = transformers.AutoConfig.from_pretrained(
            str(folder.path), local_files_only=True, trust_remote_code=False
        )
    except Exception as error:
        raise ModelFolderError(f"config.json in {name} is not valid; download the file again.") from error
    if type(config) not in transformers.MODEL_FOR_CAUSAL_LM_MAPPING or config.is_encoder_decoder:
        raise _not_causal(name, kind)
    network = transformers.MODEL_FOR_CAUSAL_LM_MAPPING[type(config)]
    _require_language_model(folder, network.__name__)
    _require_known_cache(name, config, network)
    return config


def _refuse_unknown(folder: ModelFolder, version: str) -> None:
    name, kind = folder.path.name, folder.config["model_type"]
    if "auto_map" in folder.config:
        raise UnsupportedModelError(
            f"{name} needs Python code that comes with the model, which is never run here; "
            "choose a model that transformers knows by itself."
        )
    raise UnsupportedModelError(
        f"{name} is of the kind “{kind}”, which transformers {version} does not know; choose another model."
    )


def _not_causal(name: str, kind: str) -> UnsupportedModelError:
    return UnsupportedModelError(
        f"{name} ({kind}) is not a causal language model; choose a model made for text generation."
    )


def _require_language_model(folder: ModelFolder, network: str) -> None:
    """An encoder such as BERT has a causal class too; its weights are for something else."""
    made_as = folder.config.get("architectures") or [network]
    if not any(made == network or made.endswith(("ForCausalLM", "LMHeadModel")) for made in made_as):
        raise _not_causal(folder.path.name, ", ".join(made_as))


def _require_known_cache(name: str, config: Any, network: Any) -> None:
    """What the state of a model is called says whether it is kept in one of transformers' caches."""
    if "cache" not in inspect.signature(network.forward).parameters:
        raise UnsupportedModelError(
            f"{name} ({config.model_type}) keeps its state in a way of its own, which cannot be used here; "
            "choose another model."
        )


def context_limit(config: Any) -> int:
    """Tokens the model was made for."""
    text = config.get_text_config()
    for key in ("max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len", "seq_length"):
        value = getattr(text, key, None)
        if isinstance(value, int) and value > 0:
            return value
    return _DEFAULT_CONTEXT


def stop_ids(model: Any, vocabulary: int) -> frozenset[int]:
    """Every end-of-sequence id that generation config and configuration name."""
    sources = (getattr(model, "generation_config", None), model.config, model.config.get_text_config())
    found: set[int] = set()
    for source in sources:
        ids = getattr(source, "eos_token_id", None)
        found.update(ids if isinstance(ids, (list, tuple)) else [] if ids is None else [ids])
    return frozenset(int(token) for token in found if 0 <= int(token) < vocabulary)
