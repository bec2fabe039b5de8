"""Entry of the frozen program."""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()  # before anything of ours: a child process must not open a second window

    from desktop_app.cli import main  # gives a windowed program the standard streams that it lacks

    sys.exit(main())
