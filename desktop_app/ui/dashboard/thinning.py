"""Fewer points for a curve that has more than the screen has pixels. Imported late: see chart_library.py."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def thinned(xs: Array, ys: Array, most: int) -> tuple[Array, Array]:
    """About `most` of them: the first and the last point, and of each stretch the lowest and the highest."""
    if len(xs) <= max(most, 4):
        return xs, ys
    step = -(-2 * len(xs) // most)
    whole = len(ys) // step * step
    stretches = ys[:whole].reshape(-1, step)
    ends = np.column_stack((stretches.argmin(axis=1), stretches.argmax(axis=1)))
    ends.sort(axis=1)
    inside = (ends + np.arange(0, whole, step)[:, np.newaxis]).ravel()
    # a point may be there twice, which is not seen
    kept = np.concatenate(([0], inside, np.arange(whole, len(ys)), [len(ys) - 1]))
    return xs[kept], ys[kept]
