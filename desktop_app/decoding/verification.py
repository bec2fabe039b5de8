"""Which drafts stand, and the token after them.

Three rules. Greedy at temperature 0. Rejection (speculative sampling: Leviathan et al. 2211.17192, Chen et
al. 2302.01318), whose output has exactly the target's distribution whatever drafts. Coupled (Daliri et al.
2408.07978), whose output is the plain output for the same seed whatever drafts. Everything here is generic
in the floating dtype, so that tests can enumerate it in float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import torch

from desktop_app.decoding.distributions import Rows
from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.noise import gumbel
from desktop_app.decoding.row_search import best_token, tokens_where
from desktop_app.decoding.sampling_params import VerifierName


@dataclass(frozen=True, slots=True)
class Verification:
    """accepted: how many drafts stand. token: the target's own token after them.

    path: the indices of those drafts in order; None when they are the first of a chain.
    """

    accepted: int
    token: int
    path: tuple[int, ...] | None = None

    @property
    def indices(self) -> tuple[int, ...]:
        return tuple(range(self.accepted)) if self.path is None else self.path


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
    """Positions are absolute: the index in the whole text of the token that is decided."""

    name: VerifierName

    def verify(self, scores: torch.Tensor, p: Rows, drafts: Drafts, position: int) -> Verification:
        """Decides over k drafts with the target's scores [k + 1, vocabulary] and distributions, k + 1 rows.

        Row 0 follows the committed text and decides the token at `position`; row i + 1 follows draft i.

        Raises:
            DecodingError: the rule cannot verify a tree.
        """

    def draft(self, scores: torch.Tensor, q: torch.Tensor, position: int) -> int:
        """The token a drafter proposes from its own scores and distribution, each [vocabulary]."""


class Greedy:
    """A draft stands when it is the target's most likely token; ties go to the lowest id."""

    name: VerifierName = "greedy"

    def verify(self, scores: torch.Tensor, p: Rows, drafts: Drafts, position: int) -> Verification:  # noqa: ARG002
        return walk(drafts, lambda row, _: best_token(scores[row]), position)

    def draft(self, scores: torch.Tensor, q: torch.Tensor, position: int) -> int:  # noqa: ARG002
        return best_token(scores)


class Coupled:
    """A draft stands when it is the token the target itself draws with the noise of that position.

    The noise depends on the seed and the position only, so the text is the plain text for that seed.
    """

    name: VerifierName = "coupled"

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def verify(self, scores: torch.Tensor, p: Rows, drafts: Drafts, position: int) -> Verification:  # noqa: ARG002
        return walk(drafts, lambda row, at: self.choose(p[row], at), position)

    def draft(self, scores: torch.Tensor, q: torch.Tensor, position: int) -> int:  # noqa: ARG002
        return self.choose(q, position)

    def choose(self, probs: torch.Tensor, position: int) -> int:
        """The token of the largest key: a draw from probs."""
        tokens, keys = self.keys(probs, position)
        return int(tokens[keys.argmax()])

    def keys(self, probs: torch.Tensor, position: int) -> tuple[torch.Tensor, torch.Tensor]:
        """The tokens that can be drawn, and log p + Gumbel noise of each."""
        tokens = tokens_where(probs != 0)
        return tokens, probs[tokens].double().log() + self.noise(position, tokens)

    def noise(self, position: int, tokens: torch.Tensor) -> torch.Tensor:
        """What is added to the log p of these tokens [n] at a position before the largest is taken."""
        return gumbel(self._seed, position, tokens)


class Rejection:
    """A draft x stands with probability min(1, p(x) / q(x)); the first that falls is replaced by a draw from
    the residual, and when none falls the row after the last draft gives a bonus token."""

    name: VerifierName = "rejection"

    def __init__(self, coins: Coins) -> None:
        self._coins = coins

    def verify(self, scores: torch.Tensor, p: Rows, drafts: Drafts, position: int) -> Verification:  # noqa: ARG002
        if drafts.branches:
            raise DecodingError(
                "The rejection verifier cannot check a draft tree; choose the coupled verifier "
                "or temperature 0."
            )
        for index, token in enumerate(drafts.tokens):
            if not accepts(self._coins.next(), float(p[index][token]), drafts.probability(index)):
                left = residual(p[index], token if drafts.q is None else drafts.q[index])
                return Verification(index, draw(left, self._coins.next()))
        return Verification(len(drafts.tokens), draw(p[len(drafts.tokens)], self._coins.next()))

    def draft(self, scores: torch.Tensor, q: torch.Tensor, position: int) -> int:  # noqa: ARG002
        return draw(q, self._coins.next())


def walk(drafts: Drafts, own: Callable[[int, int], int], position: int) -> Verification:
    """Follows the target's own tokens, own(row, position), down the drafts as far as they agree."""
    path: list[int] = []
    while True:
        at = path[-1] if path else -1
        token = own(at + 1, position + len(path))
        matching = [child for child in drafts.children(at) if drafts.tokens[child] == token]
        if not matching:
            return Verification(len(path), token, tuple(path) if drafts.branches else None)
        path.append(matching[0])


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
    tokens = tokens_where(probs != 0)
    cumulative = probs[tokens].cumsum(0, dtype=torch.float64)
    point = cumulative.new_tensor([coin]) * cumulative[-1]
    index = int(torch.searchsorted(cumulative, point, right=True))
    return int(tokens[min(index, len(tokens) - 1)])
