"""Cross-entropy with the target's distribution, without ever holding all the logits."""

from __future__ import annotations

from typing import Any

import torch

# bytes of logits in one piece
_CHUNK_BYTES = 1 << 25


def soft_cross_entropy(
    hidden: torch.Tensor, weight: torch.Tensor, ids: torch.Tensor, probs: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """-sum p log q of rows whose logits are hidden [rows, d] @ weight [vocabulary, d].T, q their softmax.

    ids [rows, top] int64, none twice in a row; probs [rows, top] float32: what p gives them. p is zero
    elsewhere, and a row of zeros counts nothing. Returns the sum over rows, a scalar in float32 at least with
    gradients for hidden and weight, and the likeliest id of each row, [rows].
    """
    loss, best = _SoftCrossEntropy.apply(hidden, weight, ids, probs)  # type: ignore[no-untyped-call]
    return loss, best


class _SoftCrossEntropy(torch.autograd.Function):
    """Computes the gradients while the logits of a piece are at hand."""

    @staticmethod
    def forward(
        ctx: Any, hidden: torch.Tensor, weight: torch.Tensor, ids: torch.Tensor, probs: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        wide = torch.promote_types(hidden.dtype, torch.float32)
        needed = any(ctx.needs_input_grad[:2])
        rows = max(1, _CHUNK_BYTES // (weight.shape[0] * wide.itemsize))
        loss = torch.zeros((), dtype=wide, device=hidden.device)
        hidden_grad = torch.empty_like(hidden) if needed else None
        weight_grad = torch.zeros(weight.shape, dtype=wide, device=weight.device) if needed else None
        best = torch.empty(len(hidden), dtype=torch.int64, device=hidden.device)
        for start in range(0, len(hidden), rows):
            piece = slice(start, start + rows)
            logits = (hidden[piece] @ weight.T).to(wide)
            best[piece] = logits.argmax(-1)
            p = probs[piece].to(wide)
            mass = p.sum(-1, keepdim=True)
            total = logits.logsumexp(-1, keepdim=True)
            loss += (mass * total).sum() - (p * logits.gather(1, ids[piece])).sum()
            if hidden_grad is not None and weight_grad is not None:
                gradient = (logits - total).exp_().mul_(mass).scatter_add_(1, ids[piece], -p)
                gradient = gradient.to(hidden.dtype)
                hidden_grad[piece] = gradient @ weight
                weight_grad += gradient.T @ hidden[piece]
        ctx.save_for_backward(hidden_grad, weight_grad)
        ctx.weight_dtype = weight.dtype
        ctx.mark_non_differentiable(best)
        return loss, best

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> tuple[torch.Tensor, torch.Tensor, None, None]:
        hidden_grad, weight_grad = ctx.saved_tensors
        scale = gradients[0]
        return (
            hidden_grad * scale.to(hidden_grad.dtype),
            (weight_grad * scale).to(ctx.weight_dtype),
            None,
            None,
        )


class DraftVocabulary:
    """The target's distribution as one over the ids a head can draft.

    target_ids [draft vocabulary] int64: the target's id of each draft id.
    """

    def __init__(self, target_ids: torch.Tensor, vocab_size: int) -> None:
        self._draft_ids = torch.full((vocab_size,), -1, device=target_ids.device)
        self._draft_ids[target_ids] = torch.arange(len(target_ids), device=target_ids.device)
        self.target_ids = target_ids

    def labels(self, top_ids: torch.Tensor, top_log_probs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Draft ids and probabilities of rows of the target's likeliest, [rows, top] each.

        Probabilities are normalised over those that can be drafted; the others have 0, and so has a row in
        which none can.
        """
        ids = self._draft_ids[top_ids]
        known = ids >= 0
        probs = top_log_probs.exp() * known
        probs = probs / probs.sum(-1, keepdim=True).clamp_min(1e-30)
        return ids.clamp_min(0), probs
