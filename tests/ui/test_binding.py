"""PySide6 6.12.0 aborts on Python 3.11 after some thousands of calls that return nothing."""

from __future__ import annotations

import os
import subprocess
import sys

CALLS = """
from PySide6.QtCore import QCoreApplication, QTimer
app = QCoreApplication([])
timer = QTimer()
for _ in range(20_000):
    timer.stop()
    QTimer().stop()
print("done")
"""


def test_twenty_thousand_void_calls_leave_the_process_alive() -> None:
    # In a process of its own: the failure is an abort.
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", CALLS],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "done"), done.stderr
