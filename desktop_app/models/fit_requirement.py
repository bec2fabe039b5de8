"""Refuses a model that would not fit into memory, before any of it is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from desktop_app.models.errors import DoesNotFitError, ModelFolderError
from desktop_app.models.fit_context import Context
from desktop_app.models.fit_here import fit_on, plan_on
from desktop_app.models.fitting import Fit, refusal
from desktop_app.models.memory import require_memory
from desktop_app.models.memory_shape import memory_shape
from desktop_app.models.model_folder import ModelFolder
from desktop_app.models.support import context_limit


def require_fit(
    folder: ModelFolder,
    config: Any,
    where: torch.device,
    number_format: torch.dtype,
    *,
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
    what = f"{folder.path.name} in {str(number_format).removeprefix('torch.')}"
    try:
        shape = replace(memory_shape(folder.path), context=context_limit(config))
    except ModelFolderError:
        if not force:
            require_memory(folder.elements * number_format.itemsize - given_back, where, what)
        return None
    fit = fit_on(plan_on(shape, where, number_format), where, context=context, given_back=given_back)
    if fit.refused and not force:
        raise DoesNotFitError(refusal(what, fit), fit)
    return fit


def require_fit_of_file(
    gguf: Path,
    where: torch.device,
    number_format: torch.dtype,
    *,
    context: Context = "auto",
    force: bool = False,
    given_back: int = 0,
) -> Fit:
    """As `require_fit`, of a GGUF file that is not converted yet.

    Raises:
        DoesNotFitError, ModelFolderError: the file does not say how large its layers are.
    """
    plan = plan_on(memory_shape(gguf), where, number_format)
    fit = fit_on(plan, where, context=context, given_back=given_back)
    if fit.refused and not force:
        kind = str(number_format).removeprefix("torch.")
        raise DoesNotFitError(refusal(f"{gguf.stem} in {kind}", fit), fit)
    return fit
