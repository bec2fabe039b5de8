"""The machine sleeps while a reply streams: a real window in a process that is stopped and continued."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ASLEEP_S = 3.0

# an engine whose rounds take real time, measured as the real one does; a sleep is short here
WINDOW = """
import sys, time
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import Qt
from scripted_engine import ScriptedEngine, ScriptedFetcher, ScriptedLoader, speculative_rounds
from window_bench import install_starter
from window_visit import Visit, ready, reply_ended, type_and_send
from PySide6.QtWidgets import QApplication
from desktop_app.decoding.awake_clock import AwakeClock
from desktop_app.engines.base import Round
from desktop_app.engines.sleep import saying_sleep
from desktop_app.paths import Paths
class Engine(ScriptedEngine):
    def _decode(self, request, control, plain, plan):
        with AwakeClock(beat_s=0.02, shortest_s=1.0) as clock:
            started, began = clock(), time.perf_counter()
            def timed():
                for event in super(Engine, self)._decode(request, control, plain, plan):
                    if isinstance(event, Round):
                        time.sleep(0.03)
                        event = replace(event, at=clock() - started)
                        self.times = event.at, clock.slept_s, time.perf_counter() - began
                    yield event
            yield from saying_sleep(timed(), clock)
engine = Engine(rounds=speculative_rounds(" ".join(f"word{i}" for i in range(150))))
app = QApplication([])
def steps(window):
    yield lambda: ready(window)
    type_and_send(window, "Tell me")
    yield lambda: window.chats.replying and "word9 " in window.chat.plain_text()
    print("streaming", flush=True)
    yield lambda: "asleep" in window.status.text
    print("said", window.status.text, flush=True)
    yield reply_ended(window)
    assert "word149" in window.chat.plain_text()
    tally = window.dashboard.reply.series.tally
    print("times", *engine.times, tally.decode_tokens_per_s, flush=True)
paths = Paths.under(Path(sys.argv[1]))
install_starter(paths)
sys.exit(Visit(paths, steps, loader=ScriptedLoader(engine), fetcher=ScriptedFetcher(), timeout_s=90).code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
def test_the_reply_goes_on_and_no_figure_counts_the_sleep(tmp_path: Path) -> None:
    folders = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    with subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": folders, "QT_QPA_PLATFORM": "offscreen"},
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "streaming\n"
        child.send_signal(signal.SIGSTOP)
        with pytest.raises(subprocess.TimeoutExpired):
            child.wait(ASLEEP_S)
        child.send_signal(signal.SIGCONT)
        out, err = child.communicate(timeout=120)
    assert (child.returncode, [line for line in err.splitlines() if "plugin" not in line]) == (0, [])
    said, figures = out.splitlines()
    told = re.search(r"asleep for (\d+) s, which no figure counts", said)
    assert told is not None
    last_at, slept, all_of_it, tokens_per_s = map(float, figures.split()[1:])
    assert round(slept) == int(told[1])
    assert slept >= ASLEEP_S - 0.1
    assert last_at == pytest.approx(all_of_it - slept, abs=0.3)
    # 150 words, of which the first round has one
    assert tokens_per_s > 149 / last_at
