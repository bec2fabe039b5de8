"""Which tokens of one row may be drawn: temperature, then top-k, top-p, min-p and typical-p.

Nothing here sorts the vocabulary: only the tokens above a level of probability are sorted, and the level is
such that none below it may stay. Everything works on one row [vocabulary] and never on several together, so
that a row's numbers cannot depend on how many rows there are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from desktop_app.decoding.row_search import tokens_where
from desktop_app.decoding.sampling_params import SamplingParams

# tried before the level that is always low enough, since few tokens reach them: with top-p 0.95 a small chat
# model needs the second for 1 row in 70 at temperature 0.7, for half of them at 1.0, and hardly ever a third
_LEVELS = (1e-4, 1e-5)


def row_distribution(scores: torch.Tensor, params: SamplingParams) -> torch.Tensor:
    """Probabilities of one row of scores [vocabulary], of its dtype; at temperature 0 those of temperature 1.

    A row with a NaN is NaN throughout.
    """
    if params.greedy:
        return torch.softmax(scores, dim=-1)
    heated = _heated(scores, params.temperature)
    probs = torch.softmax(heated, dim=-1)
    most_likely = params.top_k > 0 or params.top_p < 1.0 or params.min_p > 0.0
    if math.isnan(float(probs[0])) or not (most_likely or params.typical_p < 1.0):
        return probs
    if most_likely:
        kept = _most_likely(heated, probs, params)
        if params.typical_p < 1.0:
            kept = _typical_of(kept.normalised(), params.typical_p)
    else:
        kept = _typical(heated, probs, params.typical_p)
    return torch.zeros_like(probs).scatter_(0, kept.ids, kept.normalised().probs.to(probs.dtype))


@dataclass(frozen=True, slots=True)
class _Tokens:
    """Some tokens of a row, by falling score: ids, scores and probabilities [n]; the latter two float64."""

    ids: torch.Tensor
    scores: torch.Tensor
    probs: torch.Tensor

    def at(self, which: slice | torch.Tensor) -> _Tokens:
        return _Tokens(self.ids[which], self.scores[which], self.probs[which])

    def down_to(self, index: int) -> _Tokens:
        """The first ones as far as index, and those that tie with it: otherwise a reply would depend on the
        order in which a sort leaves equals."""
        return self.at(slice(int((self.scores >= self.scores[index]).sum())))

    def normalised(self) -> _Tokens:
        return _Tokens(self.ids, self.scores, self.probs / self.probs.sum())


def _heated(scores: torch.Tensor, temperature: float) -> torch.Tensor:
    """Scores over the temperature, shifted to a maximum of 0: however low, it overflows to -inf only."""
    return (scores - scores.amax()).div_(max(temperature, torch.finfo(scores.dtype).tiny))


def _tokens_above(level: float, heated: torch.Tensor, probs: torch.Tensor) -> _Tokens:
    """The tokens of at least this probability, and above 0."""
    ids = tokens_where(probs >= level if level > 0.0 else probs > 0.0)
    scores, order = heated[ids].sort(descending=True)
    ids = ids[order]
    return _Tokens(ids, scores.double(), probs[ids].double())


# ---- top-k, top-p, min-p: the most likely tokens stay


def _most_likely(heated: torch.Tensor, probs: torch.Tensor, params: SamplingParams) -> _Tokens:
    tokens = _enough_tokens(heated, probs, params)
    if params.top_k:
        tokens = tokens.down_to(min(params.top_k, len(tokens.ids)) - 1).normalised()
    if params.top_p < 1.0:
        tokens = tokens.down_to(_nucleus_size(tokens.probs, params.top_p) - 1)
    if params.min_p > 0.0:
        tokens = tokens.at(tokens.probs >= params.min_p * tokens.probs[0])
    return tokens


def _enough_tokens(heated: torch.Tensor, probs: torch.Tensor, params: SamplingParams) -> _Tokens:
    """All that may stay, and few others."""
    for level in _LEVELS:
        tokens = _tokens_above(level, heated, probs)
        if _enough(tokens, level, params):
            return tokens
    return _tokens_above(_low_level(probs, params), heated, probs)


def _enough(tokens: _Tokens, level: float, params: SamplingParams) -> bool:
    """Whether the tokens from a level up hold all that may stay."""
    if params.top_k:
        return len(tokens.ids) >= params.top_k
    if params.top_p < 1.0:
        return float(tokens.probs.sum()) >= params.top_p
    return len(tokens.ids) > 0 and params.min_p * float(tokens.probs[0]) >= level


def _low_level(probs: torch.Tensor, params: SamplingParams) -> float:
    """Tokens below x / vocabulary hold less than x together; half of it, since sums are rounded."""
    if params.top_k:
        return float(probs.topk(min(params.top_k, len(probs)), sorted=False).values.amin())
    if params.top_p < 1.0:
        return (1.0 - params.top_p) / len(probs) / 2
    return params.min_p * float(probs.amax()) / 2


def _nucleus_size(probs: torch.Tensor, top_p: float) -> int:
    """How many tokens, ties apart: one stays when those before it hold less than top_p (Holtzman et al.,
    1904.09751)."""
    before = probs.cumsum(0) - probs
    return max(1, int((before < top_p).sum()))


# ---- typical-p: the tokens stay whose surprise is nearest to the entropy (Meister et al., 2202.00666)


def _typical(heated: torch.Tensor, probs: torch.Tensor, mass: float) -> _Tokens:
    """Of the whole row.

    No token surprises less than 0, so all from probability exp(-2 H) up are within H of the entropy H, and
    those below any lower level are farther from it than all others: they are not needed where the others
    hold the mass.
    """
    entropy = float(torch.special.entr(probs).sum(dtype=torch.float64))
    highest = math.exp(-2.0 * entropy)
    for level in _LEVELS:
        tokens = _tokens_above(level, heated, probs)
        if level <= highest and float(tokens.probs.sum()) >= mass:
            return _nearest(tokens, entropy, mass)
    level = min((1.0 - mass) / len(probs), highest) / 2
    return _nearest(_tokens_above(level, heated, probs), entropy, mass)


def _typical_of(tokens: _Tokens, mass: float) -> _Tokens:
    """Of what other cuts left, normalised."""
    return _nearest(tokens, float(torch.special.entr(tokens.probs).sum()), mass)


def _nearest(tokens: _Tokens, entropy: float, mass: float) -> _Tokens:
    """The tokens nearest to the entropy until they hold the mass, ties included.

    Surprises are taken from the scores, which tell tokens apart whose probabilities are rounded alike.
    """
    surprise = tokens.scores[0] - tokens.scores - tokens.probs[0].log()
    distance = (surprise - entropy).abs()
    ordered, order = distance.sort()
    held = tokens.probs[order].cumsum(0)
    last = min(int((held < mass).sum()), len(ordered) - 1)
    return tokens.at(distance <= ordered[last])
