"""The loss and its gradients against the dense formula in double precision."""

from __future__ import annotations

import pytest
import torch

from desktop_app.training import loss as module
from desktop_app.training.loss import DraftVocabulary, soft_cross_entropy

ROWS, VOCABULARY, WIDTH, TOP = 37, 50, 12, 6


def sparse(seed: int = 0) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """ids, probs and the dense distribution."""
    torch.manual_seed(seed)
    ids = torch.stack([torch.randperm(VOCABULARY)[:TOP] for _ in range(ROWS)])
    probs = torch.rand(ROWS, TOP)
    probs[:, 4:] = 0
    probs /= probs.sum(-1, keepdim=True)
    probs[5] = 0  # nothing of this row can be drafted
    return ids, probs, torch.zeros(ROWS, VOCABULARY).scatter_(1, ids, probs)


def dense(hidden: torch.Tensor, weight: torch.Tensor, distribution: torch.Tensor) -> torch.Tensor:
    return -(distribution.double() * (hidden @ weight.T).log_softmax(-1)).sum()


@pytest.mark.parametrize("chunk_rows", [1, 8, 1000])
def test_it_is_the_dense_cross_entropy(chunk_rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK_BYTES", chunk_rows * VOCABULARY * 8)
    ids, probs, distribution = sparse()
    hidden = torch.randn(ROWS, WIDTH, dtype=torch.float64, requires_grad=True)
    weight = torch.randn(VOCABULARY, WIDTH, dtype=torch.float64, requires_grad=True)
    loss, best = soft_cross_entropy(hidden, weight, ids, probs)
    expected = dense(hidden, weight, distribution)
    torch.testing.assert_close(loss, expected)
    assert torch.equal(best, (hidden @ weight.T).argmax(-1))
    gradients = torch.autograd.grad(0.3 * loss, (hidden, weight))
    expected_gradients = torch.autograd.grad(0.3 * expected, (hidden, weight))
    for gradient, expected_gradient in zip(gradients, expected_gradients, strict=True):
        torch.testing.assert_close(gradient, expected_gradient, rtol=1e-6, atol=1e-9)


def test_a_row_that_cannot_be_drafted_counts_nothing() -> None:
    ids, probs, _ = sparse()
    hidden = torch.randn(ROWS, WIDTH, requires_grad=True)
    loss, _ = soft_cross_entropy(hidden, torch.randn(VOCABULARY, WIDTH), ids, probs)
    (gradient,) = torch.autograd.grad(loss, hidden)
    assert (gradient[5] == 0).all()
    assert (gradient[4] != 0).any()


def test_bfloat16_is_close_and_sums_in_float32() -> None:
    ids, probs, distribution = sparse()
    hidden = torch.randn(ROWS, WIDTH, dtype=torch.bfloat16, requires_grad=True)
    weight = torch.randn(VOCABULARY, WIDTH, dtype=torch.bfloat16, requires_grad=True)
    loss, _ = soft_cross_entropy(hidden, weight, ids, probs)
    assert loss.dtype is torch.float32
    exact = dense(hidden.double(), weight.double(), distribution)
    torch.testing.assert_close(loss.double(), exact, rtol=0.01, atol=0.0)
    gradients = torch.autograd.grad(loss, (hidden, weight))
    for gradient, expected in zip(gradients, torch.autograd.grad(exact, (hidden, weight)), strict=True):
        assert gradient.dtype is torch.bfloat16
        error = (gradient - expected).float().norm() / expected.float().norm()
        assert error < 0.02


def test_without_gradients_none_are_computed() -> None:
    ids, probs, distribution = sparse()
    hidden, weight = torch.randn(ROWS, WIDTH), torch.randn(VOCABULARY, WIDTH)
    loss, _ = soft_cross_entropy(hidden, weight, ids, probs)
    assert not loss.requires_grad
    torch.testing.assert_close(loss.double(), dense(hidden.double(), weight.double(), distribution))


def test_labels_are_normalised_over_what_can_be_drafted() -> None:
    vocabulary = DraftVocabulary(torch.tensor([2, 5, 9]), 12)
    top_ids = torch.tensor([[5, 1, 2], [9, 5, 2], [0, 1, 3]])
    log_probs = torch.tensor([[0.5, 0.3, 0.2], [0.25, 0.25, 0.1], [0.9, 0.05, 0.05]]).log()
    ids, probs = vocabulary.labels(top_ids, log_probs)
    assert ids[0].tolist() == [1, 0, 0]
    torch.testing.assert_close(probs[0], torch.tensor([5 / 7, 0, 2 / 7]))
    assert ids[1].tolist() == [2, 1, 0]
    torch.testing.assert_close(probs.sum(-1), torch.tensor([1.0, 1.0, 0.0]))
