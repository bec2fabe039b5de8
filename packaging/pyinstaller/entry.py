"""Entry of the frozen program: what must be in place before anything else is imported."""

import multiprocessing
import os
import sys


def give_streams() -> None:
    """A windowed program on Windows has no stdout and stderr; libraries write to them at import."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - never closed


def main() -> int:
    from desktop_app.cli import main as program

    return program()


if __name__ == "__main__":
    multiprocessing.freeze_support()  # first of all: a child process must not open a second window
    give_streams()
    sys.exit(main())
