"""The one door to transformers: silent, and never on the network."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback

# Read when huggingface_hub is first imported.
_ENVIRONMENT = {
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
}


def import_transformers() -> Any:
    """Imports transformers offline, without progress bars, with errors as its only log lines."""
    os.environ.update(_ENVIRONMENT)
    import transformers

    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    return transformers


@contextmanager
def weights_counted(stage: str, progress: ProgressCallback, check: CancelCheck) -> Iterator[None]:
    """Within it, transformers' bars report to `progress` and its loading can be cancelled at each weight."""
    logging = import_transformers().utils.logging
    # The GGUF reader draws with tqdm itself, past every switch.
    gguf_reader = importlib.import_module("transformers.modeling_gguf_pytorch_utils")
    count = _counter(stage, progress, check)

    def hook(_: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return count(*args, **kwargs)

    drawn, before = gguf_reader.tqdm, logging.set_tqdm_hook(hook)
    gguf_reader.__dict__["tqdm"] = count
    try:
        yield
    finally:
        gguf_reader.__dict__["tqdm"] = drawn
        logging.set_tqdm_hook(before)


def _counter(stage: str, progress: ProgressCallback, check: CancelCheck) -> Callable[..., Iterator[Any]]:
    def count(items: Any = (), **_: Any) -> Iterator[Any]:
        total = len(items) if hasattr(items, "__len__") else None
        for done, item in enumerate(items, start=1):
            check()
            yield item
            progress(Progress(stage, done, total))

    return count
