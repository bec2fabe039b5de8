"""How a head is trained: numbers, and nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """learning_rate falls along a cosine to `final_share` of it. steps: of the unroll; the first
    `single_step_part` of the training unrolls one only. step_decay: each further step weighs so much of the
    one before. other_weight: what the words of user turns count beside those of replies. batch_tokens: places
    in a step, padding included. epochs: passes over the data.

    evaluations: how often the held-out side is looked at. depths: draft steps that are looked at.
    evaluated_tokens: of the conversations that are looked at on the way.
    """

    learning_rate: float = 1e-3
    final_share: float = 0.02
    warm_up_steps: int = 30
    weight_decay: float = 0.01
    betas: tuple[float, float] = (0.9, 0.95)
    clip: float = 1.0
    steps: int = 3
    step_decay: float = 0.8
    single_step_part: float = 0.5
    other_weight: float = 0.5
    batch_tokens: int = 4096
    epochs: float = 4.0
    evaluations: int = 20
    depths: int = 5
    evaluated_tokens: int = 8_192

    def rate(self, step: int, done: float) -> float:
        """Learning rate of a step, when this share of the training is done."""
        warm = min(1.0, (step + 1) / self.warm_up_steps)
        wave = 0.5 * (1 + math.cos(math.pi * min(1.0, done)))
        return self.learning_rate * warm * (self.final_share + (1 - self.final_share) * wave)

    def unrolled(self, done: float) -> int:
        """Steps of the unroll."""
        return 1 if done < self.single_step_part else self.steps

    @property
    def weights(self) -> tuple[float, ...]:
        """Of the steps in the loss."""
        return tuple(self.step_decay**step for step in range(self.steps))
