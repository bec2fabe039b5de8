from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "models"))

from hub_server import Hub, serving

from desktop_app.cli import main


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    files = {"config.json": b"{}", "model.safetensors": b"weights", "pytorch_model.bin": b"pickle"}
    with serving(Hub({"someone/tiny": files})) as site:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", site.address)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        yield site


def get(folder: Path, *arguments: str) -> int:
    return main(["--data-dir", str(folder), "models", "get", *arguments])


def test_a_model_of_the_hub(hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert get(tmp_path, "someone/tiny") == 0
    said = capsys.readouterr()
    folder = tmp_path / "models" / "someone" / "tiny"
    assert said.out == f"{folder}\n"
    assert "someone/tiny: 0 MB, licence apache-2.0, revision ccc" in said.err
    assert (folder / "model.safetensors").read_bytes() == b"weights"


def test_the_token_is_sent(hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hub.gated, hub.token = {"someone/tiny"}, "hf_secret"
    assert get(tmp_path, "someone/tiny") == 1
    assert "ask for your agreement first" in capsys.readouterr().err
    assert get(tmp_path, "someone/tiny", "--token", "hf_secret") == 0


def test_what_is_no_name_is_one_sentence(
    hub: Hub, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert get(tmp_path, "nothing") == 1
    assert "names no model of the hub" in capsys.readouterr().err
    assert hub.requests == []
