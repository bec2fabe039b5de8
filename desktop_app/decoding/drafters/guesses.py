"""What a head that drafts trees believes the target will choose, from its own logits.

Rows of logits [rows, draft vocabulary] become a few candidates each. At temperature 0 those are its most
likely tokens. With the coupled verifier the target's draw is the largest log p + noise, and the noise is
known beforehand: the candidates are those with the largest log q + noise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.verification import Coupled

# Tokens of a row that are given noise: a target hardly ever draws one that its head finds less likely.
_NOISED = 32
# How much of a lead in log q + noise is believed, since log q only resembles log p. Of 0.5 to 1.4 the best
# for the starter's heads (tokens a round of trees of 15).
_TRUST = 0.5


@dataclass(frozen=True, slots=True)
class Guesses:
    """For each row its candidates, best first: target ids, the logarithms of the probability that the target
    chooses them, and their q. finite: whether the logits were; if not there are no candidates."""

    tokens: list[list[int]]
    logs: list[list[float]]
    chances: list[list[float]]
    finite: bool = True


# guess(logits, befores, position, count): befores are the drafts before each row, position the place in the
# text that is guessed, count how many candidates a row gets.
Guess = Callable[[torch.Tensor, Sequence[Sequence[int]], int, int], Guesses]


def guesser(network: EagleNetwork, context: DraftContext) -> Guess:
    """For a reply whose verifier is greedy or coupled."""
    verifier = context.verifier
    temperature = context.pipeline.params.temperature

    def guess(logits: torch.Tensor, befores: Sequence[Sequence[int]], position: int, count: int) -> Guesses:
        scores = _scores(network, context, logits, befores)
        if isinstance(verifier, Coupled):
            heated = (scores - scores.amax(-1, keepdim=True)) / temperature
            return _noisy(heated, network.target_ids, verifier, position, count)
        return _likely(scores, network.target_ids, count)

    return guess


def opinions(
    network: EagleNetwork, context: DraftContext, logits: torch.Tensor, befores: Sequence[Sequence[int]]
) -> Callable[[int], torch.Tensor]:
    """What the head thinks at each row, over the target's vocabulary, computed when it is asked for.

    It is what `Guesses.chances` are taken from: at the reply's temperature (1 at 0), after penalties and bans
    as they are now, before the filters that take away unlikely tokens.
    """
    scores = _scores(network, context, logits, befores)
    temperature = context.pipeline.params.temperature or 1.0

    def opinion(row: int) -> torch.Tensor:
        wide = scores[row].to(torch.promote_types(scores.dtype, torch.float32))
        return network.to_vocabulary(((wide - wide.amax()) / temperature).softmax(-1), 0.0)

    return opinion


def _scores(
    network: EagleNetwork, context: DraftContext, logits: torch.Tensor, befores: Sequence[Sequence[int]]
) -> torch.Tensor:
    """The logits as the pipeline changes them, over the draft vocabulary still."""
    if not context.pipeline.changes_scores:
        return logits
    full = network.to_vocabulary(logits, float("-inf"))
    return context.pipeline.scores(full, befores)[:, network.target_ids]


def _likely(scores: torch.Tensor, ids: torch.Tensor, count: int) -> Guesses:
    top = scores.topk(min(count, scores.shape[-1]))
    logs = top.values - scores.logsumexp(-1, keepdim=True)
    return _guesses(ids[top.indices], logs, logs.exp())


def _noisy(scores: torch.Tensor, ids: torch.Tensor, verifier: Coupled, position: int, count: int) -> Guesses:
    top = scores.topk(min(_NOISED, scores.shape[-1]))
    logs = (top.values - scores.logsumexp(-1, keepdim=True)).double()
    tokens = ids[top.indices]
    keys = logs + verifier.noise(position, tokens.flatten()).view_as(logs)
    beliefs = torch.log_softmax(_TRUST * keys, dim=-1)
    best = beliefs.topk(min(count, beliefs.shape[-1]))
    return _guesses(tokens.gather(-1, best.indices), best.values, logs.gather(-1, best.indices).exp())


def _guesses(tokens: torch.Tensor, logs: torch.Tensor, chances: torch.Tensor) -> Guesses:
    values = logs.tolist()
    # the first of a row is not finite when any logit was NaN or +inf, or all were -inf
    if not all(abs(row[0]) < float("inf") for row in values):
        return Guesses([], [], [], finite=False)
    # what cannot be drawn comes last
    possible = [sum(log > float("-inf") for log in row) for row in values]
    ids, probabilities = tokens.tolist(), chances.tolist()
    for row, count in enumerate(possible):
        for column in (ids, values, probabilities):
            del column[row][count:]
    return Guesses(ids, values, probabilities)
