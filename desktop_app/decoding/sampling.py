"""From logits to the distribution a token is drawn from: one pipeline for plain, verified and drafted rows.

Order and results are those of transformers' generation: repetition penalty, temperature, top-k, top-p, min-p.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from desktop_app.decoding.sampling_params import SamplingParams

_NEVER = float("-inf")


class SamplingPipeline:
    """The sampling parameters applied to the history of one reply.

    Row i of a verification sees the committed tokens and the drafts before it, and no others.
    """

    def __init__(self, params: SamplingParams, vocab_size: int, device: torch.device) -> None:
        self.params = params
        self._seen = torch.zeros(vocab_size, dtype=torch.bool, device=device)

    def commit(self, tokens: Sequence[int]) -> None:
        """Adds tokens (prompt or reply) to the history."""
        if self.params.repetition_penalty != 1.0 and tokens:
            self._seen[torch.tensor(tokens, device=self._seen.device)] = True

    def scores(self, logits: torch.Tensor, before: Sequence[Sequence[int]]) -> torch.Tensor:
        """Logits [rows, vocabulary] after the processors that change which token is largest.

        before: for each row the drafts between the committed tokens and it.
        """
        if self.params.repetition_penalty == 1.0:
            return logits
        return _penalise(logits, self._seen_by_row(before), self.params.repetition_penalty)

    def distribution(self, scores: torch.Tensor) -> torch.Tensor:
        """Probabilities [rows, vocabulary], of the scores' dtype; at temperature 0 those of temperature 1."""
        if self.params.greedy:
            return torch.softmax(scores, dim=-1)
        probs = torch.softmax(_top_k(_heated(scores, self.params.temperature), self.params.top_k), dim=-1)
        floor = _top_p_floor(probs, self.params.top_p)
        if self.params.min_p > 0.0:
            floor = torch.maximum(floor, self.params.min_p * probs.amax(dim=-1, keepdim=True))
        kept = probs.masked_fill(probs < floor, 0.0)
        return kept / kept.sum(dim=-1, keepdim=True)

    def _seen_by_row(self, before: Sequence[Sequence[int]]) -> torch.Tensor:
        seen = self._seen.expand(len(before), -1).clone()
        for row, drafts in enumerate(before):
            seen[row, list(drafts)] = True
        return seen


def _penalise(logits: torch.Tensor, seen: torch.Tensor, penalty: float) -> torch.Tensor:
    """Repetition penalty (CTRL, 1909.05858): a seen token's logit is divided, or multiplied if negative."""
    penalised = torch.where(logits > 0, logits / penalty, logits * penalty)
    return torch.where(seen, penalised, logits)


def _heated(scores: torch.Tensor, temperature: float) -> torch.Tensor:
    """Scores over the temperature, shifted to a maximum of 0: however low, it overflows to -inf only."""
    shifted = scores - scores.amax(dim=-1, keepdim=True)
    return shifted / max(temperature, torch.finfo(scores.dtype).tiny)


def _top_k(scores: torch.Tensor, k: int) -> torch.Tensor:
    """Keeps the k largest of each row, ties at the cut included."""
    if k == 0 or k >= scores.shape[-1]:
        return scores
    kth = torch.topk(scores, k, dim=-1).values[..., -1:]
    return scores.masked_fill(scores < kth, _NEVER)


def _top_p_floor(probs: torch.Tensor, top_p: float) -> torch.Tensor:
    """The smallest probability in each row's nucleus [rows, 1]; ties at the cut all stay.

    A token stays when the tokens more likely than it hold less than top_p together (Holtzman et al.,
    1904.09751). Only tokens of at least (1 - top_p) / vocabulary are sorted: all below that hold less than
    1 - top_p together, so none of them can be in the nucleus.
    """
    if top_p >= 1.0:
        return probs.new_zeros(probs.shape[0], 1)
    bound = (1.0 - top_p) / probs.shape[-1]
    # the negation keeps NaN, which its owner reports
    floors = [_nucleus_floor(row[~(row < bound)], top_p) for row in probs]
    return torch.stack(floors)[:, None]


def _nucleus_floor(candidates: torch.Tensor, top_p: float) -> torch.Tensor:
    ordered = candidates.sort(descending=True).values
    before = ordered.cumsum(0, dtype=torch.float64) - ordered
    last = (before < top_p).sum() - 1
    return ordered[last]
