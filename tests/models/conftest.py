"""A tiny model with random weights, whole in every respect, to be loaded and to be spoiled."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def tiny_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tiny_model import write_tiny_model

    return write_tiny_model(tmp_path_factory.mktemp("tiny") / "tiny-llama")


@pytest.fixture
def tiny(tiny_source: Path, tmp_path: Path) -> Path:
    """A copy that the test may spoil."""
    return Path(shutil.copytree(tiny_source, tmp_path / "tiny-llama"))


@pytest.fixture(scope="session")
def tiny_gguf(tiny_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same model as a GGUF file."""
    from tiny_model import write_tiny_gguf

    return write_tiny_gguf(tiny_source, tmp_path_factory.mktemp("gguf") / "tiny.Q4_1.gguf")
