"""What the files of a model folder say of the model, or of the draft head. Torch-free."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from desktop_app.models.architectures import known_architectures
from desktop_app.models.draft_head import SPECULATORS_TYPE, architectures, describes_head, verifier
from desktop_app.models.errors import ModelError
from desktop_app.models.licence import licence_of
from desktop_app.models.local_model import ModelFacts, Role
from desktop_app.models.model_folder import (
    inspect_folder,
    read_header,
    read_json,
    weight_files,
    weights_counted_in,
)
from desktop_app.models.tokenizer_family import read_vocabulary

_CONTEXT_KEYS = (
    "max_position_embeddings",
    "n_positions",
    "max_sequence_length",
    "max_seq_len",
    "seq_length",
)
_FORMATS = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "F8_E4M3": "float8"}
_NO_TARGET = (
    "A head drafts from the hidden states of the model it was trained for and cannot answer by itself."
)


def folder_facts(folder: Path) -> ModelFacts:
    """Facts of a folder with a config.json. What is wrong with it is the reason of its roles."""
    try:
        config = read_json(folder / "config.json")
    except ModelError as error:
        return _unusable(str(error))
    if describes_head(config):
        return _head_facts(folder, config)
    vocabulary, family = read_vocabulary(folder)
    role, parameters = _model_role(folder, config)
    return ModelFacts(
        format="safetensors" if any(folder.glob("*.safetensors")) else "other",
        architecture=str(config.get("model_type", "")),
        parameters=parameters,
        number_format=_number_format(folder, config),
        context=_context(config),
        vocabulary=vocabulary,
        family=family,
        licence=licence_of(folder),
        target=role,
        draft=role,
    )


def _unusable(reason: str) -> ModelFacts:
    return ModelFacts(format="other", target=Role(False, reason), draft=Role(False, reason))


def _model_role(folder: Path, config: Mapping[str, Any]) -> tuple[Role, int | None]:
    """Whether it can be run, and its weights where its files are whole."""
    try:
        parameters = inspect_folder(folder).elements
    except ModelError as error:
        return Role(False, str(error)), None
    reason = _refusal(folder.resolve().name, config)
    return Role(not reason, reason), parameters


def _refusal(name: str, config: Mapping[str, Any]) -> str:
    """Why a whole model cannot be run here, by its type; "" when it can."""
    known = known_architectures()
    kind = str(config.get("model_type", ""))
    if kind in known.own_state:
        return f"{name} ({kind}) keeps its state in a way of its own, which cannot be used here."
    made_as = architectures(config)
    if kind in known.other or (made_as and not _made_for_text(made_as)):
        return f"{name} ({kind}) is not a causal language model; choose a model made for text generation."
    if kind in known.runs:
        return ""
    if "auto_map" in config:
        return (
            f"{name} needs Python code that comes with the model, which is never run here; "
            "choose a model that transformers knows by itself."
        )
    return f"{name} is of the kind “{kind}”, which transformers {known.transformers} does not know."


def _made_for_text(made_as: str) -> bool:
    return any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in made_as.split())


def _head_facts(folder: Path, config: Mapping[str, Any]) -> ModelFacts:
    kind = str(config.get(SPECULATORS_TYPE, "eagle3"))
    made_for = verifier(config)
    try:
        parameters = sum(weights_counted_in(file) for file in weight_files(folder))
        draft = _head_role(folder.name, kind, architectures(config), made_for)
    except ModelError as error:
        parameters, draft = None, Role(False, str(error))
    layer = config.get("transformer_layer_config")
    return ModelFacts(
        format="head",
        architecture=kind,
        parameters=parameters,
        number_format=_number_format(folder, config),
        context=_context(layer if isinstance(layer, Mapping) else config),
        licence=licence_of(folder),
        verifier=made_for,
        target=Role(False, _NO_TARGET),
        draft=draft,
    )


def _head_role(name: str, kind: str, made_as: str, made_for: str) -> Role:
    if kind != "eagle3" or ("eagle" in made_as.lower() and "3" not in made_as):
        return Role(False, f"{name} is a draft head of another kind; EAGLE-3 heads can be used here.")
    return Role(True, f"for {made_for}" if made_for else "")


def _context(config: Mapping[str, Any]) -> int | None:
    nested = config.get("text_config")
    for place in (nested if isinstance(nested, Mapping) else {}, config):
        for key in _CONTEXT_KEYS:
            value = place.get(key)
            if isinstance(value, int) and value > 0:
                return value
    return None


def _number_format(folder: Path, config: Mapping[str, Any]) -> str:
    """The quantisation, or the dtype of the largest tensor of the first weight file."""
    method = config.get("quantization_config")
    if isinstance(method, Mapping):
        return str(method.get("quant_method", "quantised"))
    file = next(iter(sorted(folder.glob("*.safetensors"))), None)
    if file is None:
        return ""
    try:
        header, _ = read_header(file)
        tensors = [entry for name, entry in header.items() if name != "__metadata__"]
        largest = max(tensors, key=lambda entry: entry["data_offsets"][1] - entry["data_offsets"][0])
        return _FORMATS.get(largest["dtype"], str(largest["dtype"]).lower())
    except (ModelError, ValueError, KeyError, TypeError):
        return ""
