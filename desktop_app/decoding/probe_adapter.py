"""Whether a model computes here what it computes by itself: one short pass of both, compared.

So many tokens, with windows so short that they matter, to such a share of the logits' standard deviation. In
bfloat16 two right formulas differ by 0.03-0.12 of it (SmolLM2-135M).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from transformers import PreTrainedModel

from desktop_app.decoding.errors import DecodingError

PROBE_TOKENS = 8
_WINDOW = 3
_TOLERANCE = 1e-3
_TOLERANCE_HALF = 0.3


def probe_tokens(model: PreTrainedModel) -> torch.Tensor:
    """[PROBE_TOKENS] ids spread over the vocabulary."""
    vocabulary: int = model.config.get_text_config().vocab_size
    return torch.arange(1, PROBE_TOKENS + 1, device=model.device) * 7919 % vocabulary


@contextmanager
def short_window(config: Any) -> Iterator[int | None]:
    """The configuration with its sliding window cut short for a while; gives that window."""
    window: int | None = getattr(config, "sliding_window", None)
    if window is None:
        yield None
        return
    config.sliding_window = min(window, _WINDOW)
    try:
        yield config.sliding_window
    finally:
        config.sliding_window = window


def own_logits(model: PreTrainedModel) -> torch.Tensor:
    """Logits [PROBE_TOKENS, vocabulary] in float32 of the model's own forward. Leaves its attention eager."""
    model.set_attn_implementation("eager")
    with torch.inference_mode():
        logits: torch.Tensor = model(input_ids=probe_tokens(model)[None], use_cache=False).logits[0].float()
    return logits


def require_same_logits(model: PreTrainedModel, ours: torch.Tensor, own: torch.Tensor) -> None:
    """Compares logits of the probe.

    Raises:
        DecodingError: they are not the same but for rounding.
    """
    if not own.isfinite().all():
        return  # damaged weights are reported where they matter
    half = torch.finfo(model.dtype).bits < 32
    error = (ours.float() - own).square().mean(dim=-1).sqrt() / own.std(dim=-1).clamp_min(1e-30)
    # of the rows the median: a mixture of experts may route one token otherwise in a near tie
    if not error.median() <= (_TOLERANCE_HALF if half else _TOLERANCE):
        raise DecodingError(
            f"{type(model).__name__} gives other results here than by itself, so its replies would "
            "be wrong; choose another model."
        )
