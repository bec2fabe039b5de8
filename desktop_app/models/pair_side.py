"""A model of a pair as its files describe it: its configuration and its tokenizer, no weights."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from desktop_app.decoding.appending_adapter import why_plain
from desktop_app.models.converted import converted_folder
from desktop_app.models.gguf_metadata import read_header
from desktop_app.models.gguf_tokenizer import read_tokenizer as read_gguf_tokenizer
from desktop_app.models.hugging_face import import_transformers
from desktop_app.models.loading import end_of_turn, read_tokenizer
from desktop_app.models.model_folder import find_gguf, inspect_folder
from desktop_app.models.support import context_limit, read_config, stop_ids
from desktop_app.models.tokenizer import ModelTokenizer

_SPECIAL = ("bos_token", "eos_token", "pad_token", "unk_token")


@dataclass(frozen=True, slots=True)
class Side:
    """context_limit, eos_ids and vocab_size as in LoadedModel. rows: of the logits, padding included.

    plain_only: why it can neither be drafted for nor draft, "" where its files do not say so. config: the
    text model's.
    """

    name: str
    path: Path
    tokenizer: ModelTokenizer
    context_limit: int
    eos_ids: frozenset[int]
    vocab_size: int
    rows: int
    plain_only: str
    config: Any

    @property
    def special(self) -> dict[str, str]:
        """The text of each special token that its tokenizer names, by what it is for."""
        named = self.tokenizer.template_variables
        return {name: named[name] for name in _SPECIAL if named.get(name)}

    def texts(self, ids: frozenset[int]) -> list[str]:
        vocabulary = self.tokenizer.vocabulary()
        return [vocabulary.get(token, f"token {token:,}") for token in sorted(ids)]


def read_side(path: Path, models: Path) -> Side:
    """Reads a transformers folder or a GGUF file, converted under `models` or not.

    Raises:
        ModelError: files are missing or broken, or of a kind that is not run.
    """
    gguf = find_gguf(path)
    if gguf is None:
        return _of_folder(path, path.resolve().name, path)
    folder = converted_folder(gguf, models)
    return _of_folder(folder, gguf.stem, gguf) if folder.is_dir() else _of_gguf(gguf)


def _of_folder(path: Path, name: str, shown: Path) -> Side:
    folder = inspect_folder(path)
    config = read_config(folder)
    return _side(name, shown, config, read_tokenizer(folder), _generation_config(path))


def _of_gguf(gguf: Path) -> Side:
    transformers = import_transformers()
    tokenizer = ModelTokenizer.of(read_gguf_tokenizer(gguf, read_header(gguf).metadata))
    config = transformers.AutoConfig.from_pretrained(
        str(gguf.parent), gguf_file=gguf.name, local_files_only=True, trust_remote_code=False
    )
    return _side(gguf.stem, gguf, config, tokenizer, None)


def _side(name: str, path: Path, config: Any, tokenizer: ModelTokenizer, generation: Any) -> Side:
    network = import_transformers().MODEL_FOR_CAUSAL_LM_MAPPING[type(config)]
    rows = int(config.get_text_config().vocab_size)
    vocabulary = min(rows, tokenizer.vocab_size)
    named = stop_ids(SimpleNamespace(config=config, generation_config=generation), vocabulary)
    return Side(
        name=name,
        path=path,
        tokenizer=tokenizer,
        context_limit=context_limit(config),
        eos_ids=named or end_of_turn(tokenizer),
        vocab_size=vocabulary,
        rows=rows,
        plain_only=why_plain(network, config),
        config=config.get_text_config(),
    )


def _generation_config(folder: Path) -> Any:
    """None where there is none, or none that can be read: loading goes on without it, too."""
    if not (folder / "generation_config.json").is_file():
        return None
    try:
        return import_transformers().GenerationConfig.from_pretrained(str(folder), local_files_only=True)
    except Exception:  # transformers raises whatever the broken file leads to
        return None
