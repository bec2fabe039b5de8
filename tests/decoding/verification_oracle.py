"""The exact output distribution of a verifier, by integrating the code itself over its coins.

Nothing here knows the acceptance rule: which coins accept and which token a coin draws are found by bisecting
on the coin, for every path the drafter can take.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch

from desktop_app.decoding.drafts import Drafts
from desktop_app.decoding.verification import Rejection, Verification

# how far from the target's a distribution may be that is computed in double precision
EXACT = 1e-12
BISECTIONS = 50
LARGEST_COIN = 1.0 - 2.0**-53

Prefix = tuple[int, ...]
Table = Mapping[Prefix, Sequence[float]]
Verify = Callable[[torch.Tensor, Drafts, Sequence[float]], Verification]


class ScriptedCoins:
    def __init__(self, coins: Sequence[float]) -> None:
        self._coins = list(coins)

    def next(self) -> float:
        return self._coins.pop(0)


def verify_with_rejection(p: torch.Tensor, drafts: Drafts, coins: Sequence[float]) -> Verification:
    return Rejection(ScriptedCoins(coins)).verify(p.log(), p, drafts, 0)


@dataclass(frozen=True, slots=True)
class Case:
    """Target and draft distributions after each prefix. draft None: `guess` is proposed, with no q."""

    name: str
    vocabulary: int
    k: int
    target: Table
    draft: Table | None
    guess: Prefix = ()

    def paths(self) -> list[tuple[float, Drafts]]:
        if self.draft is None:
            return [(1.0, Drafts(self.guess))]
        paths = []
        for tokens in itertools.product(range(self.vocabulary), repeat=self.k):
            rows = [self.draft[tokens[:i]] for i in range(self.k)]
            weight = 1.0
            for row, token in zip(rows, tokens, strict=True):
                weight *= row[token]
            if weight > 0.0:
                paths.append((weight, Drafts(tokens, torch.tensor(rows, dtype=torch.float64))))
        return paths

    def target_rows(self, tokens: Sequence[int]) -> torch.Tensor:
        rows = [self.target[tuple(tokens[:i])] for i in range(len(tokens) + 1)]
        return torch.tensor(rows, dtype=torch.float64)

    def target_joint(self, start: Prefix = ()) -> dict[Prefix, float]:
        """Probabilities of all blocks of k + 1 tokens that begin with start, given start."""
        joint = {start: 1.0}
        while len(next(iter(joint))) < self.k + 1:
            joint = {
                (*prefix, token): weight * p
                for prefix, weight in joint.items()
                for token, p in enumerate(self.target[prefix])
            }
        return joint


def error(case: Case, verify: Verify = verify_with_rejection) -> float:
    """How far the joint distribution of the next k + 1 tokens is from the target's.

    0 is exact; inf for a coin that emits what the target rules out.
    """
    joint = dict.fromkeys(case.target_joint(), 0.0)
    for weight, drafts in case.paths():
        p = case.target_rows(drafts.tokens)
        for probability, block in _emitted(verify, p, drafts):
            if any(case.target[block[:i]][token] == 0.0 for i, token in enumerate(block)):
                return float("inf")
            if len(block) > case.k + 1:
                return float("inf")
            for prefix, rest in case.target_joint(block).items():
                joint[prefix] += weight * probability * rest
    return max(abs(joint[prefix] - right) for prefix, right in case.target_joint().items())


def _emitted(verify: Verify, p: torch.Tensor, drafts: Drafts) -> list[tuple[float, Prefix]]:
    """Blocks the verifier can emit for these drafts, with their probabilities (0 for what only the coin 0
    or the largest coin emits)."""
    outcomes = []
    reached, coins = 1.0, []
    for index in range(len(drafts.tokens)):

        def stands(coin: float, index: int = index, before: Sequence[float] = tuple(coins)) -> bool:
            return verify(p, drafts, [*before, coin, *[0.5] * 9]).accepted > index

        accepting = _boundary(stands)
        if accepting < 1.0:
            rejected = [*coins, (accepting + 1.0) / 2]
            outcomes += _drawn(verify, p, drafts, rejected, reached * (1.0 - accepting))
        if accepting == 0.0 and not stands(0.0):
            return outcomes
        coins.append(accepting / 2)
        reached *= accepting
    return outcomes + _drawn(verify, p, drafts, coins, reached)


def _drawn(
    verify: Verify, p: torch.Tensor, drafts: Drafts, coins: Sequence[float], reached: float
) -> list[tuple[float, Prefix]]:
    """The blocks whose last token is drawn after these coins."""

    def result(coin: float) -> Verification:
        return verify(p, drafts, [*coins, coin, *[0.5] * 9])

    def block(verification: Verification) -> Prefix:
        return (*drafts.tokens[: verification.accepted], verification.token)

    outcomes = [(0.0, block(result(0.0))), (0.0, block(result(LARGEST_COIN)))]
    low = 0.0
    for token in range(p.shape[1]):
        high = _boundary(lambda coin, token=token: result(coin).token <= token)
        if high > low:
            middle = result((low + high) / 2)
            outcomes.append((reached * (high - low), block(middle)))
            low = high
    return outcomes


def _boundary(holds: Callable[[float], bool]) -> float:
    """Where a condition that holds for small coins only ceases to hold; 1 when it holds for all."""
    if holds(LARGEST_COIN):
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return high if high > 2.0**-40 else 0.0
