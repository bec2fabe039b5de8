"""Whether a folder or file can be loaded, found out without reading a weight."""

from __future__ import annotations

from pathlib import Path

from desktop_app.models.converted import converted_folder
from desktop_app.models.draft_head import is_draft_head
from desktop_app.models.errors import ModelError
from desktop_app.models.fit_context import Context, Quantise
from desktop_app.models.fit_here import shape_of
from desktop_app.models.fit_requirement import require_fit, require_fit_of_file
from desktop_app.models.fitting import Fit
from desktop_app.models.memory_shape import MemoryShape
from desktop_app.models.model_folder import find_gguf, inspect_folder
from desktop_app.models.placement import choose_place
from desktop_app.models.quantisation import quantisation_config
from desktop_app.models.support import read_config


def examine(
    path: Path,
    *,
    models: Path,
    device: str = "auto",
    dtype: str = "auto",
    quantise: Quantise = "off",
    draft: Path | None = None,
    context: Context = "auto",
    force: bool = False,
    given_back: int = 0,
) -> Fit | None:
    """How the model fits, None where its files do not say. The arguments are those of `load_model`.

    given_back: bytes that are free once what is loaded now is closed.

    Raises:
        ModelFolderError, UnsupportedModelError: files are missing or broken, or of a kind that is not run.
        DeviceError, QuantisationError: no such device or number format, or no library for so few bits.
        DoesNotFitError, OutOfMemoryError: it does not fit, without force.
    """
    place = choose_place(device, dtype, quantise)
    quantisation_config(quantise, place.dtype)
    gguf = find_gguf(path)
    if gguf is not None:
        path = converted_folder(gguf, models)
        if not path.is_dir():
            return require_fit_of_file(gguf, place, context=context, force=force, given_back=given_back)
    folder = inspect_folder(path)
    shape = _draft_shape(draft, models)
    return require_fit(
        folder,
        read_config(folder),
        place,
        draft=shape,
        head=shape is not None and draft is not None and is_draft_head(draft),
        context=context,
        force=force,
        given_back=given_back,
    )


def _draft_shape(draft: Path | None, models: Path) -> MemoryShape | None:
    """A draft that cannot be read is told when it is asked for."""
    if draft is None:
        return None
    try:
        return shape_of(draft, models)
    except ModelError:
        return None
