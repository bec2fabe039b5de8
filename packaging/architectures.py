"""Writes resources/models/architectures.json: which model types the installed transformers can run here.

    python packaging/architectures.py

The library of models is read without torch, which transformers' own tables need. transformers is pinned to
one minor version, so the list is true until the pin moves (tests/models/test_architectures.py compares).
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import transformers
from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

FILE = Path(__file__).resolve().parent.parent / "resources" / "models" / "architectures.json"
# keys of transformers' table that are no architectures
_NOT_ARCHITECTURES = {"general", "tokenizer"}


def main() -> int:
    kinds = {kind: takes_cache(kind) for kind in sorted(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)}
    table = {
        "transformers": transformers.__version__,
        "runs": [kind for kind, runs in kinds.items() if runs],
        "own_state": [kind for kind, runs in kinds.items() if runs is False],
        "other": sorted(set(CONFIG_MAPPING) - {kind for kind, runs in kinds.items() if runs is not None}),
        "gguf": sorted(set(GGUF_SUPPORTED_ARCHITECTURES) - _NOT_ARCHITECTURES),
    }
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    return 0


def takes_cache(kind: str) -> bool | None:
    """Whether the causal language model of this type takes one of transformers' caches; None without one."""
    name: Any = MODEL_FOR_CAUSAL_LM_MAPPING_NAMES[kind]
    names = name if isinstance(name, (list, tuple)) else [name]
    network = getattr(transformers, names[0], None)
    if network is None or kind not in CONFIG_MAPPING:
        return None
    try:
        return "cache" in inspect.signature(network.forward).parameters
    except (ImportError, AttributeError, TypeError):
        return None


if __name__ == "__main__":
    sys.exit(main())
