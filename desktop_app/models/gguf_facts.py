"""What a GGUF file says of its model. Torch-free; takes seconds for a large vocabulary."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.models.architectures import known_architectures
from desktop_app.models.gguf_metadata import read_header
from desktop_app.models.local_model import ModelFacts, Role
from desktop_app.models.tokenizer_family import family_of

# tokenizer.ggml.token_type: 3 is a control token, 4 one a user added, 5 unused, 6 a byte
_NORMAL = 1


def gguf_facts(file: Path) -> ModelFacts:
    """Facts of a model in one file.

    Raises:
        ModelFolderError: no GGUF file, or cut short.
    """
    header = read_header(file)
    metadata = header.metadata
    architecture = str(metadata.get("general.architecture", ""))
    tokens = metadata.get("tokenizer.ggml.tokens") or []
    types = metadata.get("tokenizer.ggml.token_type") or []
    control = frozenset(token for token, kind in enumerate(types) if kind != _NORMAL)
    role = _role(file, architecture, metadata)
    return ModelFacts(
        format="gguf",
        architecture=architecture,
        parameters=header.elements,
        number_format=_file_type(metadata.get("general.file_type")),
        context=_number(metadata.get(f"{architecture}.context_length")),
        vocabulary=len(tokens) or None,
        family=family_of(enumerate(tokens), control),
        licence=str(metadata.get("general.license", "")),
        target=role,
        draft=role,
    )


def _role(file: Path, architecture: str, metadata: dict[str, Any]) -> Role:
    known = known_architectures()
    if int(metadata.get("split.count", 1) or 1) > 1:
        return Role(False, f"“{file.name}” is one part of several; join them with llama-gguf-split --merge.")
    if str(metadata.get("general.type", "model")) != "model":
        kind = metadata["general.type"]
        return Role(False, f"“{file.name}” is no language model but a file of the kind “{kind}”.")
    if architecture not in known.gguf:
        return Role(
            False,
            f"transformers {known.transformers} does not read “{architecture}” from GGUF; "
            "choose a safetensors version of the model.",
        )
    if architecture in ("t5", "umt5"):
        return Role(False, f"{file.stem} ({architecture}) is not a causal language model.")
    if "tokenizer.ggml.tokens" not in metadata:
        return Role(False, f"“{file.name}” holds no tokenizer; choose a GGUF file that includes one.")
    return Role(True)


def _file_type(number: Any) -> str:
    """Such as Q4_K_M; "" for a number that this version of gguf does not know."""
    from gguf import LlamaFileType

    try:
        return str(LlamaFileType(int(number)).name).removeprefix("MOSTLY_").removeprefix("ALL_")
    except (TypeError, ValueError):
        return ""


def _number(value: Any) -> int | None:
    return int(value) if isinstance(value, (int, float)) and value > 0 else None
