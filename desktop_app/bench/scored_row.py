"""The target's numbers for one token, and how far those of another pass or machine may lie from them.

Passes of another shape sum in another order, and each layer rounds what it hands on, so that two scores move
against each other by a few units in the last place of the largest. On the starter, between passes of 1, 5, 8
and 16 rows, the likeliest 20 tokens moved by up to 1.8 such units in bfloat16 and in float16, which are
rounded far more coarsely than they are summed, and by up to 11.5 in float32.
"""

from __future__ import annotations

import math
from functools import cached_property

import torch

from desktop_app.decoding.sampling import SamplingPipeline

# with room for other processors
_UNITS_HALF, _UNITS_FLOAT32 = 3, 32
# In a sum over tokens the errors mostly cancel.
_IN_A_SUM = 0.25
# Errors of unlikely tokens are larger: below this probability the difference counts, no longer the ratio.
_UNLIKELY = 1e-3


class ScoredRow:
    """logits [vocabulary] of the target, dtype: what it computes in; pipeline: with all tokens before."""

    def __init__(self, logits: torch.Tensor, dtype: torch.dtype, pipeline: SamplingPipeline) -> None:
        self.scores = pipeline.scores(logits[None], [()])[0].to(torch.float32)
        self._pipeline = pipeline
        units = _UNITS_HALF if dtype.itemsize == 2 else _UNITS_FLOAT32
        self.apart = units * torch.finfo(dtype).eps * float(logits.abs().amax())
        """How far two scores may move against each other, in logits."""
        self.log_apart = self.apart / (pipeline.params.temperature or 1.0)
        """The same for logarithms of probabilities."""

    @cached_property
    def p(self) -> torch.Tensor:
        return self._distribution(self.scores)

    def moved(self, token: int, by: float) -> torch.Tensor:
        """The distribution with the token's score moved so far against all others."""
        scores = self.scores.clone()
        scores[token] += by
        return self._distribution(scores)

    def bounds(self, token: int) -> tuple[float, float]:
        """Between which the token's probability may lie."""
        slack = 1.0 + self._near_the_cut
        low = float(self.moved(token, -self.apart)[token]) / slack
        high = float(self.moved(token, self.apart)[token]) * slack
        unlikely = _UNLIKELY * self.log_apart
        return max(0.0, low - unlikely), high + unlikely

    def may_be_cut(self, token: int) -> bool:
        """Whether top-k, top-p and the like may leave the token out."""
        return float(self.moved(token, -self.apart)[token]) == 0.0

    def may_be_kept(self, token: int) -> bool:
        """Whether the token can be drawn."""
        return float(self.moved(token, self.apart)[token]) > 0.0

    def draw_misses(self, probs: torch.Tensor, token: int, coin: float) -> tuple[float, float]:
        """How far a coin lies from those that draw the token from probs, and how far it may."""
        cumulative = probs.cumsum(0, dtype=torch.float64) / probs.sum(dtype=torch.float64)
        low = float(cumulative[token - 1]) if token else 0.0
        high = float(cumulative[token])
        distance = max(low - coin, coin - high, 0.0)
        nearest = low if coin < low else high
        relative = math.expm1(min(self.log_apart, 1.0)) * _IN_A_SUM + self._near_the_cut
        return distance, min(nearest, 1.0 - nearest) * relative

    @cached_property
    def _near_the_cut(self) -> float:
        """The share of the tokens that may or may not be cut: all others are scaled by it."""
        params = self._pipeline.params
        kept = self.p > 0
        if params.greedy or not self._cut_is_open(kept):
            return 0.0
        if params.typical_p < 1.0:
            return 1.0  # its cut is no level of probability
        logs = torch.log_softmax(self.scores / params.temperature, dim=-1)
        level = float(logs[kept].amin())
        near = (logs > level - self.log_apart) & (logs < level + self.log_apart)
        return float(logs[near].exp().sum() / logs[kept].exp().sum())

    def _cut_is_open(self, kept: torch.Tensor) -> bool:
        """Whether the last token that is kept may be cut, or the first that is cut be kept."""
        if bool(kept.all()):
            return False
        last = int(self.scores.masked_fill(~kept, math.inf).argmin())
        first = int(self.scores.masked_fill(kept, -math.inf).argmax())
        return self.may_be_cut(last) or self.may_be_kept(first)

    def _distribution(self, scores: torch.Tensor) -> torch.Tensor:
        return self._pipeline.distribution(scores[None])[0]
