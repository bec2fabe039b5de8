"""Whether a folder or file can be loaded, found out without reading a weight."""

from __future__ import annotations

from pathlib import Path

from desktop_app.models.converted import converted_folder
from desktop_app.models.fit_context import Context, Quantise
from desktop_app.models.fit_requirement import require_fit, require_fit_of_file
from desktop_app.models.fitting import Fit
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
    return require_fit(
        folder,
        read_config(folder),
        place,
        context=context,
        force=force,
        given_back=given_back,
    )
