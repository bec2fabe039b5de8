"""Which drafts stand, and the token after them.

Two rules: Greedy at temperature 0, and Rejection (speculative sampling: Leviathan et al. 2211.17192, Chen et
al. 2302.01318) above it, whose output has exactly the target's distribution whatever drafts. Everything here
is generic in the floating dtype, so that tests can enumerate it in float64.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch

from desktop_app.decoding.sampling_params import VerifierName


@dataclass(frozen=True, slots=True)
class Verification:
    """accepted: how many of the first drafts stand. token: the target's own token after them."""

    accepted: int
    token: int


class Coins(Protocol):
    """Uniform random numbers in [0, 1)."""

    def next(self) -> float:
        """A fresh one."""


class SeededCoins:
    """Coins of one reply, in double precision, from its seed."""

    def __init__(self, seed: int) -> None:
        self._generator = torch.Generator().manual_seed(seed)

    def next(self) -> float:
        return float(torch.rand((), dtype=torch.float64, generator=self._generator))


class Verifier(Protocol):
    name: VerifierName

    def verify(self, scores: torch.Tensor, p: torch.Tensor, drafts: Drafts) -> Verification:
        """Decides over k drafts with the target's scores and distribution, each [k + 1, vocabulary]."""


@dataclass(frozen=True, slots=True)
class Drafts:
    """A chain of drafted tokens. q [k, vocabulary] are the distributions they were drawn from, whole.

    q None: a drafter that draws nothing, so each q is one-hot.
    """

    tokens: Sequence[int]
    q: torch.Tensor | None = None

    def probability(self, index: int) -> float:
        return 1.0 if self.q is None else float(self.q[index, self.tokens[index]])


class Greedy:
    """A draft stands when it is the target's most likely token; ties go to the lowest id."""

    name: VerifierName = "greedy"

    def verify(self, scores: torch.Tensor, p: torch.Tensor, drafts: Drafts) -> Verification:  # noqa: ARG002
        best = scores.argmax(dim=-1).tolist()
        accepted = 0
        while accepted < len(drafts.tokens) and drafts.tokens[accepted] == best[accepted]:
            accepted += 1
        return Verification(accepted, best[accepted])


class Rejection:
    """A draft x stands with probability min(1, p(x) / q(x)); the first that falls is replaced by a draw from
    the residual, and when none falls the row after the last draft gives a bonus token."""

    name: VerifierName = "rejection"

    def __init__(self, coins: Coins) -> None:
        self._coins = coins

    def verify(self, scores: torch.Tensor, p: torch.Tensor, drafts: Drafts) -> Verification:  # noqa: ARG002
        for index, token in enumerate(drafts.tokens):
            if not accepts(self._coins.next(), float(p[index, token]), drafts.probability(index)):
                left = residual(p[index], token if drafts.q is None else drafts.q[index])
                return Verification(index, draw(left, self._coins.next()))
        return Verification(len(drafts.tokens), draw(p[len(drafts.tokens)], self._coins.next()))


def accepts(coin: float, p: float, q: float) -> bool:
    """coin * q < p, strictly and undivided: a coin of 0 never accepts a token the target rules out."""
    return coin * q < p


def residual(p: torch.Tensor, q: torch.Tensor | int) -> torch.Tensor:
    """max(0, p - q) over the vocabulary, normalised; p itself where nothing is left (p = q).

    q is the draft's whole distribution, or the id of its only token.
    """
    if isinstance(q, int):
        left = p.clone()
        left[q] = (left[q] - 1.0).clamp_min(0.0)
    else:
        left = (p - q).clamp_min(0.0)
    mass = left.sum()
    return left / mass if mass > 0 else p


def draw(probs: torch.Tensor, coin: float) -> int:
    """The token at which the cumulative distribution of probs [vocabulary] passes the coin.

    Summed in double precision: in single precision a large vocabulary's tail would drown in rounding.
    """
    cumulative = probs.cumsum(0, dtype=torch.float64)
    point = cumulative.new_tensor([coin]) * cumulative[-1]
    token = int(torch.searchsorted(cumulative, point, right=True))
    if token < len(probs):
        return token
    return int(probs.nonzero()[-1])
