"""Exchanges the loaded model for another one. Free of Qt."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.engines.base import Engine
from desktop_app.engines.prepared import Loader, preparer_of
from desktop_app.models.fitting import Fit
from desktop_app.models.given_back import give_back_memory
from desktop_app.models.progress import CancelCheck, ProgressCallback
from desktop_app.ui.engine.load_marker import LoadMarker


@dataclass(frozen=True, slots=True)
class LoadedTarget:
    """target: as it was asked for. fit: None where nothing was estimated."""

    engine: Engine
    target: str
    fit: Fit | None = None
    note: str = ""


class ModelLoading:
    """free_cycles: frees the reference cycles of what was let go, which takes a moment."""

    def __init__(
        self, loader: Loader, marker: LoadMarker, free_cycles: Callable[[CancelCheck | None], None]
    ) -> None:
        self._prepare = preparer_of(loader)
        self._marker = marker
        self._free_cycles = free_cycles

    def load(
        self,
        target: str,
        progress: ProgressCallback,
        check: CancelCheck,
        let_go: Callable[[Fit | None], bool],
        *,
        force: bool,
    ) -> LoadedTarget:
        """let_go: closes what was loaded before, and says whether there was anything; its argument is what is
        estimated for the new one. It is called only when nothing is known that would make the new one fail,
        since two at once may not fit into memory.

        Raises:
            SlipstreamError, Cancelled: from the loader; what it had read is freed.
        """
        with self._marker.during(target):
            prepared = self._prepare(target, progress, check, force=force)
            check()
            if let_go(prepared.fit):
                self._free(check)
            check()
            try:
                engine = prepared.load(progress, check)
            except BaseException as error:
                _let_go_of_frames(error)
                self._free(None)
                raise
        return LoadedTarget(engine, target, prepared.fit, prepared.note)

    def _free(self, check: CancelCheck | None) -> None:
        self._free_cycles(check)
        give_back_memory()


def _let_go_of_frames(error: BaseException | None) -> None:
    """The functions that an error passed through hold what they had read; where they stood is kept."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__
