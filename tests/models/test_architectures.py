from __future__ import annotations

import inspect

import pytest
from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES

from desktop_app.models.architectures import known_architectures
from desktop_app.models.hugging_face import import_transformers


def test_the_table_is_that_of_the_installed_transformers() -> None:
    transformers = import_transformers()
    known = known_architectures()
    assert known.transformers.rsplit(".", 1)[0] == transformers.__version__.rsplit(".", 1)[0]
    assert known.runs | known.own_state | known.other == set(transformers.CONFIG_MAPPING)
    assert not known.runs & known.own_state
    assert not known.runs & known.other
    assert known.gguf == set(GGUF_SUPPORTED_ARCHITECTURES) - {"general", "tokenizer"}


@pytest.mark.parametrize(
    ("kind", "runs"),
    [("llama", True), ("qwen3", True), ("gemma3_text", True), ("rwkv", False), ("xlnet", False)],
)
def test_what_runs_takes_a_cache(kind: str, runs: bool) -> None:
    transformers = import_transformers()
    network = transformers.MODEL_FOR_CAUSAL_LM_MAPPING[transformers.CONFIG_MAPPING[kind]]
    assert ("cache" in inspect.signature(network.forward).parameters) is runs
    assert (kind in known_architectures().runs) is runs


def test_encoders_are_no_causal_language_models() -> None:
    assert {"t5", "clip", "vit"} <= known_architectures().other
