"""The course of a training, as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from desktop_app.training.evaluation import HeldOut


@dataclass(frozen=True, slots=True)
class Point:
    """After so many steps: loss is the mean since the point before, seconds of training so far.

    held_out: None where the held-out side was not looked at.
    """

    step: int
    done: float
    loss: float
    rate: float
    seconds: float
    held_out: HeldOut | None


def to_csv(points: Sequence[Point], depths: int) -> str:
    """One line a point; the held-out columns are empty where nothing was looked at."""
    names = [f"{kind}_{depth + 1}" for kind in ("agreement", "acceptance") for depth in range(depths)]
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["step", "done", "loss", "learning_rate", "seconds", "held_out_loss", *names])
    for point in points:
        row = [point.step, *(f"{value:.6g}" for value in (point.done, point.loss, point.rate, point.seconds))]
        if point.held_out is not None:
            figures = (point.held_out.loss, *point.held_out.agreement, *point.held_out.acceptance)
            row += [f"{value:.4f}" for value in figures]
        else:
            row += [""] * (1 + 2 * depths)
        table.writerow(row)
    return out.getvalue()
