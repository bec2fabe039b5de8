"""The tokenizer inside a GGUF file, with the text splitting its model was trained on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from desktop_app.models.errors import ModelFolderError
from desktop_app.models.hugging_face import import_transformers

_GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
_LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN2 = _LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")

# tokenizer.ggml.pre -> (digits one by one first, the splitting regex). transformers chooses by architecture
# instead, which for a llama-shaped model with another tokenizer gives other tokens than it was trained on.
_SPLITTING = {
    "gpt-2": (False, _GPT2),
    "smollm": (True, _GPT2),
    "llama-bpe": (False, _LLAMA3),
    "llama3": (False, _LLAMA3),
    "qwen2": (False, _QWEN2),
}


def read_tokenizer(gguf: Path, metadata: dict[str, Any]) -> Any:
    """A transformers tokenizer of the GGUF file.

    metadata: the file's key-value pairs as plain Python values.

    Raises:
        ModelFolderError: the file holds no tokenizer that can be used.
    """
    if "tokenizer.ggml.tokens" not in metadata:
        raise ModelFolderError(f"“{gguf.name}” holds no tokenizer; choose a GGUF file that includes one.")
    transformers = import_transformers()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            str(gguf.parent), gguf_file=gguf.name, local_files_only=True, trust_remote_code=False
        )
    except Exception as error:
        raise ModelFolderError(
            f"The tokenizer in “{gguf.name}” cannot be read; choose a safetensors folder of it instead."
        ) from error
    if metadata.get("tokenizer.ggml.model") == "gpt2":
        _split_as_trained(tokenizer.backend_tokenizer, str(metadata.get("tokenizer.ggml.pre", "")))
    return tokenizer


def _split_as_trained(backend: Any, pre: str) -> None:
    if pre not in _SPLITTING:
        return
    from tokenizers import Regex, pre_tokenizers

    digits, pattern = _SPLITTING[pre]
    steps: list[Any] = [pre_tokenizers.Digits(individual_digits=True)] if digits else []
    steps.append(pre_tokenizers.Split(Regex(pattern), behavior="isolated"))
    steps.append(pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False))
    backend.pre_tokenizer = pre_tokenizers.Sequence(steps)
