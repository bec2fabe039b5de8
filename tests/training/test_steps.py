"""The losses of a batch against the formula, row by row."""

from __future__ import annotations

import pytest
import torch
from targets import conversations, new_head, reader

from desktop_app.training.batches import token_batch
from desktop_app.training.steps import HeadSteps
from desktop_app.training.unroll import Unroll


@pytest.mark.parametrize("other_weight", [0.0, 0.5])
def test_the_loss_is_the_weighted_mean_of_cross_entropies(other_weight: float) -> None:
    head = new_head()
    batch = token_batch(conversations()[:6], other_weight, common_start=3)
    states = reader().read(batch)
    first, second = HeadSteps(head, torch.float32).run(batch, states, 2)
    (hidden,) = Unroll(head)(batch.ids, states.taps, [first.wanted])
    log_q = torch.full((len(hidden), head.shape.vocab_size), float("-inf"))
    log_q[:, head.target_ids] = head.lm_head(hidden).log_softmax(-1)
    total = mass = torch.zeros(())
    for row, (text, place) in enumerate(first.wanted.nonzero().tolist()):
        of_target = int(states.rows[text, place + 1])
        drafted = torch.isin(states.top_ids[of_target], head.target_ids)
        p = states.top_log_probs[of_target].exp()[drafted]
        weight = batch.weights[text, place + 2]
        total = total - weight * (p / p.sum() * log_q[row, states.top_ids[of_target][drafted]]).sum()
        mass = mass + weight
        assert int(first.said[row]) == int(batch.ids[text, place + 2])
        assert int(first.best[row]) == int(log_q[row].argmax())
        assert int(first.top[row]) == int(states.top_ids[of_target][0])
    torch.testing.assert_close(first.loss, total / mass)
    assert len(second.best) < len(first.best)


def test_more_counts_where_user_turns_do() -> None:
    head, chosen = new_head(), conversations()[:6]
    replies, everything = token_batch(chosen), token_batch(chosen, 0.5, common_start=3)
    steps = HeadSteps(head, torch.float32)
    (few,) = steps.run(replies, reader().read(replies), 1)
    (many,) = steps.run(everything, reader().read(everything), 1)
    assert len(few.best) == 6 * 16
    assert len(many.best) == 6 * 21


def test_gradients_reach_weights_kept_in_float32_from_bfloat16() -> None:
    head = new_head()
    batch = token_batch(conversations()[:4])
    states = reader().read(batch)
    exact = HeadSteps(head, torch.float32).run(batch, states, 3)
    half = HeadSteps(head, torch.bfloat16).run(batch, states, 3)
    for first, second in zip(exact, half, strict=True):
        torch.testing.assert_close(first.loss, second.loss.float(), rtol=0.05, atol=0.05)
    torch.stack([step.loss for step in half]).sum().backward()
    for name, weight in head.named_parameters():
        if weight.requires_grad:
            assert weight.grad is not None, name
            assert weight.grad.dtype is torch.float32
            assert weight.grad.isfinite().all()
