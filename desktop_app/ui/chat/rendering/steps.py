"""Work that is done in small steps, so that the window can be painted between them. No Qt in here."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def finished(steps: Generator[None, None, Result]) -> Result:
    """Does all of it at once; what it gives at its end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
