"""Whether a folder or file can be loaded, found out without reading a weight."""

from __future__ import annotations

from pathlib import Path

from desktop_app.models.converted import converted_folder
from desktop_app.models.devices import choose_device, choose_dtype
from desktop_app.models.fit_context import Context
from desktop_app.models.fit_requirement import require_fit, require_fit_of_file
from desktop_app.models.fitting import Fit
from desktop_app.models.model_folder import find_gguf, inspect_folder
from desktop_app.models.support import read_config


def examine(
    path: Path,
    *,
    models: Path,
    device: str = "auto",
    dtype: str = "auto",
    context: Context = "auto",
    force: bool = False,
    given_back: int = 0,
) -> Fit | None:
    """How the model fits, None where its files do not say. The arguments are those of `load_model`.

    given_back: bytes that are free once what is loaded now is closed.

    Raises:
        ModelFolderError, UnsupportedModelError: files are missing or broken, or of a kind that is not run.
        DeviceError: no such device or number format.
        DoesNotFitError, OutOfMemoryError: it does not fit, without force.
    """
    where = choose_device(device)
    number_format = choose_dtype(dtype, where)
    gguf = find_gguf(path)
    if gguf is not None:
        path = converted_folder(gguf, models)
        if not path.is_dir():
            return require_fit_of_file(
                gguf, where, number_format, context=context, force=force, given_back=given_back
            )
    folder = inspect_folder(path)
    return require_fit(
        folder,
        read_config(folder),
        where,
        number_format,
        context=context,
        force=force,
        given_back=given_back,
    )
