"""Measures the plain speed of the loaded model when the user asks for it, and says what came of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from desktop_app.engines.baselines import Baseline, bucket
from desktop_app.ui.engine.engine_jobs import MeasureOver
from desktop_app.ui.engine.engine_thread import EngineThread
from desktop_app.ui.status_line import StatusLine

# behind an empty chat: most prompts are longer than nothing
_LEAST_CONTEXT = 64


class Measuring(QObject):
    """context: tokens of the open chat, None where they are not counted; there the next step will be."""

    def __init__(
        self, thread: EngineThread, status: StatusLine, context: Callable[[], int | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._thread = thread
        self._status = status
        self._context = context
        self._behind = _LEAST_CONTEXT
        thread.measure_over.connect(self._over)

    def start(self) -> None:
        """Measures for some seconds, or says why that cannot be now."""
        obstacle = self._obstacle()
        if obstacle:
            self._status.show_error(obstacle)
            return
        self._behind = max(_LEAST_CONTEXT, self._context() or 0)
        self._thread.measure_plain(self._behind)

    def _obstacle(self) -> str:
        state = self._thread.state
        if state.busy:
            return self.tr("The model is busy: stop it or wait for its end, then measure the plain speed.")
        if not state.model:
            return self.tr("No model is loaded: choose one under Target, then measure the plain speed.")
        return ""

    def _over(self, over: MeasureOver) -> None:
        if over.error:
            self._status.show_error(over.error)
        elif over.stopped:
            self._status.show_text(self.tr("Stopped; the plain speed was not measured."))
        else:
            self._status.show_text(self._words(self._measured()))

    def _measured(self) -> Baseline | None:
        """The newest at that length: what was just measured."""
        known = [one for one in self._thread.plain_speeds if one.place.context >= bucket(self._behind)]
        return max(known, key=lambda one: one.when, default=None)

    def _words(self, found: Baseline | None) -> str:
        if found is None:
            return self.tr("The plain speed was measured, but not kept.")
        return self.tr(
            "Plain: {speed:.1f} tokens/s behind {context:,} tokens of another text ({step:.1f} ms a step; "
            "half of {count} steps took {low:.1f} to {high:.1f} ms)."
        ).format(
            speed=found.tokens_per_s,
            context=self._behind,
            step=1000 * found.median_s,
            count=found.steps,
            low=1000 * found.low_s,
            high=1000 * found.high_s,
        )
