from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app import models_catalogue_command
from desktop_app.cli import main
from desktop_app.models.catalogue import load_catalogue
from desktop_app.models.catalogue_fit import MachineMemory

GIB = 1 << 30


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    found = MachineMemory(main=64 * GIB, graphics=8 * GIB)
    monkeypatch.setattr(models_catalogue_command, "machine_memory", lambda: found)


def test_what_fits_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "models", "catalogue"]) == 0
    said = capsys.readouterr()
    assert "Qwen/Qwen2.5-1.5B-Instruct + Qwen/Qwen2.5-0.5B-Instruct\n    4.1 GB to fetch  zh en" in said.out
    assert "published: 1.27 to 1.67 times as fast (T4" in said.out
    assert "asks for agreement" in said.out
    assert "Qwen3-8B" not in said.out
    assert (
        f"of {len(load_catalogue().pairs)} pairs, 8.6 GB on the graphics device. All of them: --all"
        in said.err
    )


def test_all_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "models", "catalogue", "--all", "--json"]) == 0
    pairs = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(pairs) == len(load_catalogue().pairs)
    large = next(p for p in pairs if (p["target"], p["draft"]) == ("Qwen/Qwen3-8B", "Qwen/Qwen3-0.6B"))
    assert (large["verdict"], large["memory_gb"], large["speedup"]) == ("too large", 24, None)
