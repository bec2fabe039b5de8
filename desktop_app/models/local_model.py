"""A model on this machine as the library lists it: what it is, and what it can be here. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Format = Literal["safetensors", "gguf", "head", "other"]
Source = Literal["own", "hub", "added", "shipped"]


@dataclass(frozen=True, slots=True)
class Role:
    """Whether a model can be a target, or a draft; reason says why in a sentence, or what it is good for."""

    usable: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What the files of a model say. Empty and None where they do not say.

    architecture: the model type, such as llama. parameters: weights, tied ones once. number_format: the
    weights' dtype or quantisation as its makers name it (bfloat16, Q4_K_M). context in tokens. vocabulary:
    tokens of the tokenizer. family: equal for tokenizers that begin with the same tokens, a hint that two
    models may be a pair. verifier: the model that a head was trained for.
    """

    format: Format
    architecture: str = ""
    parameters: int | None = None
    number_format: str = ""
    context: int | None = None
    vocabulary: int | None = None
    family: str = ""
    licence: str = ""
    verifier: str = ""
    target: Role = field(default_factory=lambda: Role(False))
    draft: Role = field(default_factory=lambda: Role(False))


@dataclass(frozen=True, slots=True)
class LocalModel:
    """name as shown; path: what `--model` takes; bytes on disk; source: where it was found.

    revision: the commit of the hub it is a copy of, "" where unknown.
    """

    name: str
    path: Path
    source: Source
    bytes: int
    facts: ModelFacts
    revision: str = ""

    @property
    def usable(self) -> bool:
        return self.facts.target.usable or self.facts.draft.usable
