"""Loads targets for the window, and checks each before the one that is loaded is given up."""

from __future__ import annotations

import logging
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.decoding.drafters.names import AUTO, NONE
from desktop_app.engines.base import Engine
from desktop_app.engines.loader import import_torch, load_engine, target_path
from desktop_app.engines.prepared import Prepared
from desktop_app.engines.template_check import require_readable_template
from desktop_app.models.fit_context import Context, Quantise
from desktop_app.models.fitting import Fit, context_note, quantised_note, tight_note
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback
from desktop_app.paths import Paths

if TYPE_CHECKING:
    from desktop_app.engines.local import LocalEngine


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """As in `load_engine`. draft: the one that the next reply will ask for."""

    device: str = "auto"
    dtype: str = "auto"
    context: Context = "auto"
    quantise: Quantise = "off"
    draft_device: str = "auto"
    draft: str = NONE


class ModelLoader:
    """options: asked for each load. The engine made last is remembered, because its memory is given back
    before the next one is loaded."""

    def __init__(self, paths: Paths, options: Callable[[], LoadOptions]) -> None:
        self._paths = paths
        self._options = options
        self._last: weakref.ref[LocalEngine] | None = None

    def __call__(self, target: str, progress: ProgressCallback, check: CancelCheck) -> Engine:
        return self.prepare(target, progress, check, force=False).load(progress, check)

    def prepare(
        self, target: str, progress: ProgressCallback, check: CancelCheck, *, force: bool
    ) -> Prepared:
        """As of `Preparer`."""
        path, options = target_path(target, self._paths), self._options()
        import_torch(progress)
        check()
        progress(Progress("Checking the model"))
        fit = self._examined(path, options, force=force)
        require_readable_template(path)

        def load(progress: ProgressCallback, check: CancelCheck) -> Engine:
            engine = load_engine(
                target,
                self._paths,
                device=options.device,
                dtype=options.dtype,
                quantise=options.quantise,
                draft_device=options.draft_device,
                context=options.context,
                force=force,
                progress=progress,
                check=check,
            )
            self._last = weakref.ref(engine)
            _load_draft(engine, options.draft, progress, check)
            return engine

        return Prepared(load, fit, _note(fit) or quantised_note(options.quantise))

    def _examined(self, path: Path, options: LoadOptions, *, force: bool) -> Fit | None:
        from desktop_app.models.examination import examine

        last = self._last() if self._last is not None else None
        return examine(
            path,
            models=self._paths.models,
            device=options.device,
            dtype=options.dtype,
            quantise=options.quantise,
            context=options.context,
            force=force,
            draft=_draft_path(options.draft),
            given_back=last.held_bytes if last is not None else 0,
        )


def is_path(draft: str) -> bool:
    """Whether a draft's name begins with a model or a head on this machine."""
    return _draft_path(draft) is not None


def _draft_path(draft: str) -> Path | None:
    if draft in (AUTO, NONE):
        return None
    whole, first = Path(draft).expanduser(), Path(draft.partition("+")[0]).expanduser()
    return next((path for path in (whole, first) if path.exists()), None)


def _load_draft(engine: LocalEngine, draft: str, progress: ProgressCallback, check: CancelCheck) -> None:
    """A draft that cannot be used is told where it is asked for: the target is there all the same."""
    if not is_path(draft):
        return
    progress(Progress("Loading the draft"))
    try:
        problem = engine.preload(draft, check)
    except BaseException:
        engine.close()
        raise
    if problem:
        _log.warning("The draft was not loaded: %s", problem)


def _note(fit: Fit | None) -> str:
    if fit is None:
        return ""
    return tight_note(fit) or context_note(fit)
