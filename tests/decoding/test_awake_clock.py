"""A clock that stands still while nothing runs, with times that are made up."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading

import pytest

from desktop_app.decoding.awake_clock import AwakeClock


class Now:
    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


def test_it_goes_like_the_clock_below_it() -> None:
    now = Now()
    clock = AwakeClock(now)
    start = clock()
    for step in (0.001, 1.0, 5.0):
        before = clock()
        now.s += step
        assert clock() - before == pytest.approx(step)
    assert clock() - start == pytest.approx(6.001)
    assert clock.slept_s == 0


def test_a_gap_nobody_marked_is_sleep() -> None:
    now = Now()
    clock = AwakeClock(now)
    start = clock()
    now.s += 1
    clock()
    now.s += 3600
    assert clock() - start == pytest.approx(1)
    assert clock.slept_s == pytest.approx(3600)
    now.s += 2
    assert clock() - start == pytest.approx(3)
    now.s += 60
    clock()
    assert clock.slept_s == pytest.approx(3660)


def test_a_long_pass_is_no_sleep_while_the_thread_marks_the_time() -> None:
    now = Now()
    marked = threading.Event()

    def watched() -> float:
        if threading.current_thread().name == "slipstream-clock":
            marked.set()
        return now()

    clock = AwakeClock(watched, beat_s=0.001)
    with clock:
        start = clock()
        for _ in range(20):
            # less than a sleep each, more than one together
            now.s += 4
            marked.clear()
            assert marked.wait(30)
        assert clock() - start == pytest.approx(80)
    assert clock.slept_s == 0
    assert "slipstream-clock" not in [thread.name for thread in threading.enumerate()]


STOPPED = """
import sys, time
from desktop_app.decoding.awake_clock import AwakeClock
with AwakeClock(beat_s=0.02, shortest_s=0.5) as clock:
    before, wall = clock(), time.perf_counter()
    print("go", flush=True)
    sys.stdin.readline()
    print(clock() - before, clock.slept_s, time.perf_counter() - wall)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_a_process_that_was_stopped_leaves_that_time_out() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "go\n"
        child.send_signal(signal.SIGSTOP)
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(1.5)
        child.send_signal(signal.SIGCONT)
        out, _ = child.communicate("\n")
    awake, slept, wall = map(float, out.split())
    assert slept >= 1
    assert awake + slept == pytest.approx(wall, abs=0.3)
