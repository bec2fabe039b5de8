"""What the machine is and what others did on it."""

from __future__ import annotations

import sys

import pytest
import torch

from desktop_app.bench.suite_machine import Load, load, machine, others_share


def test_the_machine_has_a_name_cores_and_threads() -> None:
    here = machine()
    assert here.cpu
    assert here.cores >= 1
    assert here.threads == torch.get_num_threads()


def test_what_others_took_is_what_is_busy_and_not_ours() -> None:
    before, after = Load(1.0, 100.0, 10.0), Load(1.0, 118.0, 20.0)
    assert others_share(before, after, 10.0, 2) == pytest.approx(0.4)
    assert others_share(before, Load(1.0, 109.0, 20.0), 10.0, 2) == 0.0
    assert others_share(Load(None, None, 1.0), after, 10.0, 2) is None


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux counts the processor's time here"
)
def test_ones_own_work_is_busy_time() -> None:
    before = load()
    while load().own_s < before.own_s + 0.3:
        sum(range(100_000))
    after = load()
    assert before.busy_s is not None
    assert after.busy_s is not None
    assert after.busy_s - before.busy_s > 0.2
