"""Refuses a model that would not fit into memory, before any of it is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_app.models.errors import DoesNotFitError, ModelFolderError
from desktop_app.models.fit_context import Context
from desktop_app.models.fit_here import fit_on, plan_on
from desktop_app.models.fitting import Fit, refusal
from desktop_app.models.memory import require_memory
from desktop_app.models.memory_shape import MemoryShape, memory_shape
from desktop_app.models.model_folder import ModelFolder
from desktop_app.models.placement import Place
from desktop_app.models.support import context_limit


def require_fit(
    folder: ModelFolder,
    config: Any,
    place: Place,
    *,
    draft: MemoryShape | None = None,
    head: bool = False,
    context: Context = "auto",
    force: bool = False,
    given_back: int = 0,
) -> Fit | None:
    """How the model fits at this context; None where its files do not say how large its layers are.

    A system that lends more memory than it has ends the program, or stands still. given_back: as in
    `fit_here`.

    Raises:
        DoesNotFitError: it does not, and that was not to be ignored.
        OutOfMemoryError: not even its weights do, where nothing else is known.
    """
    what = f"{folder.path.name} in {place.format}"
    try:
        shape = replace(memory_shape(folder.path), context=context_limit(config))
    except ModelFolderError:
        if not force:
            require_memory(folder.elements * place.dtype.itemsize - given_back, place.device, what)
        return None
    plan = replace(plan_on(shape, place), draft=draft, head=head and draft is not None)
    fit = fit_on(plan, place, context=context, given_back=given_back)
    if fit.refused and not force:
        raise DoesNotFitError(refusal(what, fit), fit)
    return fit


def require_fit_of_file(
    gguf: Path,
    place: Place,
    *,
    context: Context = "auto",
    force: bool = False,
    given_back: int = 0,
) -> Fit:
    """As `require_fit`, of a GGUF file that is not converted yet.

    Raises:
        DoesNotFitError, ModelFolderError: the file does not say how large its layers are.
    """
    plan = plan_on(memory_shape(gguf), place)
    fit = fit_on(plan, place, context=context, given_back=given_back)
    if fit.refused and not force:
        raise DoesNotFitError(refusal(f"{gguf.stem} in {place.format}", fit), fit)
    return fit
