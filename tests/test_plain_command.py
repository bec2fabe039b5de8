"""`slipstream bench plain` with the real starter model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop_app.cli import main
from desktop_app.engines.baselines import Baselines
from desktop_app.models.machine import fingerprint
from desktop_app.models.starter_info import NAME
from desktop_app.paths import Paths


@pytest.mark.parametrize("option", [["--context", "0"], ["--seconds", "0"], ["--seconds", "soon"]])
def test_wrong_words_are_wrong_usage(option: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["bench", "plain", *option])
    assert end.value.code == 2


@pytest.mark.starter
def test_it_is_printed_and_kept_for_the_window(
    data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "models").symlink_to(data_dir / "models")
    asked = ["--data-dir", str(tmp_path), "bench", "plain", "--seconds", "0.01", "--context", "300"]
    assert main([*asked, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    (known,) = Baselines(Paths.under(tmp_path).baselines, fingerprint).known(NAME)
    assert report["machine"] == fingerprint()
    assert report["plain"] == [
        {
            "place": {
                "target": NAME, "dtype": known.place.dtype, "device": known.place.device, "context": 256
            },
            "steps": known.steps,
            "median_s": known.median_s,
            "low_s": known.low_s,
            "high_s": known.high_s,
            "when": known.when,
        }
    ]  # fmt: skip
    assert known.steps >= 8
    assert main(asked) == 0
    assert capsys.readouterr().out.startswith(f"{NAME} · cpu · ")
