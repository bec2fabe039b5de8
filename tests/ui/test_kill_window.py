"""A few rounds of kill_window.py, which can do many."""

from __future__ import annotations

import random
from pathlib import Path

from kill_window import Shown, check, run_and_kill
from window_bench import install_starter

from desktop_app.paths import Paths


def test_what_a_killed_window_had_shown_is_stored(tmp_path: Path) -> None:
    paths = Paths.under(tmp_path)
    install_starter(paths)
    rng = random.Random(3)
    everything: list[Shown] = []
    cut = 0
    for seed in range(4):
        everything += run_and_kill(paths.data, seed, rng.randrange(20, 250))
        cut += check(paths.chats, everything)
    # the kills did hit replies
    assert cut >= 2
    assert {shown["what"] for shown in everything} >= {"round", "question"}
