"""Makes the series of pictures of a duel, and writes its figures into the README.

    python packaging/duel_pictures.py [--data-dir DIR with the starter installed]

screenshots.py runs this too. Pictures and figures are of one duel, held in the real window with the starter
model on the machine that runs it.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import tempfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.bench.duel_page import HeldDuel

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "screenshots"
PROMPT = (
    "Write a Python class for a bank account with deposit, withdraw and balance, then explain each method."
)
SEED = 7
TOKENS = "200"
# of the live lane when the picture of the middle is taken
MIDDLE = 90
BEGIN, END = "<!-- duel: written by packaging/duel_pictures.py -->\n", "<!-- end of the duel -->\n"


def main() -> int:
    from desktop_app.paths import Paths

    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir", type=Path, help="where the starter is installed")
    arguments = parser.parse_args()
    paths = Paths.under(arguments.data_dir) if arguments.data_dir else Paths.default()
    held = take_pictures(paths.models)
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(with_figures(text, figures(held)), encoding="utf-8")
    return 0


def take_pictures(models: Path) -> HeldDuel:
    """Holds the duel and takes its three pictures; what it came to.

    Raises:
        RuntimeError: the duel had no outcome.
    """
    from window_visit import Steps, Visit, ready

    from desktop_app.paths import Paths
    from desktop_app.ui.duel import duel_setup
    from desktop_app.ui.main_window import MainWindow
    from desktop_app.ui.program import make_application

    application = make_application([])
    duel_setup.random_seed = lambda: SEED  # type: ignore[attr-defined]
    found: list[HeldDuel] = []

    def steps(window: MainWindow) -> Steps:
        yield lambda: ready(window)
        window.actions_by_name["open_duel"].trigger()
        duel = window.duels.window
        assert duel is not None
        duel.setup.prompt.setPlainText(PROMPT)
        duel.setup.tokens.edit.setText(TOKENS)
        yield lambda: application.processEvents() is None
        _save(duel, "duel-1-begin")
        duel.start.click()
        fast = duel.lanes[1]
        # the drafted lane is live, the plain one a ghost; a short reply ends before the middle
        yield lambda: not duel.running or (duel.turn == 1 and fast.emitted >= MIDDLE) or duel.turn > 1
        _save(duel, "duel-2-middle")
        yield lambda: not duel.running
        if duel.held is None:
            raise RuntimeError(f"the duel came to nothing: {duel.result.words.text()}")
        _save(duel, "duel-3-verdict")
        found.append(duel.held)
        duel.close()

    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(Path(folder))
        paths.models.parent.mkdir(parents=True, exist_ok=True)
        paths.models.symlink_to(models.resolve(), target_is_directory=True)
        paths.config.mkdir(parents=True)
        paths.settings.write_text('[window]\ntheme = "dark"\nlanguage = "en"\n', encoding="utf-8")
        Visit(paths, steps, timeout_s=600)
    return found[0]


def _save(widget: object, name: str) -> None:
    file = TARGET / f"{name}.png"
    widget.grab().save(str(file))  # type: ignore[attr-defined]
    sys.stdout.write(f"{file.relative_to(ROOT)}\n")


def figures(held: HeldDuel) -> str:
    """The figures of the duel as a table, with where and how they were measured, and its verdict."""
    from desktop_app.bench.duel_figures import verdict_sentence

    started = held.outcome.runs[0][0].started
    exact = started.resolved.exact
    head = (
        f"{machine()}, {date.today().strftime('%-d %B %Y')}; temperature {started.sampling.temperature:g}, "
        f"seed {started.seed}, {'one exact shape for both' if exact else 'each lane in its own shape'}, "
        "plain and drafted there and back:"
    )
    rows = [
        "| lane | tokens/s of each run | speedup in decoding | by the clock | tokens a pass | accepted |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, lane in zip(held.names, held.lanes, strict=True):
        runs = ", ".join(_number(run, ".1f") for run in lane.runs)
        cells = (
            f"{name.lower()} ({lane.name})" if lane.name != name.lower() else lane.name,
            runs,
            _number(lane.speedup_decode, ".2f"),
            _number(lane.speedup_wall, ".2f"),
            _number(lane.tokens_per_forward, ".2f"),
            _number(lane.acceptance_rate, ".0%"),
        )
        rows.append(f"| {' | '.join(cells)} |")
    verdict = verdict_sentence(held.outcome, 1, held.names[1], exact=exact)
    return "\n".join([head, "", *rows, "", f"Verdict: {verdict}"]) + "\n"


def with_figures(readme: str, text: str) -> str:
    """The README with the figures between its two marks.

    Raises:
        ValueError: the marks are gone.
    """
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", flags=re.DOTALL)
    if not pattern.search(readme):
        raise ValueError("the README has no place for the figures of the duel")
    return pattern.sub(lambda _: BEGIN + text + END, readme)


def machine() -> str:
    """Processor and how many cores this process may use."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = re.search(r"^model name\s*:\s*(.+)$", info.read_text(encoding="utf-8"), flags=re.MULTILINE)
        model = named.group(1) if named else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{cores} core{'s' if cores > 1 else ''} of {' '.join(model.split())}"


def _number(value: float | None, form: str) -> str:
    return "–" if value is None else f"{value:{form}}"


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "ui")]
    sys.exit(main())
