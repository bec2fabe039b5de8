"""The one door to transformers: silent, and never on the network."""

from __future__ import annotations

import os
from typing import Any

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
