"""Which files of a repository are needed to run its model. Torch-free."""

from __future__ import annotations

import re
from collections.abc import Mapping

from desktop_app.models.errors import DownloadError
from desktop_app.models.hub_id import HubId

_NAMES = frozenset(
    {
        "config.json",
        "generation_config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "tokenizer.model",
        "special_tokens_map.json",
        "added_tokens.json",
        "vocab.json",
        "merges.txt",
        "chat_template.jinja",
        "chat_template.json",
        "README.md",
        "model.safetensors.index.json",
    }
)
_SHARD = re.compile(r"model-\d+-of-\d+\.safetensors")
_LICENCE = re.compile(r"(LICEN[CS]E|NOTICE)[\w.-]*", re.IGNORECASE)
_PICKLE = re.compile(r".*\.(bin|pt|pth|ckpt)")
_SINGLE = "model.safetensors"
_INDEX = "model.safetensors.index.json"


def choose_files(name: HubId, sizes: Mapping[str, int]) -> list[str]:
    """sizes: of all files, in bytes. Small files come first, so that what is wrong is found soon.

    Raises:
        DownloadError: there is nothing that can be loaded, or several GGUF files and none was named.
    """
    if name.file:
        if name.file not in sizes:
            raise DownloadError(f"{name.repo} has no file {name.file}; it has {_listed(_ggufs(sizes))}.")
        return [file for file in sizes if _LICENCE.fullmatch(file)] + [name.file]
    weights = _weights(sizes)
    if not weights:
        raise DownloadError(_nothing_to_load(name, sizes))
    if "config.json" not in sizes:
        raise DownloadError(
            f"{name.repo} has weights but no config.json; choose another version of the model."
        )
    others = [file for file in sizes if file in _NAMES or _LICENCE.fullmatch(file)]
    if _SINGLE in weights:
        others = [file for file in others if file != _INDEX]
    return sorted(others) + sorted(weights)


def _weights(sizes: Mapping[str, int]) -> list[str]:
    if _SINGLE in sizes:
        return [_SINGLE]
    return [file for file in sizes if _SHARD.fullmatch(file)] if _INDEX in sizes else []


def _nothing_to_load(name: HubId, sizes: Mapping[str, int]) -> str:
    ggufs = _ggufs(sizes)
    if ggufs:
        return f"{name.repo} holds GGUF files; name one of them: {name.repo}:{_listed(ggufs)}."
    if any(_PICKLE.fullmatch(file) for file in sizes):
        return (
            f"{name.repo} has its weights as pickle files only, which can run code when loaded; "
            "choose a version with safetensors."
        )
    return f"{name.repo} holds no weights that can be loaded here; choose another version of the model."


def _ggufs(sizes: Mapping[str, int]) -> list[str]:
    return sorted(file for file in sizes if file.lower().endswith(".gguf"))


def _listed(files: list[str]) -> str:
    """The first few."""
    shown = ", ".join(files[:6]) or "none"
    return shown + (f" and {len(files) - 6} more" if len(files) > 6 else "")
