"""A few seconds of stress.py, which can do minutes."""

from __future__ import annotations

from pathlib import Path

import pytest
from stress import faults, stress

from desktop_app.paths import Paths


@pytest.mark.usefixtures("qapp")
def test_hasty_use_while_replies_stream_breaks_nothing(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    outcome = stress(paths, seed=5, seconds=5)
    assert faults(paths, outcome) == [], outcome.done[-40:]
    assert len(outcome.done) > 20
