"""The plain speeds of the loaded model, as the engine's thread measures and keeps them. Free of Qt."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.engines.base import Engine, Event
from desktop_app.engines.baselines import Baseline, Baselines
from desktop_app.engines.measure_plain import measure_plain
from desktop_app.engines.plain_steps import noting_plain_steps
from desktop_app.models.progress import ProgressCallback


class PlainSpeeds:
    """Nothing is kept, and nothing known, where there are no baselines."""

    def __init__(self, baselines: Baselines | None) -> None:
        self._baselines = baselines

    def noting(self, events: Iterator[Event]) -> Iterator[Event]:
        """The events of a reply, whose plain steps are kept when it ends."""
        return events if self._baselines is None else noting_plain_steps(events, self._baselines)

    def known(self, engine: Engine | None) -> tuple[Baseline, ...]:
        return self._baselines.known(engine.name) if self._baselines and engine is not None else ()

    def measure(
        self, engine: Engine | None, context: int, control: ReplyControl, progress: ProgressCallback
    ) -> None:
        """Measures and keeps them.

        Raises:
            Cancelled: the user stopped it.
            SlipstreamError: nothing could be measured or kept.
        """
        if engine is None:
            raise SlipstreamError("No model is loaded: choose a target in the toolbar, then measure again.")
        steps = measure_plain(engine, context, control, progress)
        if self._baselines is not None:
            self._baselines.add(steps.items())
