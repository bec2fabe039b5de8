"""Prints what the window costs while a reply streams, with the instruments hidden and visible.

    python tests/ui/print_interface_cost.py [--rate TOKENS_PER_S] [--tokens N] [--starter MODELS_FOLDER]
        [--turns N] [--profile FILE]

Each turn is one reply hidden, two visible, one hidden, so that a machine that gets warmer or busier counts
for both alike. tokens/s are by the clock, from the first round to the end; GUI is CPU time of the thread of
the window as a share of that time, which is what the dashboard calls interface. Without --starter the engine
is scripted and paces itself, so tokens/s say only whether the window holds it up. Run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1])]

from print_chat_figures import PacedEngine, text_of  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402
from scripted_engine import ScriptedFetcher, ScriptedLoader  # noqa: E402
from window_bench import install_starter  # noqa: E402
from window_visit import Steps, Visit, ready, reply_ended  # noqa: E402

from desktop_app.paths import Paths  # noqa: E402
from desktop_app.ui.main_window import MainWindow  # noqa: E402

PROMPT = "Explain in detail how photosynthesis works, then write a Python function about it."
SETTINGS = "[sampling]\ntemperature = 0.0\n[decoding]\nmax_tokens = {tokens}\n"
# hidden and visible take turns, so that neither is always the later one
ORDER = (False, True, True, False)


def one_reply(window: MainWindow, visible: bool, found: dict[bool, list[tuple[float, float]]]) -> Steps:
    if window.dashboard.isVisible() != visible:
        window.actions_by_name["show_instruments"].trigger()
    window.actions_by_name["new_chat"].trigger()
    yield lambda: True
    window.chats.submit(PROMPT)
    yield lambda: bool(window.dashboard.reply.rounds)
    cpu, wall = time.thread_time(), time.perf_counter()
    before = window.dashboard.reply.summary().emitted
    yield reply_ended(window)
    passed = time.perf_counter() - wall
    share = (time.thread_time() - cpu) / passed
    summary = window.dashboard.reply.summary()
    speed = (summary.emitted - before) / passed
    found[visible].append((speed, share))
    name = "visible" if visible else "hidden"
    print(f"  {name:8} {speed:7.1f} tokens/s  GUI {100 * share:5.2f} %  "
          f"{summary.emitted} tokens in {summary.rounds} rounds", flush=True)  # fmt: skip


def print_means(found: dict[bool, list[tuple[float, float]]]) -> None:
    for visible, figures in found.items():
        speeds, shares = zip(*figures, strict=True)
        name = "visible" if visible else "hidden"
        print(f"{name:8} median {statistics.median(speeds):7.1f} tokens/s  "
              f"GUI {100 * statistics.median(shares):5.2f} %")  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rate", type=float, default=60.0, help="tokens a second of the scripted engine")
    parser.add_argument("--tokens", type=int, default=400)
    parser.add_argument("--starter", type=Path, help="folder of models in which the real starter is")
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--profile", type=Path, help="where to write a cProfile of the window's thread")
    arguments = parser.parse_args()
    paths = Paths.under(Path(tempfile.mkdtemp(prefix="slipstream-cost-")))
    paths.config.mkdir(parents=True)
    paths.settings.write_text(SETTINGS.format(tokens=arguments.tokens), encoding="utf-8")
    loader, fetcher = None, None
    if arguments.starter:
        paths.models.parent.mkdir(parents=True, exist_ok=True)
        paths.models.symlink_to(arguments.starter.resolve(), target_is_directory=True)
    else:
        install_starter(paths)
        # scripted rounds emit three tokens on average
        engine = PacedEngine(text=text_of("reply", arguments.tokens), context_limit=1_000_000)
        engine.rate = arguments.rate / 3
        loader, fetcher = ScriptedLoader(engine), ScriptedFetcher()
    found: dict[bool, list[tuple[float, float]]] = {False: [], True: []}

    def steps(window: MainWindow) -> Steps:
        window.resize(1280, 900)
        yield lambda: ready(window)
        for visible in ORDER * arguments.turns:
            yield from one_reply(window, visible, found)
        print_means(found)

    app = QApplication(sys.argv[:1])
    profile = cProfile.Profile()
    if arguments.profile:
        profile.enable()
    Visit(paths, steps, loader=loader, fetcher=fetcher, timeout_s=3600, look_every_ms=100)
    if arguments.profile:
        profile.disable()
        profile.dump_stats(arguments.profile)
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main())
