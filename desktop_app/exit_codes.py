"""What the program's exit code says: done, failed, wrong usage, interrupted."""

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
