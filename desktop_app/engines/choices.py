"""How a target chooses a token of a reply, as values of which it takes the largest."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.tie_audit import Choices
from desktop_app.decoding.verification import Coupled, Verifier


def choices_of(
    verifier: Verifier,
    pipeline: SamplingPipeline,
    prompt: Sequence[int],
    begun: Sequence[int],
    reply: Sequence[int],
) -> Choices:
    """begun: what the reply goes on with; reply: the tokens that come after it."""

    def values(logits: torch.Tensor, position: int) -> torch.Tensor:
        pipeline.start(prompt)
        pipeline.commit([*begun, *reply[:position]])
        scores = pipeline.scores(logits[None], [()])
        if not isinstance(verifier, Coupled):
            return scores[0]
        place = len(prompt) + len(begun) + position
        return verifier.keys(pipeline.rows(scores)[0], place)[1]

    return values
