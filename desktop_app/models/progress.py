"""How a long job reports where it is. Torch-free, so that the window may import it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """stage: a few words for the user. done of total: bytes or steps; None where nothing can be counted."""

    stage: str
    done: int | None = None
    total: int | None = None


ProgressCallback = Callable[[Progress], None]

# Raises decoding.errors.Cancelled once the user has asked to stop; long jobs call it often.
CancelCheck = Callable[[], None]


def ignore_progress(_: Progress) -> None:
    """For callers that show nothing."""


def never_cancelled() -> None:
    """For callers that cannot be interrupted."""
