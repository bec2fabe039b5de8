"""What a head believes the target will choose."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import torch
from small_heads import small_network

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.guesses import Guesses, guesser
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.verification import Coupled, Greedy, Verifier

GREEDY = SamplingParams(temperature=0.0)


def guess(
    logits: torch.Tensor,
    params: SamplingParams,
    verifier: Verifier,
    befores: Sequence[Sequence[int]] = ((), ()),
    position: int = 9,
    count: int = 3,
) -> Guesses:
    network = small_network()
    pipeline = SamplingPipeline(params, network.vocab_size, torch.device("cpu"))
    pipeline.start([5])
    context = DraftContext(pipeline, verifier, lambda: None)
    return guesser(network, context)(logits, befores, position, count)


def rows(seed: int = 0, count: int = 2) -> torch.Tensor:
    columns = len(small_network().target_ids)
    return 2.0 * torch.randn(count, columns, generator=torch.Generator().manual_seed(seed))


def test_at_temperature_0_the_likeliest_tokens_with_their_probabilities() -> None:
    logits, ids = rows(), small_network().target_ids
    guesses = guess(logits, GREEDY, Greedy())
    full = torch.full((2, small_network().vocab_size), float("-inf"))
    full[:, ids] = logits
    probs, tokens = full.softmax(-1).topk(3)
    assert guesses.tokens == tokens.tolist()
    torch.testing.assert_close(torch.tensor(guesses.chances), probs)
    torch.testing.assert_close(torch.tensor(guesses.logs).exp(), probs)


@pytest.mark.parametrize("seed", range(5))
def test_coupled_guesses_begin_with_what_the_target_would_draw_from_q(seed: int) -> None:
    logits, ids = rows(seed), small_network().target_ids
    params = SamplingParams(temperature=0.7, top_p=1.0)
    guesses = guess(logits, params, Coupled(seed), position=21)
    full = torch.full((2, small_network().vocab_size), float("-inf"))
    full[:, ids] = logits
    q = (full / 0.7).softmax(-1)
    for row in range(2):
        assert guesses.tokens[row][0] == Coupled(seed).choose(q[row], 21)
        assert guesses.chances[row] == pytest.approx(q[row, guesses.tokens[row]].tolist(), rel=1e-4)
        assert guesses.logs[row] == sorted(guesses.logs[row], reverse=True)
        assert sum(map(_exp, guesses.logs[row])) <= 1.0 + 1e-9


def _exp(log: float) -> float:
    return float(torch.tensor(log).exp())


def test_penalties_see_the_drafts_before_each_row() -> None:
    logits = rows(count=1).repeat(2, 1)
    free = guess(logits, GREEDY, Greedy())
    first = free.tokens[0][0]
    params = SamplingParams(temperature=0.0, frequency_penalty=2.0, presence_penalty=2.0)
    held = guess(logits, params, Greedy(), befores=((), (first, first, first)))
    assert held.tokens[0] == free.tokens[0]
    assert held.tokens[1][0] == free.tokens[0][1]


def test_tokens_that_are_banned_are_no_guesses() -> None:
    ids = small_network().target_ids.tolist()
    params = SamplingParams(temperature=0.0, banned=tuple((5, token) for token in ids[1:]))
    guesses = guess(rows(count=1), params, Greedy(), befores=((),))
    assert guesses.tokens == [ids[:1]]


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
@pytest.mark.parametrize("verifier", [Greedy(), Coupled(1)])
def test_logits_that_are_not_finite_are_told(bad: float, verifier: Verifier) -> None:
    logits = rows()
    logits[1, 3] = bad
    params = GREEDY if verifier.name == "greedy" else SamplingParams(temperature=0.7)
    guesses = guess(logits, params, verifier)
    assert (guesses.finite, guesses.tokens) == (False, [])
    assert not guess(torch.full_like(logits, float("-inf")), params, verifier).finite
