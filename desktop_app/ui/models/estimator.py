"""How a model would fit, for whoever shows it. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop_app.models.fitting import Fit

# path and the bytes that the loaded model gives back; called in a thread, and raises SlipstreamError
Estimator = Callable[[Path, int], Fit]
