"""A pair measured in the engine's thread. Free of Qt."""

from __future__ import annotations

from desktop_app.bench.pair_measure import PairMeasure, PairMeasureError, PairMeasurement, PairOptions
from desktop_app.engines.base import Engine
from desktop_app.models.progress import ProgressCallback
from desktop_app.ui.engine.engine_jobs import MeasurePair


def measured_pair(engine: Engine | None, job: MeasurePair, progress: ProgressCallback) -> PairMeasurement:
    """Raises what `PairMeasure.measured` raises."""
    if engine is None:
        raise PairMeasureError("No model is loaded: choose a target in the toolbar, then measure again.")
    options = PairOptions(job.draft, job.sampling)
    return PairMeasure(engine, options).measured(job.control, progress)
