"""Makes resources/screenshots/: the real window with the starter model, light and dark, at 1.0 and 1.5.

    python packaging/screenshots.py [--data-dir DIR with the starter installed]

Everything in the pictures was generated on the machine that ran it; chats go to a temporary folder. The
pictures of a duel, and its figures in the README, are made by duel_pictures.py.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "resources" / "screenshots"
PROMPTS = (
    "Name five fruits and, for each, one sentence about how it tastes.",
    "Write a Python function that returns the n-th Fibonacci number, then explain each line of it.",
)
SETTINGS = "[sampling]\ntemperature = 0.0\n[decoding]\nmax_tokens = 260\n"


def main() -> int:
    from desktop_app.paths import Paths

    parser = argparse.ArgumentParser()
    parser.add_argument("--data-dir", type=Path, help="where the starter is installed")
    parser.add_argument("--theme", choices=["light", "dark"])
    parser.add_argument("--scale", default="1.0")
    arguments = parser.parse_args()
    paths = Paths.under(arguments.data_dir) if arguments.data_dir else Paths.default()
    if arguments.theme:
        return shoot(arguments.theme, arguments.scale, paths.models)
    for theme in ("dark", "light"):
        for scale in ("1.0", "1.5"):
            command = [sys.executable, __file__, "--theme", theme, "--scale", scale]
            if arguments.data_dir:
                command += ["--data-dir", str(arguments.data_dir)]
            run(command, scale)
    duel = [sys.executable, str(ROOT / "packaging" / "duel_pictures.py")]
    run(duel + (["--data-dir", str(arguments.data_dir)] if arguments.data_dir else []), "1.0")
    return 0


def run(command: list[str], scale: str) -> None:
    """In a process of its own: the scale of a screen is read once."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", QT_SCALE_FACTOR=scale)
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "ui")])
    subprocess.run(command, check=True, env=environment)


def shoot(theme: str, scale: str, models: Path) -> int:
    """One run of the window: a plain reply, a speculative one, pictures in the middle and at the end."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from window_visit import Steps, Visit, ready, reply_ended, type_and_send

    from desktop_app.chats.store import ChatStore
    from desktop_app.paths import Paths
    from desktop_app.ui.main_window import MainWindow
    from desktop_app.ui.program import make_application

    make_application([])  # the visit's timer needs it
    suffix = "" if scale == "1.0" else f"@{scale}"

    def grab(window: MainWindow, name: str) -> None:
        file = TARGET / f"{name}-{theme}{suffix}.png"
        window.grab().save(str(file))
        sys.stdout.write(f"{file.relative_to(ROOT)}\n")

    def steps(window: MainWindow) -> Steps:
        window.resize(1280, 800)
        yield lambda: ready(window)
        grab(window, "ready")
        QTest.mouseClick(window.toolbar.mode.buttons()[1], Qt.MouseButton.LeftButton)
        type_and_send(window, PROMPTS[0])
        yield lambda: window.chats.replying
        yield reply_ended(window)
        QTest.mouseClick(window.toolbar.mode.buttons()[0], Qt.MouseButton.LeftButton)
        window.actions_by_name["new_chat"].trigger()
        type_and_send(window, PROMPTS[1])
        yield lambda: rounds_so_far() >= 25
        grab(window, "streaming")
        yield reply_ended(window)
        window.chat.scroll_to_latest()
        grab(window, "window")

    def rounds_so_far() -> int:
        store = ChatStore(paths.chats)
        return len(store.rounds(store.messages(store.conversations()[0].id)[-1].id))

    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths.under(Path(folder))
        paths.models.parent.mkdir(parents=True, exist_ok=True)
        paths.models.symlink_to(models.resolve(), target_is_directory=True)
        paths.config.mkdir(parents=True)
        paths.settings.write_text(f'[window]\ntheme = "{theme}"\n{SETTINGS}', encoding="utf-8")
        return Visit(paths, steps, timeout_s=300).code


if __name__ == "__main__":
    sys.exit(main())
