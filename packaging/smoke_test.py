"""Starts a built or installed Slipstream without a screen and requires that its window opens and closes well.

    python packaging/smoke_test.py dist/slipstream/slipstream
    python packaging/smoke_test.py .venv/bin/python -m desktop_app

The program gets SLIPSTREAM_SMOKE_TEST=1: it logs READY once its window is shown and closes it a second later.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

READY = "READY"
FATAL = (
    "Traceback (most recent call last)",
    "Fatal Python error",
    "ModuleNotFoundError",
    "PackageNotFoundError",
    "Could not load the Qt platform plugin",
    "no Qt platform plugin could be initialized",
    "QThread: Destroyed while thread",
    "Segmentation fault",
    "core dumped",
)


def faults(code: int | None, text: str) -> list[str]:
    """What is wrong with a run that ended with this exit code (None: it did not end) and wrote this text."""
    found = [f"it wrote {marker!r}" for marker in FATAL if marker in text]
    if not any(READY in line.split() for line in text.splitlines()):
        found.append(f"it never said {READY}")
    if code is None:
        found.append("it did not end by itself")
    elif code != 0:
        found.append(f"its exit code was {code}")
    return found


def start(command: Sequence[str], data: Path, timeout: float) -> tuple[int | None, str]:
    """Runs the command with its files under data; exit code (None after the timeout) and all it wrote."""
    environment = dict(os.environ, SLIPSTREAM_SMOKE_TEST="1", PYTHONUNBUFFERED="1")
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    # what the program needs must be in the artefact, not in the folder or the variables of who tests it
    environment.pop("PYTHONPATH", None)
    arguments = [*command, "--data-dir", str(data / "files"), "-v"]
    output = data / "output.txt"
    with output.open("wb") as sink:
        process = subprocess.Popen(
            arguments, cwd=data, env=environment, stdout=sink, stderr=subprocess.STDOUT
        )
        try:
            code: int | None = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            code = None
    logs = (file.read_text("utf-8", "replace") for file in (data / "files").rglob("*.log"))
    return code, "\n".join([output.read_text("utf-8", "replace"), *logs])


def resolved(command: Sequence[str]) -> list[str]:
    """The program is started from another folder, so a relative path of it is made absolute."""
    program = Path(command[0])
    return [str(program.absolute()) if program.exists() else command[0], *command[1:]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Starts Slipstream without a screen; it must open.")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds until it counts as hung")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="the program and its arguments")
    options = parser.parse_args(arguments)
    if not options.command:
        parser.error("name the program to start")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        code, text = start(resolved(options.command), Path(folder), options.timeout)
    found = faults(code, text)
    if found:
        print(text)
        print("smoke test failed: " + "; ".join(found))
        return 1
    print(f"smoke test passed in {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
