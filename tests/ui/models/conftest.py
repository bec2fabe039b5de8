"""A window over a few models, away from the user's own and without pauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from library_visit import Library
from window_bench import WindowBench

from desktop_app.ui.models import local_models


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(local_models, "QUIET_MS", 1)


@pytest.fixture
def library(bench: WindowBench) -> Iterator[Library]:
    yield Library(bench)
    window = bench.window.model_library.window
    if window is not None:
        window.close()
