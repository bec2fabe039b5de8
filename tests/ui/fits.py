"""Estimates for tests, of models that are on no disk."""

from __future__ import annotations

from desktop_app.models.errors import DoesNotFitError
from desktop_app.models.fit import Level, Plan, estimate
from desktop_app.models.fitting import Fit, fit_of
from desktop_app.models.memory_shape import MemoryShape

SHAPE = MemoryShape("llama", 3_000_000_000, 28, 8, 128, 3072, 8192, 128_000, 8192, tied=True)


def fit(level: Level = Level.GREEN) -> Fit:
    """Of a model of three billion weights."""
    peak = estimate(Plan(SHAPE)).peak
    free = {Level.GREEN: 2 * peak, Level.AMBER: peak + 1, Level.RED: peak // 2}[level]
    found = fit_of(Plan(SHAPE), free, "cpu")
    assert found.level is level
    return found


def too_large() -> DoesNotFitError:
    sentence = (
        "big in bfloat16 needs 7.2 GB of memory but 3.6 GB are free on cpu; close other programs or choose a "
        "smaller model."
    )
    return DoesNotFitError(sentence, fit(Level.RED))
