"""One pass of a head over a batch: its losses for training, its first choices for the held-out figures."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch.func import functional_call

from desktop_app.decoding.eagle_head import EagleHead
from desktop_app.training.batches import TokenBatch
from desktop_app.training.hidden_states import TargetStates
from desktop_app.training.loss import DraftVocabulary, soft_cross_entropy
from desktop_app.training.unroll import Unroll, rows_of_steps


@dataclass(frozen=True, slots=True, eq=False)
class DraftStep:
    """One step of all drafts of a batch.

    loss: mean cross-entropy with the target's distribution over the rows by their weights, a scalar. wanted
    [texts, length - 2] bool: the rows; best [rows] int64: the first choice for each as the target's id,
    top [rows] int64 the target's own, said [rows] int64 what the text says there.
    """

    loss: torch.Tensor
    wanted: torch.Tensor
    best: torch.Tensor
    top: torch.Tensor
    said: torch.Tensor


class HeadSteps:
    """Runs a head in `dtype`, whatever its weights are kept in: gradients go back to those."""

    def __init__(self, head: EagleHead, dtype: torch.dtype) -> None:
        self._unroll = Unroll(head)
        self._dtype = dtype
        self._vocabulary = DraftVocabulary(head.target_ids, head.shape.vocab_size)

    def run(self, batch: TokenBatch, states: TargetStates, steps: int) -> list[DraftStep]:
        device = states.taps.device
        ids = batch.ids.to(device)
        rows = states.rows[:, 1:-1]
        wanted = rows_of_steps(rows >= 0, steps)
        weights = {
            name: weight.to(self._dtype) if weight.requires_grad else weight
            for name, weight in self._unroll.named_parameters()
        }
        arguments = (ids, states.taps.to(self._dtype), wanted)
        hidden = functional_call(self._unroll, weights, arguments)
        head = weights["head.lm_head.weight"]
        weight = batch.weights[:, 2:].to(device)
        return [
            self._step(states, outputs, head, rows[which], which, ids[:, 2:][which], weight[which])
            for outputs, which in zip(hidden, wanted, strict=True)
        ]

    def _step(
        self,
        states: TargetStates,
        hidden: torch.Tensor,
        head: torch.Tensor,
        rows: torch.Tensor,
        wanted: torch.Tensor,
        said: torch.Tensor,
        weight: torch.Tensor,
    ) -> DraftStep:
        top_ids = states.top_ids[rows]
        ids, probs = self._vocabulary.labels(top_ids, states.top_log_probs[rows])
        # a row counts as much as its probabilities sum to: its weight, or nothing when none can be drafted
        probs = probs * weight[:, None]
        total, best = soft_cross_entropy(hidden, head, ids, probs)
        best = self._vocabulary.target_ids[best]
        return DraftStep(total / probs.sum().clamp_min(1e-6), wanted, best, top_ids[:, 0], said)
