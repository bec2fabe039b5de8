"""A model's chat template as it lies in its folder. Torch-free."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop_app.models.model_folder import read_json

_OWN = "chat_template.jinja"
_CONFIGS = ("chat_template.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class TemplateFile:
    """text, and the file it stands in."""

    text: str
    file: Path


def template_file(folder: Path) -> TemplateFile | None:
    """The template that transformers takes; None where there is none, or it cannot be read.

    Raises:
        ModelFolderError: a file that may hold it is no JSON.
    """
    own = folder / _OWN
    if own.is_file():
        return TemplateFile(own.read_text(encoding="utf-8", errors="replace"), own)
    for name in _CONFIGS:
        file = folder / name
        if file.is_file():
            text = _default(read_json(file).get("chat_template"))
            if text:
                return TemplateFile(text, file)
    return None


def _default(template: object) -> str:
    """Some models have several, each with a name."""
    if isinstance(template, list):
        named = {entry.get("name"): entry.get("template") for entry in template if isinstance(entry, dict)}
        template = named.get("default")
    return template if isinstance(template, str) else ""
