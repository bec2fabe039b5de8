"""An EAGLE head of random weights for the tiny model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tiny import VOCABULARY, tiny_loaded

from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.models.eagle_checkpoint import write_eagle
from desktop_app.models.eagle_config import eagle_shape


def write_head(folder: Path, taps: tuple[int, ...] = (0, 1), seed: int = 0, **changes: Any) -> Path:
    """A head of random weights for the tiny model, with the rows of its head."""
    model = tiny_loaded().model
    shape = replace(eagle_shape(model.config, taps, VOCABULARY), **changes)
    torch.manual_seed(seed)
    head = EagleHead(shape)
    with torch.no_grad():
        if shape.vocab_size == VOCABULARY:
            head.lm_head.weight.copy_(model.get_output_embeddings().weight)
        head.t2d[:] = True
    write_eagle(folder, shape, head.state_dict(), model.config, "someone/tiny")
    return folder
